// regular_file.h: reads a whole file, and builds messages for file errors.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace holo {

/// The contents of the file, byte for byte. Throws the same errors as read_file() in data.h. The
/// error for a directory mentions what was `expected`, for example "a text file".
std::string read_regular_file(const std::string& path, std::size_t max_bytes, const char* expected);

/// Formats a path, or a name used instead of a path, for messages. An empty path becomes ''.
std::string shown_path(const std::string& path);

/// Throws holo::Error with the system's message for `error`, a value of errno.
[[noreturn]] void fail_with_errno(const std::string& path, int error);

/// Why a file is not regular: "is a directory", "is a FIFO (pipe)", "is a device" or "is not a
/// regular file"; null for a regular file.
const char* why_not_regular(const struct stat& status);

}  // namespace holo
