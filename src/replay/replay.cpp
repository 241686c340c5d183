// replay.cpp: records a step, and runs it again.
#include "holo/replay.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "backend/pool.h"
#include "holo/check.h"
#include "replay/capture.h"
#include "replay/recorded_step.h"
#include "replay/recorder.h"
#include "tensor/record.h"

namespace holo {
namespace {

constexpr const char* where_run = "Replay::run";

// `has_gradients`: of the step.
void check_leaf(const RecordedLeaf& leaf, bool has_gradients) {
  const Node& node = *leaf.node.get();
  const Storage* const grad = leaf.grad ? leaf.grad->get() : nullptr;
  const bool grad_moved =
      has_gradients && grad != nullptr && node.grad_storage != nullptr && node.grad_storage != grad;
  if (node.data != leaf.data || grad_moved) {
    throw Error(where_run, fmt::format("{}, which has moved since the capture", name_of(node)),
                "leaves where they were", "capture() after the optimizer was made");
  }
  if (!has_gradients) return;
  if (node.requires_grad != leaf.requires_grad) {
    throw Error(where_run,
                fmt::format("{}, which {} a gradient", name_of(node),
                            leaf.requires_grad ? "requires no more" : "now requires"),
                "leaves as they were in the capture", "capture() again");
  }
  if (leaf.zeroed || node.grad == leaf.grad_before) return;
  throw Error(
      where_run,
      fmt::format("{}, which has {} gradient", name_of(node), node.grad == nullptr ? "no" : "a"),
      fmt::format("{} one, as before the capture", node.grad == nullptr ? "with" : "without"),
      node.grad == nullptr ? "no zero_grad(), which the step that was captured did not have"
                           : "zero_grad() before run()");
}

void check(const RecordedStep* step) {
  if (step == nullptr) {
    throw Error(where_run, "an empty Replay", "one that capture() has made",
                "Replay step = capture([&] { ... });");
  }
  if (RecordingBackend::step != nullptr) {
    throw Error(where_run, "a call within a capture", "ops and backward() alone",
                "run() after the other step");
  }
  if (observer != nullptr) {
    throw Error(where_run, "an observer of this thread, which would see no op of it",
                "no Profiler, AnomalyMode or log", "the step itself, without a Replay");
  }
  for (const RecordedLeaf& leaf : step->leaves) check_leaf(leaf, step->has_gradients);
}

// Each Dropout counts on.
void upload_counts(const RecordedStep& step) {
  if (step.counts.empty()) return;
  std::vector<std::uint64_t> now;
  for (const auto& count : step.counts) now.push_back((*count)++);
  step.backend->upload(step.counts_now->data(), now.data(), now.size() * sizeof now[0]);
}

// As the step leaves it.
void set_gradient(const RecordedLeaf& leaf) {
  Node& node = *leaf.node.get();
  if (!leaf.grad) return node.drop_gradient();
  if (node.grad_storage == nullptr) node.grad_storage = leaf.grad->get()->share();
  node.grad = leaf.grad->get()->data;
}

// A graph that is not that of now gets the calls again, which have to be done before.
void make_calls(const RecordedStep& step) {
  if (step.graph != nullptr && step.graph->is_current()) return step.graph->launch();
  step.make_each_call();
  if (step.graph != nullptr) step.graph->record([&] { step.make_each_call(); });
}

void new_version(Storage& storage) {
  ++storage.version;
  storage.changed_by = where_run;
}

}  // namespace

Replay::Replay() = default;
Replay::Replay(std::unique_ptr<RecordedStep> step) : step_(std::move(step)) {}
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;
Replay::~Replay() = default;

Replay capture(const std::function<void()>& step) {
  Capture capture;
  step();
  return Replay(capture.finish());
}

void Replay::run() {
  check(step_.get());
  if (step_->has_gradients) {
    for (const RecordedLeaf& leaf : step_->leaves) set_gradient(leaf);
  }
  for (const auto* const results : {&step_->first_results, &step_->results}) {
    for (const StorageRef& result : *results) new_version(*result.get());
  }
  upload_counts(*step_);
  make_calls(*step_);
}

std::size_t Replay::calls() const { return step_ == nullptr ? 0 : step_->calls.size(); }

std::size_t Replay::bytes() const {
  if (step_ == nullptr || step_->memory == nullptr) return 0;
  std::size_t sum = step_->memory->bytes();
  for (const StorageRef& result : step_->first_results) sum += pool::rounded(result.get()->bytes);
  return step_->graph == nullptr ? sum : sum + step_->graph->bytes();
}

bool is_observed() { return observer != nullptr; }

}  // namespace holo
