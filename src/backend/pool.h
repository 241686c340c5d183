// pool.h: the CPU's memory pool. A freed block stays in the list of its size class until a later
// request reuses it. This way, only the first training step asks the system for memory. Each thread
// has its own pool, but any thread may free a block.
#pragma once

#include <cstddef>

#include "holo/memory.h"

namespace holo::pool {

/// Every block begins at a multiple of this number of bytes.
inline constexpr std::size_t alignment = 64;

/// Returns at least `bytes` uninitialised bytes; never null, even for 0. Pass the same `bytes` to
/// release(). Throws holo::Error, which names `bytes`, if the system does not have enough memory.
void* allocate(std::size_t bytes);
void release(void* block, std::size_t bytes) noexcept;

/// The size of the block that allocate(bytes) returns: bytes rounded up to its size class.
std::size_t rounded(std::size_t bytes);

/// Change the counts of nodes and of bytes in storage. Node and Storage call these functions.
void count_nodes(std::ptrdiff_t change) noexcept;
void count_bytes(std::ptrdiff_t change) noexcept;

}  // namespace holo::pool
