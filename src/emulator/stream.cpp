// stream.cpp: the calls of a stream, in their order, and the copies among them.
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "emulator/memory.h"
#include "emulator/poison.h"
#include "emulator/runtime.h"
#include "emulator/settings.h"

struct EmulatedStream {
  std::deque<std::function<void()>> waiting;
};
struct EmulatedEvent {
  EmulatedStream* stream = nullptr;
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
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new EmulatedEvent;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const std::lock_guard lock(emulator::stream_mutex);
  event->stream = &emulator::stream_of(stream);
  ++event->recorded;
  return emulator::enqueue(stream, [=] { ++event->reached; });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const std::lock_guard lock(emulator::stream_mutex);
  const int recorded = event->recorded;
  while (event->reached < recorded) emulator::do_next(*event->stream);
  return cudaSuccess;
}
