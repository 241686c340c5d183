// pool.cuh: the memory pool of the GPU. cudaMalloc waits for the GPU and is slow, so the pool keeps
// a freed block for the next request of that size. Only the first training step asks the driver for
// memory. All kernels are in one queue, so a block may be reused while a kernel still uses it.
#pragma once

#include <cstddef>

#include "base/memory_limit.h"

namespace holo::cuda_pool {

/// All memory of the GPU, and its name. It does not subtract what other processes use.
MemoryLimit limit();

/// Returns uninitialised bytes, aligned to 256; never null. Throws holo::Error if memory is short.
void* allocate(std::size_t bytes);

/// REQUIRES: block is from allocate(bytes).
void release(void* block, std::size_t bytes) noexcept;

}  // namespace holo::cuda_pool
