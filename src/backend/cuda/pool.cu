// pool.cu: lists of free blocks of the GPU, one for each size.
#include "backend/cuda/pool.cuh"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "backend/cuda/launch.cuh"
#include "backend/pool.h"
#include "holo/check.h"

namespace holo::cuda_pool {
namespace {

std::mutex mutex;
std::map<std::size_t, std::vector<void*>>& free_blocks() {
  static auto& blocks = *new std::map<std::size_t, std::vector<void*>>;  // lives until the end
  return blocks;
}

// With HOLO_CUDA_POOL=0 each block comes from cudaMalloc and goes back to CUDA. Then
// compute-sanitizer and the emulator can see when a kernel uses a block that was freed.
bool keeps_blocks() {
  static const bool keeps = [] {
    const char* const text = std::getenv("HOLO_CUDA_POOL");
    return text == nullptr || std::string(text) != "0";
  }();
  return keeps;
}

// The size of the block for a request: the size class of the CPU pool or, without a pool, the
// request itself. It is never 0, because cudaMalloc gives null for 0.
std::size_t size_of(std::size_t bytes) {
  return keeps_blocks() ? pool::rounded(bytes) : std::max<std::size_t>(bytes, 1);
}

// Returns null if memory is short.
void* from_driver(std::size_t bytes) {
  void* block = nullptr;
  const cudaError_t status = cudaMalloc(&block, bytes);
  if (status != cudaErrorMemoryAllocation) {
    check_cuda(status);  // an error, for example, of an earlier kernel
    return block;
  }
  cudaGetLastError();  // else the next call would fail too
  return nullptr;
}

void free_all() {
  for (auto& [size, blocks] : free_blocks()) {
    for (void* const block : blocks) cudaFree(block);
    blocks.clear();
  }
}

}  // namespace

MemoryLimit limit() {
  cudaDeviceProp gpu;
  check_cuda(cudaGetDeviceProperties(&gpu, 0));
  return {static_cast<double>(gpu.totalGlobalMem), gpu.name};
}

void* allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex);
  const std::size_t size = size_of(bytes);
  std::vector<void*>& blocks = free_blocks()[size];
  if (!blocks.empty()) {
    void* const block = blocks.back();
    blocks.pop_back();
    return block;
  }
  void* block = from_driver(size);
  if (block == nullptr) {
    free_all();  // sizes that are no longer used
    block = from_driver(size);
  }
  if (block == nullptr) {
    const auto all = static_cast<std::size_t>(limit().bytes);
    throw Error("memory", std::to_string(bytes) + " bytes asked for on the GPU",
                bytes <= all
                    ? "memory that is free on the GPU"
                    : "a block that this machine has; it has " + std::to_string(all) + " bytes",
                "a smaller batch, block size or model");
  }
  return block;
}

void release(void* block, std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex);
  if (keeps_blocks()) {
    try {
      free_blocks()[size_of(bytes)].push_back(block);
      return;
    } catch (const std::bad_alloc&) {
    }
  }
  cudaFree(block);
}

}  // namespace holo::cuda_pool
