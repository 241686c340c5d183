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

[[noreturn]] void fail_too_large(const std::string& path, std::uintmax_t size,
                                 std::size_t max_bytes) {
  throw Error(shown_path(path), fmt::format("has {} bytes", size),
              fmt::format("at most {} bytes", max_bytes), "a part of the file, from head -c");
}

}  // namespace

std::string read_regular_file(const std::string& path, std::size_t max_bytes,
                              const char* expected) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail_with_errno(path, errno);
  check_regular(path, status, expected);  // first: opening may itself affect a device
  const auto size = static_cast<std::uintmax_t>(status.st_size);
  if (size > max_bytes) fail_too_large(path, size, max_bytes);

  std::ifstream file(path, std::ios::binary);
  if (!file) fail_with_errno(path, errno);
  // We ask for one byte more than the size: if it arrives, the file has grown.
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (size == 0) {  // a file in /proc may have bytes, although its size is 0
    for (char byte; text.size() <= max_bytes && file.get(byte);) text += byte;
  } else if (!file.bad() && text.size() != size) {
    throw Error(
        shown_path(path),
        fmt::format("changed while it was read ({} bytes at first, {} read)", size, text.size()),
        "a file that stays as it is", "again, when nothing writes to it");
  }
  if (file.bad()) fail_with_errno(path, errno);
  if (text.size() > max_bytes) fail_too_large(path, text.size(), max_bytes);
  return text;
}

}  // namespace holo
