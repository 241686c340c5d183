// tensors.h: writes down what the tensors of a thread do.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "holo/observer.h"
#include "trace/writer.h"

namespace holo {

/// Observes the tensors of this thread. Nobody tells it of a change in place, or of a new label: it
/// compares what it knows of a tensor with the numbers of now when the tensor is used, of all
/// parameters before the first op after a backward, and at the end of the log.
class TensorTrace final : public Observer {
 public:
  explicit TensorTrace(TraceWriter& writer);
  ~TensorTrace() override;

  void on_op(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node) override;

 private:
  using Kind = TraceEvent::Kind;
  // The numbers of a gradient or of data, as the log keeps them, and bits_of() all of them.
  struct Seen {
    std::vector<double> run;
    std::uint64_t bits;
  };
  // What the log knows of a node.
  struct Known {
    std::uint32_t index = 0;           // in TraceLog::nodes
    std::uint64_t data = 0, grad = 0;  // bits_of() what the log has
    bool whole = false;                // however many numbers it has
    // The gradient when it was seen last, of which the log need not have been told.
    std::optional<Seen> seen;
    std::uint64_t pass = 0;  // the number of the backward in which it was seen
  };
  // A leaf that requires a gradient, and where that lay when it was seen last.
  struct Release {
    void operator()(Storage* storage) const;
  };
  struct Parameter {
    NodeRef node;
    std::unique_ptr<Storage, Release> grad;
    std::uint32_t version = 0;  // of its storage
  };
  // A parent that has been sent a part of its gradient, and its gradient before where that is
  // known.
  struct Sent {
    const Node* parent;
    std::optional<Seen> before;
  };
  std::size_t run_size_of(const Node& node) const;
  Seen see(const Node& node, const real* numbers, bool whole) const;
  void saw_gradient(const Node& node, Known& known, Seen gradient);
  void keep_whole(const Node& node);
  Known& add(const Node& node, Kind kind, std::vector<std::uint32_t> parents, OpOptions options);
  Known* find(const Node& node, bool with_gradient = true);
  void find_changes(const Node& node, Known& known, bool with_gradient);
  void find_changed_parameters(const Node* root);
  void begin_backward(const Node& root);
  std::optional<Seen> gradient_before(const Node& node, const Known& known) const;
  void see_older_leaves(const Node& root);
  std::vector<Sent> find_sent(const Node& node);
  void tell_sent(const Node& node, const Sent& sent);
  void tell(Kind kind, Known& known, const Seen& numbers);
  bool is_inner(const Known& known) { return writer_.log().nodes[known.index].is_inner(); }

  TraceWriter& writer_;
  std::unordered_map<std::uint64_t, Known> known_;        // by Node::id
  std::map<std::uint32_t, Parameter> parameters_;         // by their index in the log
  std::unordered_map<std::uint64_t, Seen> older_leaves_;  // by Node::id
  NodeRef newest_;              // the last result: it may get a label before anything uses it
  std::size_t for_losses_ = 0;  // numbers that keep_whole() has taken, or will
  std::uint64_t pass_ = 0;      // Node::reached_by of the last backward
  bool after_backward_ = false;
};

}  // namespace holo
