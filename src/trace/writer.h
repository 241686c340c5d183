// writer.h: adds nodes and events to a log; the observers of both engines, which use it; and the
// source lines of events.
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

// ---- the line of the user's source from which a call came ----

/// For each function on the call stack, an address inside its current call, innermost first. Empty
/// if the system cannot list the call stack.
std::vector<const void*> call_stack();

/// For each stack, the line of its innermost function that belongs neither to this library nor to
/// the system, or TracePlace() if the line is not known. Lines are known if the program was
/// compiled with -g1 or more; those of shared libraries are not. Runs addr2line, of the GNU
/// binutils or LLVM. If there is no addr2line, no line is known; there is no error message.
std::vector<TracePlace> places_of(std::span<const std::vector<const void*>> stacks);

// ---- the log ----

class TraceWriter {
 public:
  TraceWriter(TraceLog& log, const TraceOptions& options) : log_(log), options_(options) {}

  /// True if the log has room for this many more events and numbers. Otherwise the log ends here,
  /// and nothing more may be added.
  bool has_room(std::size_t events, std::size_t numbers);

  // If one of the next two throws, the log is unchanged.
  /// Adds a node and the event that made it; returns the node's index.
  std::uint32_t add_node(TracedNode node, TraceEvent::Kind kind, std::span<const double> data);
  /// Adds an event whose numbers are `runs` runs of equal size, one after the other.
  TraceEvent& add_event(TraceEvent::Kind kind, std::uint32_t node, std::span<const double> numbers,
                        std::size_t runs = 1);

  /// Finds the lines of the places, which are empty until then. Merges places with the same line.
  void find_places();

  TraceLog& log() { return log_; }
  const TraceOptions& options() const { return options_; }

 private:
  std::uint32_t scope_here();
  std::uint32_t place_here();

  TraceLog& log_;
  TraceOptions options_;
  std::map<std::string, std::uint32_t> scope_of_{{"", 0}};
  using Stack = std::vector<const void*>;
  std::map<Stack, std::uint32_t> place_of_;
};

/// Watches the current tape of this thread. The tape reports each node, label and backward pass. To
/// find changes by the user or an optimizer, it compares the tape with the log.
class ValueTrace {
 public:
  explicit ValueTrace(TraceWriter& writer);
  ~ValueTrace();
  ValueTrace(const ValueTrace&) = delete;
  ValueTrace& operator=(const ValueTrace&) = delete;

 private:
  // A node of the tape as the log knows it.
  struct Known {
    std::uint32_t index = TraceEvent::none;  // in TraceLog::nodes
    double data = 0, grad = 0;               // the latest in the log
  };
  static void watch(const Tape& tape, TapeEvent event, NodeId node,
                    const std::span<const Value>* order);
  void on_node(const Tape& tape, std::size_t node);
  void on_label(const Tape& tape, NodeId node);
  void on_backward(const Tape& tape, std::size_t root, const std::span<const Value>* order);
  void clear_inner_grads(const Tape& tape, std::size_t root);
  // A backward pass. By the node's index: the gradient so far, and whether the root depends on it.
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
  bool after_backward_ = false;  // true until the tape has another node
};

/// Observes the tensors of this thread. Changes in place and new labels are not reported. So it
/// compares a tensor with the log when the tensor is used. It compares all parameters before the
/// first op after a backward pass, and at the end of the log.
class TensorTrace final : public Observer {
 public:
  explicit TensorTrace(TraceWriter& writer);
  ~TensorTrace() override;

  void on_op(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node) override;

 private:
  using Kind = TraceEvent::Kind;
  // Data or a gradient: the run that the log keeps, and bits_of() all numbers.
  struct Seen {
    std::vector<double> run;
    std::uint64_t bits;
  };
  // A node as the log knows it.
  struct Known {
    std::uint32_t index = 0;           // in TraceLog::nodes
    std::uint64_t data = 0, grad = 0;  // bits_of() the latest in the log
    // The gradient when last seen. The log may not have this gradient yet.
    std::optional<Seen> seen;
    std::uint64_t pass = 0;  // the value of pass_ when it was seen
  };
  // A leaf that requires a gradient, and the storage of its gradient when last seen.
  struct Release {
    void operator()(Storage* storage) const;
  };
  struct Parameter {
    NodeRef node;
    std::unique_ptr<Storage, Release> grad;
    std::uint32_t version = 0;  // the version of that storage
  };
  // A parent to which a node has sent a contribution, and the gradient of the parent before that,
  // if it is known.
  struct Sent {
    const Node* parent;
    std::optional<Seen> before;
  };
  std::size_t run_size_of(const Node& node) const;
  Seen see(const Node& node, const real* numbers) const;
  void saw_gradient(const Node& node, Known& known, Seen gradient);
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
  std::map<std::uint32_t, Parameter> parameters_;         // by index in the log
  std::unordered_map<std::uint64_t, Seen> older_leaves_;  // by Node::id
  NodeRef newest_;          // the last result, which may get a label before it is used
  std::uint64_t pass_ = 0;  // Node::reached_by of the last backward pass
  bool after_backward_ = false;
};

}  // namespace holo
