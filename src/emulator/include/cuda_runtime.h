// cuda_runtime.h of the emulator: the functions of the CUDA runtime that the backend calls. They
// return CUDA's error codes. They throw Error for a call that CUDA leaves undefined, for example
// with a pointer to host memory.
#pragma once

#include <cstddef>
#include <utility>

#include "emulator/emulator.h"
#include "emulator/launch.h"
#include "emulator/memory.h"

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorNoKernelImageForDevice = 209
};
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3
};
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem;
  int major, minor;
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();  // also clears it
cudaError_t cudaMalloc(void** block, std::size_t bytes);
cudaError_t cudaFree(void* block);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaDeviceSynchronize();

namespace emulator {

/// Stores an error for cudaGetLastError().
cudaError_t failed(cudaError_t error);
/// cudaSuccess, or the reason why CUDA refuses to launch these.
cudaError_t check_launch(dim3 grid, dim3 block);

}  // namespace emulator

/// Runs the kernel now. Its only shared memory is its variables, and there is only one stream.
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments) {
  const cudaError_t error = emulator::check_launch(grid, block);
  if (error != cudaSuccess) return error;
  const auto call = emulator::call_of(kernel, arguments, std::index_sequence_for<P...>());
  emulator::check_arguments(call);
  const emulator::Access access;
  emulator::run(grid, block, &decltype(call)::run, &call, reinterpret_cast<const void*>(kernel));
  return cudaSuccess;
}
