// capture.h: watches a step, and puts a recorder between its tensors and their backend.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "holo/matmul_precision.h"
#include "holo/node.h"
#include "replay/recorded_step.h"

namespace holo {

/// While it lives, ops of this thread are recorded.
class Capture final : public Observer {
 public:
  /// Throws holo::Error when there is another one.
  Capture();
  ~Capture() override;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// Ends a step that went well.
  std::unique_ptr<RecordedStep> finish();

  void on_inputs(const Node& node, std::span<const Node* const> inputs) override;
  void on_forward(const Node& node, const OpOptions& options) override;
  void on_backward_begin(const Node& node) override;
  void on_backward(const Node& node, const Node& parent) override;
  void on_change_begin(const char* by) override;
  void on_count(const std::shared_ptr<std::uint64_t>& calls) override;
  void on_change(const Node& node) override;

 private:
  void add_leaf(Node& leaf);

  std::unique_ptr<RecordedStep> step_;
  std::unordered_set<const Node*> leaves_;
  std::unordered_set<const Storage*> other_storages_;  // of leaves and first results
  std::unordered_set<std::uint64_t> made_;             // numbers of the results of its ops
  std::unordered_set<std::uint64_t> zeroed_;           // numbers of nodes, before any backward
  std::vector<std::pair<std::shared_ptr<std::uint64_t>, std::uint64_t>> counts_;  // as they were
  bool backward_begun_ = false;
  const MatmulPrecision precision_ = matmul_precision();  // of all calls
};

}  // namespace holo
