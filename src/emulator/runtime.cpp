// runtime.cpp: the emulated GPU: what it is, its errors, its memory.
#include "emulator/runtime.h"

#include <cstring>
#include <map>
#include <mutex>

#include "emulator/memory.h"

namespace emulator {
namespace {

constexpr std::size_t shared_of_block = 48 << 10, shared_on_request = 227 << 10;

thread_local cudaError_t last_error = cudaSuccess;
cudaError_t failed(cudaError_t error) { return last_error = error; }

std::mutex shared_mutex;
std::map<const void*, std::size_t>& shared_allowed() {
  static auto& bytes = *new std::map<const void*, std::size_t>;
  return bytes;
}

bool between(unsigned least, unsigned x, unsigned most) { return least <= x && x <= most; }

}  // namespace

cudaError_t allow_shared(const void* kernel, cudaFuncAttribute attribute, int bytes) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || bytes < 0 ||
      std::size_t(bytes) > shared_on_request) {
    return failed(cudaErrorInvalidValue);
  }
  const std::lock_guard lock(shared_mutex);
  shared_allowed()[kernel] = std::size_t(bytes);
  return cudaSuccess;
}

cudaError_t check_launch(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes) {
  std::size_t allowed = shared_of_block;
  if (shared_bytes > allowed) {
    const std::lock_guard lock(shared_mutex);
    allowed = shared_allowed()[kernel];
  }
  const bool fits = between(1, grid.x, 0x7fffffff) && between(1, grid.y, 65535) &&
                    between(1, grid.z, 65535) && between(1, block.x, 1024) &&
                    between(1, block.y, 1024) && between(1, block.z, 64) &&
                    block.x * block.y * block.z <= most_threads;
  if (!fits) return failed(cudaErrorInvalidConfiguration);
  return shared_bytes <= allowed ? cudaSuccess : failed(cudaErrorInvalidValue);
}

}  // namespace emulator

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return emulator::failed(cudaErrorInvalidDevice);
  *properties = {"emulator",
                 emulator::bytes_of_device,
                 emulator::shared_of_block,
                 emulator::shared_on_request,
                 32,
                 1024,
                 1,
                 9,
                 0};
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
  }
  return "unknown error";
}
cudaError_t cudaGetLastError() { return std::exchange(emulator::last_error, cudaSuccess); }

cudaError_t cudaMalloc(void** block, std::size_t bytes) {
  *block = bytes == 0 ? nullptr : emulator::allocate(bytes);
  const bool there = *block != nullptr || bytes == 0;
  return there ? cudaSuccess : emulator::failed(cudaErrorMemoryAllocation);
}
cudaError_t cudaFree(void* block) {
  cudaDeviceSynchronize();
  emulator::release_block(block);
  return cudaSuccess;
}
