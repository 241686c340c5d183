// runtime.cpp: the emulated GPU: its properties, errors, memory and copies. Kernels and copies run
// at once, because no caller can use a result before the GPU has it: every copy to the host waits.
#include <cuda_runtime.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "emulator/memory.h"

namespace emulator {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

cudaError_t failed(cudaError_t error) { return last_error = error; }

bool between(unsigned least, unsigned x, unsigned most) { return least <= x && x <= most; }

// Reads device memory without opening it, as a debugger does: tests download many single numbers,
// and to open memory takes longer than most kernels. False if the system has no such file.
bool read_closed(void* to, const void* from, std::size_t bytes) {
  static const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  const auto at = static_cast<off_t>(reinterpret_cast<std::uintptr_t>(from));
  return pread(memory, to, bytes, at) == static_cast<ssize_t>(bytes);
}

}  // namespace

bool chooses(const char* variable, const char* usual, const char* other) {
  const char* const word = std::getenv(variable);
  if (word == nullptr || *word == '\0' || std::strcmp(word, usual) == 0) return false;
  if (std::strcmp(word, other) == 0) return true;
  throw Error(std::string(variable) + "=" + word + ": unknown; expected one of: " + usual + " " +
              other);
}

cudaError_t check_launch(dim3 grid, dim3 block) {
  const bool fits = between(1, grid.x, 0x7fffffff) && between(1, grid.y, 65535) &&
                    between(1, grid.z, 65535) && between(1, block.x, 1024) &&
                    between(1, block.y, 1024) && between(1, block.z, 64) &&
                    block.x * block.y * block.z <= 1024;
  return fits ? cudaSuccess : failed(cudaErrorInvalidConfiguration);
}

void check_pointer(int argument, const void* pointer) {
  const std::string problem = pointer == nullptr ? "" : what_is_wrong(pointer, 0);
  if (problem.empty()) return;
  throw Error("argument " + std::to_string(argument) + " of a kernel points to " + problem +
              "; expected device memory");
}

}  // namespace emulator

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {"emulator", emulator::bytes_of_device, 9, 0};
  return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorNoKernelImageForDevice:
      return "no kernel image is available for execution on the device";
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
  emulator::release_block(block);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  using namespace emulator;
  const auto check_side = [bytes](const char* side, const void* p, bool device) {
    const std::string here = std::string("cudaMemcpy: its ") + side + " is ";
    if (!device && is_of_device(p)) {
      throw Error(here + "device memory; expected memory of the host");
    }
    const std::string problem = device ? what_is_wrong(p, bytes) : "";
    if (!problem.empty()) throw Error(here + problem + "; expected device memory");
  };
  if (bytes == 0) return cudaSuccess;
  check_side("target", to, (kind & cudaMemcpyHostToDevice) != 0);
  check_side("source", from, (kind & cudaMemcpyDeviceToHost) != 0);
  if (kind == cudaMemcpyDeviceToHost && read_closed(to, from, bytes)) return cudaSuccess;
  const Access access;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
