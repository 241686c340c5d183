// regular_file.h: reads a whole file, and forms the messages of errors about files.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace holo {

/// Returns the whole file, byte for byte, and throws the errors of read_file() in data.h. If the
/// path is a directory, the error asks for `expected`, for example "a text file".
std::string read_regular_file(const std::string& path, std::size_t max_bytes, const char* expected);

/// A path, or the name of a text, as messages show it; '' if it is empty.
std::string shown_path(const std::string& path);

/// Throws holo::Error with the system's text for `error`, an errno.
[[noreturn]] void fail_with_errno(const std::string& path, int error);

/// "is a directory", "is a FIFO (pipe)", "is a device", "is not a regular file"; null for a regular
/// file.
const char* why_not_regular(const struct stat& status);

}  // namespace holo
