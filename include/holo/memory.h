// memory.h: how much memory the tensors of this thread use, on all devices together. The memory of
// a GPU has a pool of its own, which the last two counters leave out and which stays as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "holo/version.h"

namespace holo {

/// Counters of the calling thread. Bytes are those of storage, for data and gradients, in the block
/// sizes of the pool. What a thread frees of another one it takes from its own count, down to 0.
struct MemoryStats {
  std::size_t live_nodes = 0;            ///< nodes that a handle or a graph still needs
  std::size_t live_bytes = 0;            ///< storage in use
  std::size_t peak_bytes = 0;            ///< the most that live_bytes has been
  std::size_t pooled_bytes = 0;          ///< freed, and kept for the next use
  std::uint64_t system_allocations = 0;  ///< how often the pool asked the system for a block

  /// "live 12 nodes, 4.2 MiB; peak 9.0 MiB; pooled 4.8 MiB; 31 system allocations"
  std::string to_string() const;
};

MemoryStats memory_stats();

/// Resets peak_bytes to the live_bytes of now.
void reset_peak_memory();

/// Returns the pooled memory to the system.
void release_pooled_memory();

}  // namespace holo
