// file_error.h: the messages that errors about files have in common. Internal.
#pragma once

#include <sys/stat.h>

#include <string>

namespace holo {

/// A path, or the name of a text, as messages show it: '' when it is empty.
std::string shown_path(const std::string& path);

/// Throws holo::Error with the reason that `error`, an errno, stands for.
[[noreturn]] void fail_with_errno(const std::string& path, int error);

/// "is a directory", "is a FIFO (pipe)", "is a device", "is not a regular file"; null for a regular
/// file.
const char* why_not_regular(const struct stat& status);

}  // namespace holo
