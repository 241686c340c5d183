// memory.cpp: the CPU's memory pool, and the counters of memory_stats. The pool keeps a list of
// free blocks for each size class.
#include "backend/pool.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "backend/backend.h"
#include "base/system.h"
#include "holo/check.h"

#if HOLO_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace holo {
namespace pool {
namespace {

// The size classes are 64, 128, 192 and 256 bytes, then four sizes for each doubling. So at most a
// fifth of a large block is unused.
constexpr int class_count = 4 + 4 * 48;

struct FreeBlock {
  FreeBlock* next;
};

struct State {
  std::array<FreeBlock*, class_count> free{};
  MemoryStats stats;
};

// The size class of a request. Sets `size` to the block size of that class.
int class_of(std::size_t& size) {
  const std::size_t units = size == 0 ? 1 : (size + alignment - 1) / alignment;
  if (units <= 4) {
    size = units * alignment;
    return static_cast<int>(units) - 1;
  }
  const int shift = static_cast<int>(std::bit_width(units - 1)) - 3;  // keeps three bits
  const std::size_t steps = ((units - 1) >> shift) + 1;
  size = (steps << shift) * alignment;
  return 4 * shift + static_cast<int>(steps) - 1;
}

// This thread's pool, created on first use. When the thread ends, its free blocks are returned to
// the system. From then on, every block that the thread frees is returned at once.
thread_local State* state = nullptr;
thread_local bool ended = false;

void drain(State& pool) {
  for (FreeBlock*& list : pool.free) {
    while (list != nullptr) {
      FreeBlock* const block = list;
#if HOLO_ADDRESS_SANITIZER
      __asan_unpoison_memory_region(block, sizeof *block);
#endif
      list = block->next;
      std::free(block);
    }
  }
  pool.stats.pooled_bytes = 0;
}

void end_pool() {
  if (state == nullptr) return;
  drain(*state);
  delete state;
  state = nullptr;
  ended = true;
}

// Deletes the pool of the thread that exits the program. A POSIX key deletes the other pools. (A
// thread_local object would register its destructor on first use, and abort if memory ran out.)
struct AtExit {
  ~AtExit() { end_pool(); }
} at_exit;

void end_with_thread(State* pool) {
  static const pthread_key_t key = [] {
    pthread_key_t made = 0;
    if (pthread_key_create(&made, [](void*) { end_pool(); }) != 0) {
      throw Error("memory", "no thread key for the pool", "fewer than PTHREAD_KEYS_MAX of them");
    }
    return made;
  }();
  if (pthread_setspecific(key, pool) != 0) throw std::bad_alloc();
}

State* current() {
  if (state == nullptr && !ended) {
    auto made = std::make_unique<State>();
    end_with_thread(made.get());
    state = made.release();
  }
  return state;
}

// Large blocks start at huge page boundaries, so that matrix products cause fewer TLB misses.
constexpr std::size_t huge_page = std::size_t{2} << 20;

void* from_system(std::size_t size) {
  void* block = nullptr;
  const bool large = size >= 2 * huge_page;
  const bool possible = static_cast<double>(size) <= physical_memory();
  if (possible && posix_memalign(&block, large ? huge_page : alignment, size) != 0) block = nullptr;
#ifdef MADV_HUGEPAGE
  if (block != nullptr && large) madvise(block, size, MADV_HUGEPAGE);
#endif
  if (block == nullptr) {
    throw Error("memory", fmt::format("{} bytes asked for", size),
                possible ? "memory that is free, and that ulimit -v allows"
                         : fmt::format("a block that this machine has; it has {:.0f} bytes",
                                       physical_memory()),
                "a smaller batch, block size or model");
  }
  return block;
}

// A thread that frees the blocks of other threads may free more than it has counted. The count
// stops at 0.
void add_to(std::size_t& count, std::ptrdiff_t change) noexcept {
  const auto sum = static_cast<std::ptrdiff_t>(count) + change;
  count = sum < 0 ? 0 : static_cast<std::size_t>(sum);
}

}  // namespace

std::size_t rounded(std::size_t bytes) {
  class_of(bytes);
  return bytes;
}

// A size larger than any machine's memory and any size class.
constexpr std::size_t too_much =
    std::min<std::uint64_t>(std::uint64_t{1} << 50, std::numeric_limits<std::size_t>::max() / 2);

void* allocate(std::size_t bytes) {
  if (bytes > too_much) return from_system(bytes);  // throws
  std::size_t size = bytes;
  const auto index = static_cast<std::size_t>(class_of(size));
  State* const pool = current();
  if (pool == nullptr) return from_system(size);
  if (FreeBlock* const block = pool->free[index]; block != nullptr) {
#if HOLO_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(block, size);
#endif
    pool->free[index] = block->next;
    pool->stats.pooled_bytes -= size;
    return block;
  }
  void* const block = from_system(size);
  ++pool->stats.system_allocations;
  return block;
}

void release(void* block, std::size_t bytes) noexcept {
  if (state == nullptr) {
    std::free(block);
    return;
  }
  std::size_t size = bytes;
  const auto index = static_cast<std::size_t>(class_of(size));
  state->free[index] = new (block) FreeBlock{state->free[index]};
  state->stats.pooled_bytes += size;
#if HOLO_ADDRESS_SANITIZER
  __asan_poison_memory_region(block, size);
#endif
}

void count_nodes(std::ptrdiff_t change) noexcept {
  if (state != nullptr) add_to(state->stats.live_nodes, change);
}

void count_bytes(std::ptrdiff_t change) noexcept {
  if (state == nullptr) return;
  MemoryStats& stats = state->stats;
  add_to(stats.live_bytes, change);
  stats.peak_bytes = std::max(stats.peak_bytes, stats.live_bytes);
}

}  // namespace pool

MemoryStats memory_stats() {
  const pool::State* const pool = pool::current();
  return pool == nullptr ? MemoryStats{} : pool->stats;
}

void reset_peak_memory() {
  if (pool::State* const pool = pool::current()) pool->stats.peak_bytes = pool->stats.live_bytes;
}

void release_pooled_memory() {
  if (pool::State* const pool = pool::current()) pool::drain(*pool);
}

std::size_t bytes_of(Index n, std::size_t each) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(n, each, &bytes)) {
    throw Error("memory", fmt::format("{} numbers asked for", n),
                fmt::format("a size in bytes below 2^{}", 8 * sizeof bytes),
                "a smaller batch, block size or model");
  }
  return bytes;
}

}  // namespace holo
