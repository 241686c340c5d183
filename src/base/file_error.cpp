// file_error.cpp: composes the messages of file errors.
#include "base/file_error.h"

#include <system_error>

#include "holo/check.h"

namespace holo {

std::string shown_path(const std::string& path) { return path.empty() ? "''" : path; }

void fail_with_errno(const std::string& path, int error) {
  throw Error(shown_path(path), std::generic_category().message(error), "a file that can be read");
}

const char* why_not_regular(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return nullptr;
  if (S_ISDIR(status.st_mode)) return "is a directory";
  if (S_ISFIFO(status.st_mode)) return "is a FIFO (pipe)";
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return "is a device";
  return "is not a regular file";
}

}  // namespace holo
