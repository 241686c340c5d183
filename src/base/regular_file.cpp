// regular_file.cpp: reads a whole file, and rejects anything that is not a regular file.
#include "base/regular_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
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

namespace {

void check_regular(const std::string& path, const struct stat& status, const char* expected) {
  const char* const found = why_not_regular(status);
  if (found == nullptr) return;
  if (S_ISDIR(status.st_mode)) throw Error(shown_path(path), found, expected);
  throw Error(shown_path(path), found, "a regular file", "copy the text into a file first");
}

}  // namespace

std::string read_regular_file(const std::string& path, std::size_t max_bytes,
                              const char* expected) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail_with_errno(path, errno);
  check_regular(path, status, expected);  // first: opening may itself affect a device
  const auto size = static_cast<std::uintmax_t>(status.st_size);
  if (size > max_bytes) {
    throw Error(shown_path(path), fmt::format("has {} bytes", size),
                fmt::format("at most {} bytes", max_bytes), "a part of the file, from head -c");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_with_errno(path, errno);
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (file.bad()) fail_with_errno(path, errno);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace holo
