// memory.cpp: blocks of device memory. Before the first block and after each block is a gap that
// nobody may use. AddressSanitizer watches these gaps.
#include "emulator/memory.h"

#include <sys/mman.h>

#include <deque>
#include <map>
#include <mutex>

#include "emulator/emulator.h"

namespace emulator {
namespace {

constexpr std::size_t unit = 256;            // alignment, and the smallest gap
constexpr std::size_t large_page = 2 << 20;  // fewer pages take less time to protect
constexpr std::size_t kept_free = 8;         // how many freed blocks of one size are kept

struct Allocation {
  std::size_t bytes;
  bool live;
};

std::size_t rounded(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// The region: addresses for all memory of the device. The system gives memory when it is used.
struct Region {
  char* base = nullptr;
  std::size_t used = unit;  // all blocks are below base + used
  int open = 0;             // how many Access objects live
  std::map<std::uintptr_t, Allocation> blocks;
  std::map<std::size_t, std::deque<char*>> freed;  // by size including the gap

  Region() {
    void* const start = mmap(nullptr, bytes_of_device + large_page, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return;
    base = reinterpret_cast<char*>(rounded(reinterpret_cast<std::uintptr_t>(start), large_page));
#if defined(MADV_HUGEPAGE) && !defined(EMULATOR_ASAN)
    madvise(base, bytes_of_device, MADV_HUGEPAGE);
#endif
  }
  void protect() const {
    mprotect(base, rounded(used, large_page), open > 0 ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
  // A block of `slot` bytes with its gap: one that was freed long ago, or a new one.
  char* take(std::size_t slot) {
    std::deque<char*>& old = freed[slot];
    const bool fits = slot <= bytes_of_device - used;
    if (old.size() > kept_free || (!fits && !old.empty())) {
      char* const block = old.front();
      old.pop_front();
      return block;
    }
    if (base == nullptr || !fits) return nullptr;
    used += slot;
    protect();
    return base + used - slot;
  }
};

// Gives the large pages of a block to the system: pages that nobody has take no time to protect.
void give_back(char* block, std::size_t bytes) {
  const auto begin = rounded(reinterpret_cast<std::uintptr_t>(block), large_page),
             end = (reinterpret_cast<std::uintptr_t>(block) + bytes) / large_page * large_page;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

std::recursive_mutex memory_mutex;
Region& region() {
  static Region& one = *new Region;  // lives until the program ends
  return one;
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes > bytes_of_device) return nullptr;
  const std::lock_guard lock(memory_mutex);
  const Access access;
  const std::size_t slot = rounded(bytes, unit) + unit;
  char* const block = region().take(slot);
  if (block == nullptr) return nullptr;
  region().blocks[reinterpret_cast<std::uintptr_t>(block)] = {bytes, true};
  allow(block, bytes);
  poison(block, slot);
  forbid(block + bytes, slot - bytes);
  return block;
}

void release_block(void* p) {
  if (p == nullptr) return;
  const std::lock_guard lock(memory_mutex);
  const auto found = region().blocks.find(reinterpret_cast<std::uintptr_t>(p));
  if (found == region().blocks.end()) {
    throw Error("cudaFree of " + what_is_wrong(p, 1) + "; expected the beginning of a block");
  }
  Allocation& block = found->second;
  if (!block.live) throw Error("cudaFree of a block that was freed before");
  const Access access;
  block.live = false;
  const std::size_t slot = rounded(block.bytes, unit) + unit;
  poison(p, block.bytes);
  give_back(static_cast<char*>(p), slot);
  forbid(p, slot);
  region().freed[slot].push_back(static_cast<char*>(p));
}

bool is_of_device(const void* p) {
  const auto at = reinterpret_cast<std::uintptr_t>(p),
             base = reinterpret_cast<std::uintptr_t>(region().base);
  return base != 0 && at >= base && at < base + bytes_of_device;
}

std::string what_is_wrong(const void* p, std::size_t bytes) {
  const std::lock_guard lock(memory_mutex);
  if (!is_of_device(p)) return "memory of the host";
  const auto at = reinterpret_cast<std::uintptr_t>(p);
  auto block = region().blocks.upper_bound(at);
  if (block == region().blocks.begin()) return "device memory before the first block";
  --block;
  const std::size_t offset = at - block->first, size = block->second.bytes;
  if (!block->second.live) return "a block that was freed";
  if (offset <= size && bytes <= size - offset) return "";
  return "a block of " + std::to_string(size) + " bytes, " + std::to_string(bytes) +
         " bytes from byte " + std::to_string(offset) + " on";
}

Access::Access() {
  const std::lock_guard lock(memory_mutex);
  if (region().open++ == 0) region().protect();
}
Access::~Access() {
  const std::lock_guard lock(memory_mutex);
  if (--region().open == 0) region().protect();
}

}  // namespace emulator
