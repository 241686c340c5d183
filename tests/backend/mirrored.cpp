// mirrored.cpp: which arrays there are, and their copies on the device during a call.
#include "backend/mirrored.h"

#include <iterator>
#include <map>

#include "backend/scratch.h"
#include "backend/translated.h"

namespace mirrored {

using namespace holo;

namespace {

// Bytes of the arrays by their addresses.
std::map<char*, std::size_t>& arrays() {
  static auto& all = *new std::map<char*, std::size_t>;  // until the last array is gone
  return all;
}

class Mirrored final : public TranslatedBackend {
 public:
  Mirrored() : TranslatedBackend(*cuda()) {}

  void* allocate(std::size_t bytes) override { return kernels().allocate(bytes); }
  void release(void* block, std::size_t bytes) noexcept override {
    kernels().release(block, bytes);
  }
  void upload(void* y, const void* host, std::size_t bytes) override {
    kernels().upload(bytes == 0 ? y : translated(y, bytes, true), host, bytes);
    done("upload");
  }
  void download(void* host, const void* x, std::size_t bytes) override {
    kernels().download(host, bytes == 0 ? x : translated(x, bytes, false), bytes);
    done("download");
  }
  void synchronize() override { kernels().synchronize(); }

 private:
  // The array around x and its place on the device.
  void* translated(const void* x, std::size_t bytes, bool written) override {
    char* const at = static_cast<char*>(const_cast<void*>(x));
    char* first = at;
    const auto above = arrays().upper_bound(at);
    if (above != arrays().begin()) {
      const auto& [array, size] = *std::prev(above);
      if (at <= array + size) first = array, bytes = size;
    }
    auto found = copies_.find(first);
    if (found == copies_.end()) {
      found = copies_.emplace(first, Copy{DeviceMemory(kernels(), bytes), bytes}).first;
      kernels().upload(found->second.memory.data(), first, bytes);
    }
    found->second.written |= written;
    return static_cast<char*>(found->second.memory.data()) + (at - first);
  }

  void done(const char*) override {
    for (const auto& [array, copy] : copies_) {
      if (copy.written) kernels().download(array, copy.memory.data(), copy.bytes);
    }
    copies_.clear();
  }

  struct Copy {
    DeviceMemory memory;
    std::size_t bytes;
    bool written = false;
  };
  std::map<char*, Copy> copies_;
};

}  // namespace

void add_array(void* array, std::size_t bytes) { arrays()[static_cast<char*>(array)] = bytes; }
void remove_array(void* array) { arrays().erase(static_cast<char*>(array)); }

Backend& device() {
  static Mirrored& in_front = *new Mirrored;
  return in_front;
}

}  // namespace mirrored
