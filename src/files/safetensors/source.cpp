// source.cpp: reads bytes of a file without mapping it into memory: a file that shrinks gives an
// error instead of a signal.
#include "files/safetensors/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/regular_file.h"
#include "holo/check.h"

namespace holo {
namespace {

void check_regular(const std::string& path, const struct stat& status) {
  const char* const found = why_not_regular(status);
  if (found != nullptr) throw Error(shown_path(path), found, "a .safetensors file");
}

// Closes itself, also when an error passes by.
struct Descriptor {
  int number;
  explicit Descriptor(int n) : number(n) {}
  Descriptor(Descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

class FileSource final : public ByteSource {
 public:
  FileSource(const std::string& path, Descriptor&& descriptor, std::uint64_t size)
      : ByteSource(shown_path(path), size), descriptor_(std::move(descriptor)) {}

  void read(std::uint64_t offset, char* bytes, std::size_t count) const override {
    std::size_t done = 0;
    while (done < count) {
      const ssize_t got =
          ::pread(descriptor_.number, bytes + done, std::min(count - done, std::size_t{1} << 30),
                  static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail_with_errno(where(), errno);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    struct stat status {};
    if (::fstat(descriptor_.number, &status) != 0) fail_with_errno(where(), errno);
    const auto size_now = static_cast<std::uint64_t>(status.st_size);
    if (done == count && size_now == size()) return;
    throw Error(
        where(),
        fmt::format("changed while it was read ({} bytes at first, {} now)", size(), size_now),
        "a file that stays as it is", "again, when nothing writes to it");
  }

 private:
  Descriptor descriptor_;
};

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string bytes, const std::string& name)
      : ByteSource(shown_path(name), bytes.size()), bytes_(std::move(bytes)) {}
  void read(std::uint64_t offset, char* bytes, std::size_t count) const override {
    if (count > 0) std::memcpy(bytes, bytes_.data() + offset, count);
  }

 private:
  std::string bytes_;
};

}  // namespace

std::shared_ptr<const ByteSource> open_source(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail_with_errno(path, errno);
  check_regular(path, status);  // before open(), which a device may notice
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  Descriptor descriptor(::open(path.c_str(), flags));
  if (descriptor.number < 0) fail_with_errno(path, errno);
  if (::fstat(descriptor.number, &status) != 0) fail_with_errno(path, errno);
  if (!S_ISREG(status.st_mode)) {
    throw Error(shown_path(path), "changed while it was opened", "a .safetensors file");
  }
  return std::make_shared<FileSource>(path, std::move(descriptor),
                                      static_cast<std::uint64_t>(status.st_size));
}

std::shared_ptr<const ByteSource> memory_source(std::string bytes, const std::string& name) {
  return std::make_shared<MemorySource>(std::move(bytes), name);
}

}  // namespace holo
