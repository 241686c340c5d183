// cuda.cu: the memory functions of the CUDA backend, and whether this machine has a GPU.
#include "backend/cuda/cuda.h"

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

namespace holo {

namespace {

// Asks CUDA for GPUs once, and keeps the answer.
struct Gpus {
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
};
const Gpus& gpus() {
  static const Gpus found;
  return found;
}

}  // namespace

// Null if there is no driver or no GPU.
Backend* cuda() {
  const bool there = gpus().status == cudaSuccess && gpus().count > 0;
  static Cuda* const backend = there ? new Cuda : nullptr;  // never destroyed, like cpu()
  return backend;
}

NoCuda why_no_cuda() {
  const cudaError_t status = gpus().status;
  const std::string why = status == cudaSuccess ? "it has no GPU" : cudaGetErrorString(status);
  return {"cuda, which this machine does not have: " + why,
          "nvidia-smi, which lists the GPUs that the driver knows"};
}

void check_cuda(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaDeviceProp gpu;
  if (status == cudaErrorNoKernelImageForDevice &&
      cudaGetDeviceProperties(&gpu, 0) == cudaSuccess) {
    const std::string arch = std::to_string(gpu.major) + std::to_string(gpu.minor);
    throw Error("cuda", cudaGetErrorString(status),
                "a build for this GPU, " + std::string(gpu.name), "make CUDA=1 CUDA_ARCH=" + arch);
  }
  throw Error("cuda", cudaGetErrorString(status), "a GPU that works");
}

dim3 grid_of(Index blocks) {
  constexpr Index most = 0x7fffffff;
  if (blocks <= most) return dim3(static_cast<unsigned>(blocks));
  throw Error("cuda", "a kernel of " + std::to_string(blocks) + " blocks",
              "at most " + std::to_string(most), "smaller tensors");
}

namespace {

__global__ void fill_kernel(real* y, real value, Index n) {
  const Index i = element_of_thread();
  if (i < n) y[i] = value;
}

}  // namespace

// ---- the memory pool ----
//
// cudaMalloc waits for the GPU and is slow, so the pool keeps a freed block for the next request of
// that size. Only the first training step asks the driver for memory. All kernels are in one queue,
// so a block may be reused while a kernel still uses it.

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

// All memory of the GPU: does not subtract what other processes use.
MemoryLimit Cuda::memory_limit() const {
  cudaDeviceProp gpu;
  check_cuda(cudaGetDeviceProperties(&gpu, 0));
  return {static_cast<double>(gpu.totalGlobalMem), gpu.name};
}

void* Cuda::allocate(std::size_t bytes) {
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
    const auto all = static_cast<std::size_t>(memory_limit().bytes);
    throw Error("memory", std::to_string(bytes) + " bytes asked for on the GPU",
                bytes <= all
                    ? "memory that is free on the GPU"
                    : "a block that this machine has; it has " + std::to_string(all) + " bytes",
                "a smaller batch, block size or model");
  }
  return block;
}

void Cuda::release(void* block, std::size_t bytes) noexcept {
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

void Cuda::fill(real* y, real value, Index n) { launch_for_each(n, fill_kernel, y, value, n); }

void Cuda::copy(real* y, const real* x, Index n) {
  if (n == 0) return;
  check_cuda(cudaMemcpy(y, x, bytes_of(n), cudaMemcpyDeviceToDevice));
}

void Cuda::upload(void* y, const void* host, std::size_t bytes) {
  if (bytes > 0) check_cuda(cudaMemcpy(y, host, bytes, cudaMemcpyHostToDevice));
}

void Cuda::download(void* host, const void* x, std::size_t bytes) {
  if (bytes > 0) check_cuda(cudaMemcpy(host, x, bytes, cudaMemcpyDeviceToHost));
}

void Cuda::synchronize() { check_cuda(cudaDeviceSynchronize()); }

}  // namespace holo
