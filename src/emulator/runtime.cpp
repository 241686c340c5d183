// runtime.cpp: the emulated GPU: its properties, errors, memory, and streams, which run calls and
// copies in order.
#include <cuda_runtime.h>

#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "emulator/memory.h"
#include "emulator/settings.h"

namespace emulator {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

bool between(unsigned least, unsigned x, unsigned most) { return least <= x && x <= most; }

}  // namespace

cudaError_t failed(cudaError_t error) { return last_error = error; }

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
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal";
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
  emulator::synchronize_all();
  emulator::release_block(block);
  return cudaSuccess;
}

// ---- streams ----

struct EmulatedStream {
  std::deque<std::function<void()>> waiting;
};

namespace emulator {
namespace {

std::recursive_mutex stream_mutex;
std::set<EmulatedStream*>& streams() {
  static auto& all = *new std::set<EmulatedStream*>;
  return all;
}
EmulatedStream& stream_of(cudaStream_t stream) {
  if (streams().count(stream) == 0) fail("a stream that does not exist");
  return *stream;
}

void synchronize(EmulatedStream& stream) {
  while (!stream.waiting.empty()) {
    const std::function<void()> work = std::move(stream.waiting.front());
    stream.waiting.pop_front();
    work();
  }
}

void check_side(const char* side, const void* p, std::size_t bytes, bool device) {
  const std::string here = std::string("cudaMemcpy: its ") + side + " is ";
  if (!device && is_of_device(p)) fail(here + "device memory; expected memory of the host");
  const std::string problem = device ? what_is_wrong(p, bytes) : "";
  if (!problem.empty()) fail(here + problem + "; expected device memory");
}

// The host must not read the bytes until the stream has reached this copy.
cudaError_t download(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (delayed_streams()) {
    poison(to, bytes);
    forbid(to, bytes);
  }
  return enqueue(stream, [=] {
    allow(to, bytes);
    copy_from_device(to, from, bytes);
  });
}

}  // namespace

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work) {
  if (!delayed_streams()) {
    work();
    return cudaSuccess;
  }
  const std::lock_guard lock(stream_mutex);
  stream_of(stream).waiting.push_back(std::move(work));
  return cudaSuccess;
}

void synchronize_all() {
  const std::lock_guard lock(stream_mutex);
  for (EmulatedStream* const stream : streams()) synchronize(*stream);
}

}  // namespace emulator

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  using namespace emulator;
  if (bytes == 0) return cudaSuccess;
  const bool to_device = (kind & cudaMemcpyHostToDevice) != 0;
  const bool from_device = (kind & cudaMemcpyDeviceToHost) != 0;
  check_side("target", to, bytes, to_device);
  check_side("source", from, bytes, from_device);
  if (kind == cudaMemcpyHostToDevice) {
    return enqueue(stream, [=] { copy_to_device(to, from, bytes); });
  }
  if (kind == cudaMemcpyDeviceToHost) return download(to, from, bytes, stream);
  return enqueue(stream, [=] {
    const Access access;
    std::memmove(to, from, bytes);
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  const std::lock_guard lock(emulator::stream_mutex);
  *stream = new EmulatedStream;
  emulator::streams().insert(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const std::lock_guard lock(emulator::stream_mutex);
  emulator::synchronize(emulator::stream_of(stream));
  return cudaSuccess;
}
