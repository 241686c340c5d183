// pooled.h: what nodes, their backwards and their storage have in common: they lie in memory of the
// pool, since they come and go with every op, and references to them are counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace holo {

/// The base of a class whose objects lie in memory of the pool.
struct Pooled {
  static void* operator new(std::size_t bytes);
  static void operator delete(void* block, std::size_t bytes) noexcept;
};

/// How many handles, links and nodes hold something. Threads may add and remove at the same time.
class References {
 public:
  void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  /// True when it was the last one. A count of one needs no atomic operation, which saves its
  /// price.
  bool remove() {
    return count_.load(std::memory_order_acquire) == 1 ||
           count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  std::uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint32_t> count_ = 1;  // the first is who made it
};

}  // namespace holo
