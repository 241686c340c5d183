// pool.h: the memory pool of the CPU. A block that is freed waits in the list of its size class for
// the next request, so that a training step asks the system for nothing after its first run. Each
// thread has its own pool; a block may be freed by another thread.
#pragma once

#include <cstddef>

#include "holo/memory.h"

namespace holo::pool {

/// Every block begins at a multiple of this.
inline constexpr std::size_t alignment = 64;

/// At least `bytes` bytes, uninitialised; never null, also for 0. The same `bytes` goes back to
/// release(). Throws holo::Error when the system has no such block, naming the bytes.
void* allocate(std::size_t bytes);
void release(void* block, std::size_t bytes) noexcept;

/// The size of the block that allocate(bytes) gives: bytes rounded up to its size class.
std::size_t rounded(std::size_t bytes);

/// Counts of nodes and storage, which their owners report.
void count_nodes(std::ptrdiff_t change) noexcept;
void count_bytes(std::ptrdiff_t change) noexcept;

}  // namespace holo::pool
