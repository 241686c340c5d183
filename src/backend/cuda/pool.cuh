// pool.cuh: the memory pool of the GPU. cudaMalloc waits for the GPU and takes long, so a freed
// block is kept for the next request of its size. Only the first training step asks the driver for
// memory. All kernels are in one queue, so a block may be reused while a kernel still works on it.
#pragma once

#include <cstddef>

#include "base/memory_limit.h"

namespace holo::cuda_pool {

/// All memory of the GPU, and its name. It does not subtract the memory of other processes.
MemoryLimit limit();

/// Uninitialised bytes, aligned to 256; never null. Throws holo::Error if memory is short.
void* allocate(std::size_t bytes);

/// REQUIRES: block is from allocate(bytes).
void release(void* block, std::size_t bytes) noexcept;

}  // namespace holo::cuda_pool
