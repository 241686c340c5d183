// recorded_step.h: what a capture leaves: the calls of kernels in their order, and what they read
// and write.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/call_graph.h"
#include "backend/scratch.h"
#include "holo/node.h"
#include "replay/step_memory.h"
#include "tensor/storage.h"

namespace holo {

/// A storage that lives as long as this.
class StorageRef {
 public:
  explicit StorageRef(Storage* storage) : storage_(storage->share()) {}
  StorageRef(StorageRef&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  StorageRef& operator=(StorageRef&&) = delete;
  ~StorageRef() {
    if (storage_ != nullptr) storage_->release();
  }
  Storage* get() const { return storage_; }

 private:
  Storage* storage_;
};

/// A tensor that the step reads and has not made by an op: a parameter, an input, a constant.
struct RecordedLeaf {
  NodeRef node;
  Backend* backend;  // before it was the recorder's
  const real* data;
  bool requires_grad;
  const real* grad_before;                        // the step, or null
  bool zeroed = false;                            // the step does not mind what was there before
  std::optional<StorageRef> grad = std::nullopt;  // after the step
};

struct RecordedStep {
  /// The calls, one by one and in their order.
  void make_each_call() const {
    for (const auto& call : calls) call(*backend);
  }

  std::vector<std::function<void(Backend&)>> calls;
  Backend* backend = nullptr;        // that is called; null: no op yet
  std::unique_ptr<CallGraph> graph;  // of the calls, where the device has such things
  std::shared_ptr<StepMemory> memory;

  bool has_gradients = false;  // computes some, or drops them
  std::vector<RecordedLeaf> leaves;
  std::vector<StorageRef> first_results;          // in memory that is not of StepMemory
  std::vector<StorageRef> results;                // that somebody holds when the step has ended
  std::vector<std::shared_ptr<const void>> kept;  // Indices, and seeds of backward()

  std::shared_ptr<std::uint64_t> count;  // told by a layer, for the upload that follows
  std::vector<std::shared_ptr<std::uint64_t>> counts;  // of Dropouts, one for each upload
  std::optional<DeviceMemory> counts_now;              // of the run, on the device
};

}  // namespace holo
