// runtime.cpp: memory and streams of the emulated GPU.
#include "backend/emulator/runtime.h"

#include <cstdlib>
#include <cstring>

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
constexpr std::size_t bytes_of_device = std::size_t{4} << 30;
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {"emulated GPU", bytes_of_device};
  return cudaSuccess;
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error";
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaMalloc(void** block, std::size_t bytes) {
  if (bytes > bytes_of_device) return cudaErrorMemoryAllocation;
  if (posix_memalign(block, 256, bytes) != 0) return cudaErrorMemoryAllocation;
  std::memset(*block, 0xFF, bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void* block) {
  std::free(block);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t) {
  std::memmove(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t) {
  std::memset(to, byte, bytes);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = nullptr;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
