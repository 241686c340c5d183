// runtime.h: the functions of the CUDA runtime that the backend calls.
#pragma once

#include <cstddef>
#include <utility>

#include "backend/emulator/emulator.h"

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2 };
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3
};
using cudaStream_t = struct EmulatedStream*;
constexpr unsigned cudaStreamNonBlocking = 1;

struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem;
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaMalloc(void** block, std::size_t bytes);
cudaError_t cudaFree(void* block);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);

namespace emulator {

template <class... P, std::size_t... i>
void call_kernel(void (*kernel)(P...), void* const* arguments, std::index_sequence<i...>) {
  kernel(*static_cast<P*>(arguments[i])...);
}

}  // namespace emulator

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t = nullptr) {
  struct Call {
    void (*kernel)(P...);
    void** arguments;
  } const call{kernel, arguments};
  emulator::run(
      grid, block, shared_bytes,
      [](const void* p) {
        const Call& c = *static_cast<const Call*>(p);
        emulator::call_kernel(c.kernel, c.arguments, std::index_sequence_for<P...>());
      },
      &call, "kernel");
  return cudaSuccess;
}
