// runtime.h: the functions of the CUDA runtime that the backend calls. What CUDA answers with an
// error code has that code; what it leaves undefined, such as a pointer of the host, is an Error.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "emulator/emulator.h"
#include "emulator/launch.h"

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin;
  int warpSize, maxThreadsPerBlock, multiProcessorCount, major, minor;
};
using cudaStream_t = struct EmulatedStream*;
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();  // and forgets it
cudaError_t cudaMalloc(void** block, std::size_t bytes);
cudaError_t cudaFree(void* block);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* to, int byte, std::size_t bytes);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaDeviceSynchronize();

namespace emulator {

/// The next call of a stream: now, or when the stream is synchronised (settings.h).
void enqueue(cudaStream_t stream, std::function<void()> work);
/// cudaSuccess, or why CUDA does not launch these.
cudaError_t check_launch(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes);
cudaError_t allow_shared(const void* kernel, cudaFuncAttribute attribute, int bytes);

}  // namespace emulator

template <class... P>
cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute attribute, int bytes) {
  return emulator::allow_shared(reinterpret_cast<const void*>(kernel), attribute, bytes);
}

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  const auto address = reinterpret_cast<const void*>(kernel);
  const cudaError_t error = emulator::check_launch(address, grid, block, shared_bytes);
  if (error != cudaSuccess) return error;
  const auto call = emulator::call_of(kernel, arguments, std::index_sequence_for<P...>());
  emulator::check_arguments(call);
  emulator::enqueue(stream, [=] {
    emulator::run(grid, block, shared_bytes, &decltype(call)::run, &call, address);
  });
  return cudaSuccess;
}
