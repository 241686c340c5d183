// file_error.h: what the errors of files have in common. Internal. Not how a file is read.
#pragma once

#include <sys/stat.h>

#include <string>

namespace holo {

/// A path, or the name of a text, as messages show it: '' when it is empty.
std::string place(const std::string& path);

/// Error: the reason that errno had.
[[noreturn]] void fail_with_errno(const std::string& path, int error);

/// "is a directory", "is a FIFO (pipe)", "is a device", "is not a regular file"; null for one.
const char* why_not_regular(const struct stat& status);

}  // namespace holo
