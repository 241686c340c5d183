// tensors.h: writes down what the tensors of a thread do.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "holo/node.h"
#include "trace/writer.h"

namespace holo {

/// Observes the tensors of this thread. It writes before it passes an event on, so that a log ends
/// with the op at which AnomalyMode throws.
class TensorTrace final : public Observer {
 public:
  explicit TensorTrace(TraceWriter& writer);
  ~TensorTrace() override;
  TensorTrace(const TensorTrace&) = delete;
  TensorTrace& operator=(const TensorTrace&) = delete;

  void on_inputs(const Node& node, std::span<const Node* const> inputs) override;
  void on_forward(const Node& node, const OpOptions& options) override;
  void on_backward_begin(const Node& node) override;
  void on_backward(const Node& node, const Node& parent) override;
  void on_change(const Node& node) override;
  void on_label(const Node& node) override;

 private:
  using Kind = TraceEvent::Kind;
  // What the log knows of a node.
  struct Known {
    std::uint32_t index;       // in TraceLog::nodes
    std::uint64_t data, grad;  // bits_of() what the log has
    bool whole = false;        // however many numbers it has
  };
  // A parent of the node whose backward runs, and its gradient before.
  struct Before {
    const Node* parent;
    std::vector<double> run;
  };
  std::size_t run_size_of(const Node& node) const;
  std::vector<double> run(const std::vector<real>& numbers, bool whole) const;
  void keep_whole(const Node& node);
  Known& add(const Node& node, Kind kind, std::vector<std::uint32_t> parents, OpOptions options);
  Known* find(const Node& node, bool is_root = false);
  void find_changes(const Node& node, Known& known, bool is_root);
  void tell(Kind kind, Known& known, const std::vector<real>& numbers);
  bool is_inner(const Known& known) { return writer_.log().nodes[known.index].is_inner(); }

  TraceWriter& writer_;
  std::unordered_map<std::uint64_t, Known> known_;                        // by Node::id
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> inputs_;  // of ops that compute
  std::map<std::uint32_t, NodeRef> parameters_;  // leaves that require a gradient, by their index
  std::vector<Before> before_;
  std::size_t for_losses_ = 0;       // numbers that keep_whole() has taken, or will
  std::uint64_t last_backward_ = 0;  // Node::reached_by of its root
};

}  // namespace holo
