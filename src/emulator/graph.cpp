// graph.cpp: streams that are captured, and graphs that are launched.
#include <memory>
#include <string>
#include <utility>

#include "emulator/capture.h"
#include "emulator/error.h"

struct EmulatedGraph {
  emulator::Calls calls;
};
struct EmulatedGraphExec {
  std::shared_ptr<const emulator::Calls> calls;  // a launch that waits needs them longer
};

namespace emulator {
namespace {

thread_local Capture* of_this_thread = nullptr;

}  // namespace

cudaError_t Capture::add(std::function<void()> call) {
  if (invalid) return failed(cudaErrorStreamCaptureInvalidated);
  calls.push_back(std::move(call));
  return cudaSuccess;
}

cudaError_t refuse_captured(const char* call, Capture* capture, cudaError_t error) {
  if (capture == nullptr) return cudaSuccess;
  capture->invalid = true;
  say(std::string(call) + " while a stream is captured: a graph cannot do it");
  return failed(error);
}

cudaError_t refuse_in_capture(const char* call) {
  return refuse_captured(call, of_this_thread, cudaErrorStreamCaptureUnsupported);
}

}  // namespace emulator

// All modes are as strict as cudaStreamCaptureModeThreadLocal.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  const bool possible = stream != nullptr && stream->capture == nullptr;
  if (!possible) return emulator::failed(cudaErrorIllegalState);
  if (emulator::of_this_thread != nullptr) emulator::fail("a thread that captures two streams");
  stream->capture = emulator::of_this_thread = new emulator::Capture;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = nullptr;
  emulator::Capture* const capture = emulator::capture_of(stream);
  if (capture == nullptr) return emulator::failed(cudaErrorIllegalState);
  if (capture != emulator::of_this_thread) {
    return emulator::failed(cudaErrorStreamCaptureWrongThread);
  }
  const std::unique_ptr<emulator::Capture> ended(capture);
  stream->capture = emulator::of_this_thread = nullptr;
  if (ended->invalid) return emulator::failed(cudaErrorStreamCaptureInvalidated);
  *graph = new EmulatedGraph{std::move(ended->calls)};
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  if (graph == nullptr) return emulator::failed(cudaErrorInvalidValue);
  *exec = new EmulatedGraphExec{std::make_shared<const emulator::Calls>(graph->calls)};
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (exec == nullptr) return emulator::failed(cudaErrorInvalidValue);
  if (emulator::capture_of(stream) != nullptr) emulator::fail("a graph in a graph");
  return emulator::enqueue(stream, [calls = exec->calls] {
    for (const auto& call : *calls) call();
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  delete exec;
  return cudaSuccess;
}
