// pool.cuh: the memory pool of the GPU. cudaMalloc waits for the GPU and takes long, so a block
// that is no longer used is kept for the next request of its size: a training step asks the driver
// for nothing after its first run. All kernels are in one queue, so a block may be given on while a
// kernel still uses it.
#pragma once

#include <cstddef>

#include "base/memory_limit.h"

namespace holo::cuda_pool {

/// All memory of the GPU, and its name. What other processes use is not taken off.
MemoryLimit limit();

/// Uninitialised, aligned to 256 bytes, never null. Throws holo::Error when there is not enough.
void* allocate(std::size_t bytes);

/// REQUIRES: block is from allocate(bytes).
void release(void* block, std::size_t bytes) noexcept;

}  // namespace holo::cuda_pool
