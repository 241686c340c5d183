// cuda.cu: the memory functions of the CUDA backend, and whether this machine has a GPU.
#include "backend/cuda/cuda.h"

#include <string>

#include "backend/cuda/launch.cuh"
#include "backend/cuda/pool.cuh"
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

MemoryLimit Cuda::memory_limit() const { return cuda_pool::limit(); }

void* Cuda::allocate(std::size_t bytes) { return cuda_pool::allocate(bytes); }
void Cuda::release(void* block, std::size_t bytes) noexcept { cuda_pool::release(block, bytes); }

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
