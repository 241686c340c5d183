// regular_file.cpp: reads a whole file, and rejects anything that is not a regular file.
#include "base/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
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

// A file descriptor that closes itself, even when an exception is thrown.
struct Descriptor {
  int number;
  explicit Descriptor(int n) : number(n) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

void check_regular(const std::string& path, const struct stat& status, const char* expected) {
  const char* const found = why_not_regular(status);
  if (found == nullptr) return;
  if (S_ISDIR(status.st_mode)) throw Error(shown_path(path), found, expected);
  throw Error(shown_path(path), found, "a regular file", "copy the text into a file first");
}

// Reads from the current position to the end of the file, but at most `limit` bytes.
std::string read_up_to(int descriptor, std::size_t size_hint, std::size_t limit,
                       const std::string& path) {
  constexpr std::size_t least = 4096;
  std::string text;
  std::size_t length = 0;
  for (;;) {
    if (length == text.size()) {
      if (length == limit) break;
      // size_hint is the file's size + 1, so the first buffer is large enough to reach the end.
      const std::size_t wanted = length == 0 ? std::max(size_hint, least) : length * 2;
      text.resize(std::min(limit, std::max(wanted, length + 1)));
    }
    const ssize_t got = ::read(descriptor, text.data() + length,
                               std::min(text.size() - length, std::size_t{1} << 30));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_with_errno(path, errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  return text;
}

[[noreturn]] void fail_too_large(const std::string& path, std::uintmax_t size,
                                 std::size_t max_bytes) {
  throw Error(shown_path(path), fmt::format("has {} bytes", size),
              fmt::format("at most {} bytes", max_bytes), "a part of the file, from head -c");
}

}  // namespace

std::string read_regular_file(const std::string& path, std::size_t max_bytes,
                              const char* expected) {
  struct stat before {};
  if (::stat(path.c_str(), &before) != 0) fail_with_errno(path, errno);
  check_regular(path, before, expected);  // before open(), which may itself affect a device
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.number < 0) fail_with_errno(path, errno);
  if (::fstat(file.number, &before) != 0) fail_with_errno(path, errno);
  check_regular(path, before, expected);
  const auto size = static_cast<std::uintmax_t>(before.st_size);
  if (size > max_bytes) fail_too_large(path, size, max_bytes);

  // Reading one byte past the limit reveals a file that is too large.
  const std::size_t limit = max_bytes + (max_bytes < std::string().max_size() ? 1 : 0);
  std::string text = read_up_to(file.number, static_cast<std::size_t>(size) + 1, limit, path);
  struct stat after {};
  if (::fstat(file.number, &after) != 0) fail_with_errno(path, errno);
  if (after.st_size != before.st_size || (text.size() != size && size != 0)) {
    throw Error(
        shown_path(path),
        fmt::format("changed while it was read ({} bytes at first, {} read)", size, text.size()),
        "a file that stays as it is", "again, when nothing writes to it");
  }
  if (text.size() > max_bytes) fail_too_large(path, text.size(), max_bytes);
  return text;
}

}  // namespace holo
