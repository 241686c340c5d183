// pooled.h: the base class of nodes, Backward objects and storage. Every op creates and destroys
// such objects, so their memory comes from the pool, and references to them are counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace holo {

/// The base class of objects whose memory comes from the pool.
struct Pooled {
  static void* operator new(std::size_t bytes);
  static void operator delete(void* block, std::size_t bytes) noexcept;
};

/// A thread-safe count of the handles, links and nodes that hold an object.
class References {
 public:
  void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  /// Returns true if the last reference was removed; that case needs no atomic subtraction.
  bool remove() {
    return count_.load(std::memory_order_acquire) == 1 ||
           count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  std::uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint32_t> count_ = 1;  // the creator holds the first reference
};

}  // namespace holo
