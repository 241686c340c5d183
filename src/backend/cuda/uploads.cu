// uploads.cu: a copy in the stream may read its source after the call has returned. So upload()
// first copies the numbers to memory that nobody else writes. This memory is pinned: its address
// never changes, so the GPU can read it directly. It has two halves, which are filled in turn.
// Before we fill a half again, the copies from it must be done.
#include "backend/cuda/uploads.cuh"

#include <cstring>
#include <mutex>

#include "backend/cuda/launch.cuh"

namespace holo {
namespace {

constexpr std::size_t half_bytes = std::size_t{512} << 10;
constexpr std::size_t unit = 256;  // copies begin at multiples of it

struct Halves {
  char* memory = nullptr;
  cudaEvent_t left[2] = {};  // recorded after the last copy of each half
  int half = 0;              // the half that we are filling
  std::size_t used = 0;      // bytes of this half in use
};

Halves& halves() {
  static Halves& made = *[] {
    auto* const h = new Halves;  // lives until the program ends
    check_cuda(cudaMallocHost(reinterpret_cast<void**>(&h->memory), 2 * half_bytes));
    for (cudaEvent_t& event : h->left) {
      check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    return h;
  }();
  return made;
}

std::mutex mutex;

}  // namespace

void cuda_uploads::upload(void* y, const void* host, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  if (bytes > half_bytes) {  // for such a large copy, waiting costs little
    check_cuda(cudaMemcpyAsync(y, host, bytes, cudaMemcpyHostToDevice, cuda_stream()));
    check_cuda(cudaStreamSynchronize(cuda_stream()));
    return;
  }
  Halves& h = halves();
  if (h.used + bytes > half_bytes) {
    check_cuda(cudaEventRecord(h.left[h.half], cuda_stream()));
    h.half = 1 - h.half;
    h.used = 0;
    check_cuda(cudaEventSynchronize(h.left[h.half]));  // returns at once if never recorded
  }
  char* const copy = h.memory + static_cast<std::size_t>(h.half) * half_bytes + h.used;
  std::memcpy(copy, host, bytes);
  check_cuda(cudaMemcpyAsync(y, copy, bytes, cudaMemcpyHostToDevice, cuda_stream()));
  h.used += (bytes + unit - 1) / unit * unit;
}

}  // namespace holo
