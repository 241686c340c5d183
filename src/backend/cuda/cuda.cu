// cuda.cu: the memory functions of the CUDA backend, and whether this machine has a GPU.
#include "backend/cuda/cuda.h"

#include "backend/cuda/launch.cuh"
#include "backend/cuda/pool.cuh"
#include "holo/check.h"

namespace holo {

// Null where there is no driver or no GPU.
Backend* HOLO_REAL_NAMESPACE::cuda() {
  static Cuda* const backend = [] {
    int count = 0;
    const bool there = cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
    return there ? new Cuda : nullptr;  // never destroyed, as the cpu
  }();
  return backend;
}

void HOLO_REAL_NAMESPACE::check_cuda(cudaError_t status) {
  if (status == cudaSuccess) return;
  throw Error("cuda", cudaGetErrorString(status), "a GPU that works");
}

cudaStream_t HOLO_REAL_NAMESPACE::cuda_stream() {
  static const cudaStream_t stream = [] {
    cudaStream_t made = nullptr;
    check_cuda(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    return made;
  }();
  return stream;
}

namespace {

__global__ void fill_kernel(real* y, real value, Index n) {
  const Index i = element_of_thread();
  if (i < n) y[i] = value;
}

}  // namespace

void* Cuda::allocate(std::size_t bytes) { return cuda_pool::allocate(bytes); }
void Cuda::release(void* block, std::size_t bytes) noexcept { cuda_pool::release(block, bytes); }

void Cuda::fill(real* y, real value, Index n) { launch_for_each(n, fill_kernel, y, value, n); }

void Cuda::copy(real* y, const real* x, Index n) {
  if (n == 0) return;
  check_cuda(cudaMemcpyAsync(y, x, bytes_of(n), cudaMemcpyDeviceToDevice, cuda_stream()));
}

// The copy reads pageable host memory before it returns, or into a buffer of its own.
void Cuda::upload(void* y, const void* host, std::size_t bytes) {
  if (bytes == 0) return;
  check_cuda(cudaMemcpyAsync(y, host, bytes, cudaMemcpyHostToDevice, cuda_stream()));
}

void Cuda::download(void* host, const void* x, std::size_t bytes) {
  if (bytes > 0) {
    check_cuda(cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, cuda_stream()));
  }
  synchronize();
}

void Cuda::synchronize() { check_cuda(cudaStreamSynchronize(cuda_stream())); }

}  // namespace holo
