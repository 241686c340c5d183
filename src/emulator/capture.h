// capture.h: what a stream is asked to do while it is captured: kept for a graph, and not done.
// What CUDA does not allow meanwhile is refused, and the capture is then good for nothing, as
// there.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "emulator/runtime.h"

namespace emulator {

using Calls = std::vector<std::function<void()>>;

struct Capture {
  std::thread::id thread = std::this_thread::get_id();  // that began it
  std::atomic<bool> invalid = false;                    // something was not allowed
  Calls calls;

  cudaError_t add(std::function<void()> call);
};

}  // namespace emulator

struct EmulatedStream {
  std::deque<std::function<void()>> waiting;
  std::atomic<emulator::Capture*> capture{nullptr};
};

namespace emulator {

/// That of a stream, or null.
inline Capture* capture_of(cudaStream_t stream) {
  return stream == nullptr ? nullptr : stream->capture.load();
}

/// For a call that waits for the GPU or asks the driver for memory: cudaSuccess unless this thread
/// captures; then the capture is invalid, and the call says which one it was.
cudaError_t refuse_in_capture(const char* call);
/// The same for a call about a stream, or what was recorded in it, that is itself captured by any
/// thread; null: none.
cudaError_t refuse_captured(const char* call, Capture* capture, cudaError_t error);

/// Keeps an error for cudaGetLastError().
cudaError_t failed(cudaError_t error);

}  // namespace emulator
