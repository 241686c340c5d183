// stream.cpp: the calls of a stream, in their order, and the copies among them.
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "emulator/capture.h"
#include "emulator/memory.h"
#include "emulator/poison.h"
#include "emulator/runtime.h"
#include "emulator/settings.h"

struct EmulatedEvent {
  EmulatedStream* stream = nullptr;
  bool captured = false;          // last recorded in a stream that was captured
  int recorded = 0, reached = 0;  // how many times
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

void do_next(EmulatedStream& stream) {
  const std::function<void()> work = std::move(stream.waiting.front());
  stream.waiting.pop_front();
  work();
}
void synchronize(EmulatedStream& stream) {
  while (!stream.waiting.empty()) do_next(stream);
}

void check_side(const char* side, const void* p, std::size_t bytes, bool device) {
  const std::string here = std::string("cudaMemcpy: its ") + side + " is ";
  if (!device && is_of_device(p)) fail(here + "device memory; expected memory of the host");
  const std::string problem = device ? what_is_wrong(p, bytes) : "";
  if (!problem.empty()) fail(here + problem + "; expected device memory");
}

// Until the stream has come here, the host must not look at the bytes.
cudaError_t download(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (delayed_streams() && capture_of(stream) == nullptr) {
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
  if (Capture* const capture = capture_of(stream)) return capture->add(std::move(work));
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
  if (!(to_device || is_pinned(to, bytes)) || !(from_device || is_pinned(from, bytes))) {
    const cudaError_t error =
        refuse_captured("cudaMemcpyAsync of memory that is not pinned", capture_of(stream),
                        cudaErrorStreamCaptureUnsupported);
    if (error != cudaSuccess) return error;
  }
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
  using namespace emulator;
  cudaError_t error = refuse_captured("cudaStreamSynchronize", capture_of(stream),
                                      cudaErrorStreamCaptureUnsupported);
  if (error == cudaSuccess) error = refuse_in_capture("cudaStreamSynchronize");
  if (error != cudaSuccess) return error;
  const std::lock_guard lock(emulator::stream_mutex);
  emulator::synchronize(emulator::stream_of(stream));
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new EmulatedEvent;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const std::lock_guard lock(emulator::stream_mutex);
  event->stream = &emulator::stream_of(stream);
  event->captured = emulator::capture_of(stream) != nullptr;
  if (event->captured) return emulator::enqueue(stream, [] {});
  ++event->recorded;
  return emulator::enqueue(stream, [=] { ++event->reached; });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const cudaError_t error = emulator::refuse_in_capture("cudaEventSynchronize");
  if (event->captured) return emulator::failed(cudaErrorCapturedEvent);
  if (error != cudaSuccess) return error;
  const std::lock_guard lock(emulator::stream_mutex);
  const int recorded = event->recorded;
  while (event->reached < recorded) emulator::do_next(*event->stream);
  return cudaSuccess;
}
