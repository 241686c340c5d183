// writer.h: adds events and nodes to a log, and the observers of both engines, which write with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "holo/observer.h"
#include "holo/tape.h"
#include "holo/trace.h"

namespace holo {

/// True for the scope `name` itself and for those in it.
inline bool is_inside(const std::string& scope, const std::string& name) {
  return scope == name || scope.starts_with(name + ".");
}

class TraceWriter {
 public:
  /// Goes on with a log that is not empty.
  TraceWriter(TraceLog& log, const TraceOptions& options);

  /// True when the log takes this many events more, and numbers; else it ends here, and nothing may
  /// be added any more.
  bool has_room(std::size_t events, std::size_t numbers);

  /// True where the user wants to see what is computed: TraceOptions::scope.
  bool in_scope() const;
  bool has_scope() const { return !options_.scope.empty(); }

  // When these two throw, the log is as it was before.
  /// Adds a node and the event that made it; returns its index.
  std::uint32_t add_node(TracedNode node, TraceEvent::Kind kind, std::span<const double> data);
  /// Adds an event with one run, or with several of that size, one after the other.
  TraceEvent& add_event(TraceEvent::Kind kind, std::uint32_t node, std::span<const double> numbers,
                        std::size_t runs = 1);

  /// Gives the event that made the node more numbers in place of its own. False, and nothing
  /// happens, when a later event is of this node, or when there is no room for them.
  bool replace_numbers(std::uint32_t node, std::span<const double> data);

  /// Finds the lines of the places, which are empty until then. Places of the same line become one.
  void find_places();

  TraceLog& log() { return log_; }
  const TraceOptions& options() const { return options_; }

 private:
  std::uint32_t scope_here();
  std::uint32_t place_here();

  TraceLog& log_;
  TraceOptions options_;
  std::map<std::string, std::uint32_t> scope_of_;
  using Stack = std::vector<const void*>;
  std::map<Stack, std::uint32_t> place_of_;
  std::size_t first_event_, first_place_;  // of this writer
};

/// Watches the current tape of this thread. It hears of each node, label and backward; what the
/// user or an optimizer has changed since then it finds by comparing the tape with the log.
class ValueTrace {
 public:
  explicit ValueTrace(TraceWriter& writer);
  ~ValueTrace();
  ValueTrace(const ValueTrace&) = delete;
  ValueTrace& operator=(const ValueTrace&) = delete;

 private:
  // What the log knows of a node of the tape.
  struct Known {
    std::uint32_t index = TraceEvent::none;  // in TraceLog::nodes
    double data = 0, grad = 0;               // as the log has them
  };
  static void watch(const Tape& tape, TapeEvent event, NodeId node,
                    const std::span<const Value>* order);
  void on_node(const Tape& tape, std::size_t node);
  void on_label(const Tape& tape, NodeId node);
  void on_backward(const Tape& tape, std::size_t root, const std::span<const Value>* order);
  void clear_inner_grads(const Tape& tape, std::size_t root);
  // A backward, by the node's index: its gradient so far, and whether the root depends on it.
  struct Pass {
    std::vector<double> grads;
    std::vector<bool> reached;
  };
  void send(const Tape& tape, std::size_t node, Pass& pass);

  bool knows(std::size_t node) const;
  bool is_inner(std::size_t node) const;
  Known& known(const Tape& tape, std::size_t node);
  Known& add(const Tape& tape, std::size_t node, TraceEvent::Kind kind,
             std::vector<std::uint32_t> parents);
  void find_changes(const Tape& tape, std::size_t node);
  void find_all_changes(const Tape& tape);
  void tell(TraceEvent::Kind kind, std::uint32_t index, double number);
  void tell_grad(TraceEvent::Kind kind, Known& node, double grad);

  TraceWriter& writer_;
  Tape* tape_;
  std::vector<Known> known_;     // by the node's index on the tape
  bool after_backward_ = false;  // no node has been recorded since then
};

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
