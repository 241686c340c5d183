// cuda_runtime.h of the emulator: the functions of the CUDA runtime that the backend calls. They
// return CUDA's error codes. They throw Error for a call that CUDA leaves undefined, for example
// with a pointer to host memory.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "emulator/emulator.h"
#include "emulator/launch.h"
#include "emulator/memory.h"

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
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
using cudaStream_t = struct EmulatedStream*;
constexpr unsigned cudaStreamNonBlocking = 1;

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();  // also clears it
cudaError_t cudaMalloc(void** block, std::size_t bytes);
cudaError_t cudaFree(void* block);
/// With EMULATOR_STREAM=delayed, the copy reads its source when the stream reaches it. CUDA may do
/// so with host memory that the GPU can reach.
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);

namespace emulator {

/// Runs a call in a stream, now or when the stream is synchronised (settings.h).
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);
/// Stores an error for cudaGetLastError().
cudaError_t failed(cudaError_t error);
/// cudaSuccess, or the reason why CUDA refuses to launch these.
cudaError_t check_launch(dim3 grid, dim3 block);
/// Runs everything that waits in all streams.
void synchronize_all();

}  // namespace emulator

/// The only shared memory of a kernel is its variables, so CUDA's fifth argument is 0.
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                             std::size_t, cudaStream_t stream) {
  const auto address = reinterpret_cast<const void*>(kernel);
  const cudaError_t error = emulator::check_launch(grid, block);
  if (error != cudaSuccess) return error;
  const auto call = emulator::call_of(kernel, arguments, std::index_sequence_for<P...>());
  emulator::check_arguments(call, emulator::check_pointer);
  return emulator::enqueue(stream, [=] {
    emulator::check_arguments(call, emulator::check_pointer);  // the stream may run it later
    const emulator::Access access;
    emulator::run(grid, block, &decltype(call)::run, &call, address);
    emulator::check_arguments(call, emulator::check_gaps);
  });
}
