// regular_file.h: reads a whole file, and the messages that errors about files have in common.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace holo {

/// The whole file, byte for byte, as read_file() of data.h, with the same errors; `expected` is
/// what they say instead of a directory: "a text file".
std::string read_regular_file(const std::string& path, std::size_t max_bytes, const char* expected);

/// A path, or the name of a text, as messages show it: '' when it is empty.
std::string shown_path(const std::string& path);

/// Throws holo::Error with the reason that `error`, an errno, stands for.
[[noreturn]] void fail_with_errno(const std::string& path, int error);

/// "is a directory", "is a FIFO (pipe)", "is a device", "is not a regular file"; null for a regular
/// file.
const char* why_not_regular(const struct stat& status);

}  // namespace holo
