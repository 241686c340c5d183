// memory.h: how much memory the tensors of this thread use, on all devices together. GPU memory has
// its own pool, which pooled_bytes, system_allocations and release_pooled_memory() ignore.
#pragma once

#include <cstddef>
#include <cstdint>

#include "holo/version.h"

namespace holo {

/// Counters of the calling thread. The byte counts cover the storage for data and gradients,
/// rounded up to the pool's block sizes. A thread that frees another thread's storage subtracts the
/// bytes from its own count, which never falls below 0.
struct MemoryStats {
  std::size_t live_nodes = 0;            ///< nodes still held by a handle or graph
  std::size_t live_bytes = 0;            ///< storage in use, in bytes
  std::size_t peak_bytes = 0;            ///< the largest value of live_bytes since the last reset
  std::size_t pooled_bytes = 0;          ///< freed storage that the pool keeps for reuse, in bytes
  std::uint64_t system_allocations = 0;  ///< blocks requested from the system by the pool
};

MemoryStats memory_stats();

/// Sets peak_bytes to the current live_bytes.
void reset_peak_memory();

/// Returns the pool's unused memory to the system.
void release_pooled_memory();

}  // namespace holo
