// runtime.cpp: the emulated GPU: what it is, its errors, its memory.
#include "emulator/runtime.h"

#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "emulator/capture.h"
#include "emulator/memory.h"

namespace emulator {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

// Memory of cudaMallocHost(): where it begins, and its bytes.
std::mutex pinned_mutex;
std::map<const char*, std::size_t, std::less<>>& pinned() {
  static auto& all = *new std::map<const char*, std::size_t, std::less<>>;
  return all;
}

bool between(unsigned least, unsigned x, unsigned most) { return least <= x && x <= most; }

}  // namespace

cudaError_t failed(cudaError_t error) { return last_error = error; }

bool is_pinned(const void* p, std::size_t bytes) {
  const auto* const at = static_cast<const char*>(p);
  const std::lock_guard lock(pinned_mutex);
  auto block = pinned().upper_bound(at);
  if (block == pinned().begin()) return false;
  --block;
  return at + bytes <= block->first + block->second;
}

cudaError_t check_launch(dim3 grid, dim3 block) {
  const bool fits = between(1, grid.x, 0x7fffffff) && between(1, grid.y, 65535) &&
                    between(1, grid.z, 65535) && between(1, block.x, 1024) &&
                    between(1, block.y, 1024) && between(1, block.z, 64) &&
                    block.x * block.y * block.z <= most_threads;
  return fits ? cudaSuccess : failed(cudaErrorInvalidConfiguration);
}

}  // namespace emulator

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return emulator::failed(cudaErrorInvalidDevice);
  *properties = {"emulator", emulator::bytes_of_device, 9, 0};
  return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal";
    case cudaErrorNoKernelImageForDevice:
      return "no kernel image is available for execution on the device";
    case cudaErrorIllegalState:
      return "the operation cannot be performed in the present state";
    case cudaErrorStreamCaptureUnsupported:
      return "operation not permitted when stream is capturing";
    case cudaErrorStreamCaptureInvalidated:
      return "operation failed due to a previous error during capture";
    case cudaErrorCapturedEvent:
      return "operation not permitted on an event last recorded in a capturing stream";
    case cudaErrorStreamCaptureWrongThread:
      return "attempt to terminate a thread-local capture sequence from another thread";
  }
  return "unknown error";
}
cudaError_t cudaGetLastError() { return std::exchange(emulator::last_error, cudaSuccess); }

cudaError_t cudaMalloc(void** block, std::size_t bytes) {
  const cudaError_t error = emulator::refuse_in_capture("cudaMalloc");
  if (error != cudaSuccess) return error;
  *block = bytes == 0 ? nullptr : emulator::allocate(bytes);
  const bool there = *block != nullptr || bytes == 0;
  return there ? cudaSuccess : emulator::failed(cudaErrorMemoryAllocation);
}
cudaError_t cudaMallocHost(void** block, std::size_t bytes) {
  const cudaError_t error = emulator::refuse_in_capture("cudaMallocHost");
  if (error != cudaSuccess) return error;
  *block = std::malloc(bytes);
  if (*block == nullptr) return emulator::failed(cudaErrorMemoryAllocation);
  const std::lock_guard lock(emulator::pinned_mutex);
  emulator::pinned()[static_cast<const char*>(*block)] = bytes;
  return cudaSuccess;
}
cudaError_t cudaFree(void* block) {
  const cudaError_t error = emulator::refuse_in_capture("cudaFree");
  if (error != cudaSuccess) return error;
  emulator::synchronize_all();
  emulator::release_block(block);
  return cudaSuccess;
}
