// memory.cpp: blocks of device memory. Before the first block and after each block is a gap that
// nobody may use. AddressSanitizer watches these gaps.
#include "emulator/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "emulator/emulator.h"
#include "emulator/sanitizer.h"
#include "emulator/settings.h"

namespace emulator {
namespace {

constexpr std::size_t unit = 256;  // alignment, and the smallest gap
constexpr std::size_t page = 4096;
constexpr std::size_t step = 2 << 20;       // how much is opened or closed at once: a large page
constexpr std::size_t kept_free = 8;        // how many freed blocks of one size are kept
constexpr std::size_t large = 4 << 20;      // from this size on, freed blocks go to the system
constexpr std::size_t smallest = 64 << 20;  // least size of the region, if addresses are limited

struct Allocation {
  std::size_t bytes;
  bool live;
};
struct Region {
  char* base = nullptr;
  std::size_t size = 0;
  std::size_t used = 0;    // all blocks are below base + used
  std::size_t opened = 0;  // how much of the region is usable while open
  int open = 0;            // how many Access objects live
  std::map<std::uintptr_t, Allocation> blocks;
  std::map<std::size_t, std::deque<char*>> freed;  // by size including the gap
};

std::recursive_mutex memory_mutex;
Region& region() {
  static Region& one = *new Region;  // lives until the program ends
  return one;
}

std::size_t rounded(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }
std::size_t with_gap(std::size_t bytes) { return rounded(bytes, unit) + unit; }

void protect(int protection) {
  const Region& r = region();
  if (protected_memory()) mprotect(r.base, r.opened, protection);
}

// The file through which a debugger accesses protected memory of a process; -1 if there is none.
int own_memory() {
  static const int file = protected_memory() ? open("/proc/self/mem", O_RDWR | O_CLOEXEC) : -1;
  return file;
}
off_t offset_of(const void* p) { return static_cast<off_t>(reinterpret_cast<std::uintptr_t>(p)); }

// Reserves as many addresses as the device has bytes, or fewer if there are not enough.
void reserve() {
  Region& r = region();
  void* base = MAP_FAILED;
  for (r.size = bytes_of_device; r.size >= smallest; r.size /= 2) {
    base =
        mmap(nullptr, r.size + step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base != MAP_FAILED) break;
  }
  if (base == MAP_FAILED) return;
  r.base = reinterpret_cast<char*>(rounded(reinterpret_cast<std::uintptr_t>(base), step));
#if defined(MADV_HUGEPAGE) && !defined(EMULATOR_ASAN)
  madvise(r.base, r.size, MADV_HUGEPAGE);  // fewer pages take less time to protect
#endif
  r.opened = step;
  mprotect(r.base, r.opened, PROT_READ | PROT_WRITE);
  poison(r.base, unit);
  forbid(r.base, unit);
  r.used = unit;
}

// Returns the pages of a block to the system. For small blocks this would split large pages.
void give_back(char* begin, std::size_t bytes) {
  const auto from = rounded(reinterpret_cast<std::uintptr_t>(begin), page);
  const auto to = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
  madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
}

char* new_block(std::size_t slot) {
  Region& r = region();
  std::deque<char*>& freed = r.freed[slot];
  if (freed.size() > kept_free || (r.size - r.used < slot && !freed.empty())) {
    char* const block = freed.front();
    freed.pop_front();
    return block;
  }
  if (r.size - r.used < slot) return nullptr;
  char* const block = r.base + r.used;
  r.used += slot;
  if (r.used > r.opened) {
    r.opened = rounded(r.used, step);
    mprotect(r.base, r.opened, PROT_READ | PROT_WRITE);
  }
  return block;
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::lock_guard lock(memory_mutex);
  Region& r = region();
  if (r.base == nullptr) reserve();
  if (r.base == nullptr || bytes > r.size) return nullptr;
  const Access access;
  const std::size_t slot = with_gap(bytes);
  char* const block = new_block(slot);
  if (block == nullptr) return nullptr;
  r.blocks[reinterpret_cast<std::uintptr_t>(block)] = {bytes, true};
  allow(block, bytes);
  poison(block, slot);
  forbid(block + bytes, slot - bytes);
  return block;
}

void release_block(void* p) {
  if (p == nullptr) return;
  const std::lock_guard lock(memory_mutex);
  Region& r = region();
  const auto found = r.blocks.find(reinterpret_cast<std::uintptr_t>(p));
  if (found == r.blocks.end()) {
    fail("cudaFree of " + what_is_wrong(p, 1) + "; expected the beginning of a block");
  }
  Allocation& block = found->second;
  if (!block.live) fail("cudaFree of a block that was freed before");
  const Access access;
  block.live = false;
  const std::size_t slot = with_gap(block.bytes);
  char* const begin = static_cast<char*>(p);
  poison(begin, block.bytes);
  if (block.bytes >= large) give_back(begin, block.bytes);
  forbid(begin, slot);
  r.freed[slot].push_back(begin);
}

bool is_of_device(const void* p) {
  const std::lock_guard lock(memory_mutex);
  const Region& r = region();
  const auto at = reinterpret_cast<std::uintptr_t>(p),
             base = reinterpret_cast<std::uintptr_t>(r.base);
  return r.base != nullptr && at >= base && at < base + r.size;
}

std::string what_is_wrong(const void* p, std::size_t bytes) {
  const std::lock_guard lock(memory_mutex);
  if (!is_of_device(p)) return "memory of the host";
  const Region& r = region();
  const auto at = reinterpret_cast<std::uintptr_t>(p);
  auto block = r.blocks.upper_bound(at);
  if (block == r.blocks.begin()) return "device memory before the first block";
  --block;
  const std::size_t offset = at - block->first, size = block->second.bytes;
  if (!block->second.live) return "a block that was freed";
  if (offset <= size && bytes <= size - offset) return "";
  return "a block of " + std::to_string(size) + " bytes, " + std::to_string(bytes) +
         " bytes from byte " + std::to_string(offset) + " on";
}

Access::Access() {
  const std::lock_guard lock(memory_mutex);
  if (region().open++ == 0) protect(PROT_READ | PROT_WRITE);
}
Access::~Access() {
  const std::lock_guard lock(memory_mutex);
  if (--region().open == 0) protect(PROT_NONE);
}

void copy_to_device(void* device, const void* host, std::size_t bytes) {
  if (own_memory() >= 0 && pwrite(own_memory(), host, bytes, offset_of(device)) == ssize_t(bytes)) {
    return;
  }
  const Access access;
  std::memcpy(device, host, bytes);
}

void copy_from_device(void* host, const void* device, std::size_t bytes) {
  if (own_memory() >= 0 && pread(own_memory(), host, bytes, offset_of(device)) == ssize_t(bytes)) {
    return;
  }
  const Access access;
  std::memcpy(host, device, bytes);
}

}  // namespace emulator
