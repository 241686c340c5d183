// capture.cpp: every op tells its inputs before it computes: the first time that one comes, it gets
// the recorder as its backend, and results have the backend of their inputs.
#include "replay/capture.h"

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/matmul_precision.h"
#include "replay/recorder.h"
#include "tensor/record.h"

namespace holo {
namespace {

constexpr const char* where_capture = "capture";

// Observers look at nodes; this one is there to change their backend.
Node& changeable(const Node& node) { return const_cast<Node&>(node); }

RecordingBackend& recorder_of(Backend& backend) {
  return backend.repeats ? static_cast<RecordingBackend&>(backend) : RecordingBackend::of(backend);
}

void check_leaf(const Node& leaf, const RecordedStep& step) {
  if (leaf.backward != nullptr) {
    throw Error(where_capture, fmt::format("{}, whose graph was made before", name_of(leaf)),
                "a step that makes its graph itself", "detach(), or make it within the step");
  }
  if (step.backend != nullptr && step.backend->device != leaf.backend->device) {
    throw Error(where_capture,
                fmt::format("tensors on {} and {}", step.backend->name(), leaf.backend->name()),
                "all on one device", "Module::to(device)");
  }
}

void check_precision(MatmulPrecision precision) {
  if (matmul_precision() == precision) return;
  throw Error(
      where_capture,
      fmt::format("a step that changes the matmul precision from {} to {}",
                  matmul_precision_name(precision), matmul_precision_name(matmul_precision())),
      "one precision for all calls of a step", "set_matmul_precision() before it");
}

}  // namespace

Capture::Capture() : step_(std::make_unique<RecordedStep>()) {
  if (RecordingBackend::step != nullptr) {
    throw Error(where_capture, "a capture within a capture", "one at a time",
                "one Replay of both steps");
  }
  RecordingBackend::step = step_.get();
  add_observer(*this);
}

Capture::~Capture() {
  remove_observer(*this);
  RecordingBackend::step = nullptr;
  if (step_ == nullptr) return;
  for (auto count = counts_.rbegin(); count != counts_.rend(); ++count) {
    *count->first = count->second;
  }
  for (const RecordedLeaf& leaf : step_->leaves) leaf.node.get()->backend = leaf.backend;
}

std::unique_ptr<RecordedStep> Capture::finish() {
  check_precision(precision_);
  step_->has_gradients = backward_begun_ || !zeroed_.empty();
  for (RecordedLeaf& leaf : step_->leaves) {
    Node& node = *leaf.node.get();
    node.backend = leaf.backend;
    leaf.zeroed = zeroed_.count(node.id) > 0;
    if (node.grad != nullptr) leaf.grad.emplace(node.grad_storage);
  }
  if (step_->memory != nullptr) {
    for (const auto& [block, storage] : step_->memory->in_use()) {
      if (storage != nullptr) step_->results.emplace_back(storage);
    }
  }
  const std::size_t counts = step_->counts.size();
  if (counts > 0) {
    step_->counts_now.emplace(step_->backend->real_backend(), counts * sizeof(std::uint64_t));
  }
  if (step_->graph != nullptr) step_->graph->record([&] { step_->make_each_call(); });
  return std::move(step_);
}

void Capture::add_leaf(Node& leaf) {
  if (made_.count(leaf.id) > 0 || leaves_.count(&leaf) > 0) return;
  check_leaf(leaf, *step_);
  RecordingBackend& recorder = recorder_of(*leaf.backend);
  if (step_->backend == nullptr) {
    Backend& backend = recorder.real_backend();
    step_->graph = backend.call_graph();
    step_->backend = step_->graph == nullptr ? &backend : &step_->graph->device();
    step_->memory = std::make_shared<StepMemory>(backend);
  }
  leaves_.insert(&leaf);
  other_storages_.insert(leaf.storage);
  step_->leaves.push_back({.node = NodeRef(&leaf),
                           .backend = leaf.backend,
                           .data = leaf.data,
                           .requires_grad = leaf.requires_grad,
                           .grad_before = leaf.grad});
  leaf.backend = &recorder;
}

void Capture::on_inputs(const Node& node, std::span<const Node* const> inputs) {
  check_precision(precision_);
  for (const Node* const input : inputs) add_leaf(changeable(*input));
  Node& result = changeable(node);
  made_.insert(node.id);
  result.backend = &recorder_of(*result.backend);
  const bool in_memory_of_step = step_->memory->belongs_to(result.storage);
  if (!in_memory_of_step && other_storages_.insert(result.storage).second) {
    step_->first_results.emplace_back(result.storage);
  }
  Observer::on_inputs(node, inputs);
}

void Capture::on_forward(const Node& node, const OpOptions& options) {
  if (before != nullptr) before->on_forward(node, options);
}

void Capture::on_backward_begin(const Node& node) {
  check_precision(precision_);
  backward_begun_ = true;
  Observer::on_backward_begin(node);
}

void Capture::on_backward(const Node& node, const Node& parent) {
  if (before != nullptr) before->on_backward(node, parent);
}

void Capture::on_change_begin(const char* by) {
  throw Error(where_capture, fmt::format("{}, which changes tensors by no op", by),
              "ops and backward() alone", "call it after run()");
}

void Capture::on_count(const std::shared_ptr<std::uint64_t>& calls) {
  counts_.emplace_back(calls, *calls);
  step_->count = calls;
  Observer::on_count(calls);
}

void Capture::on_change(const Node& node) {
  if (node.grad == nullptr && !backward_begun_) zeroed_.insert(node.id);
  Observer::on_change(node);
}

}  // namespace holo
