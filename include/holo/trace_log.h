// trace_log.h: the event log of a program lists what its Values and Tensors did, event by event,
// forward and backward. A Trace writes it (trace.h); the stepper and the trace page read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holo/op_options.h"
#include "holo/shape.h"

namespace holo {

/// One thing that happened. An event's numbers are one or more runs of `size` doubles each: see
/// Kind. A Value's runs have one number. If a Tensor has more numbers than the log keeps for one
/// Tensor, each run is a TraceSummary: see TraceLog::whole(). TraceLog::numbers holds the numbers
/// of all events in order.
struct TraceEvent {
  // clang-format off
  enum class Kind : std::uint8_t {
    leaf,          ///< an input or parameter, or a node older than the log.  value
    forward,       ///< an op has made a node.                                value
    backward,      ///< a backward pass begins at this root: gradients of all inner nodes that it
                   ///< depends on become 0, then the root's is this.         gradient
    contribution,  ///< the node has added its contribution to a parent's gradient.
                   ///<                 a Value: local derivative, upstream, before, after
                   ///<                 a Tensor: the gradient of the parent before, after
    set_data,      ///< the program or an optimizer has changed the numbers. The log notices this at
                   ///< the next use or, for Values and parameters, at its end. value
    set_grad,      ///< the same for a gradient; zero_grad sets it to 0.      gradient
    clear_grad     ///< the next backward pass clears the gradient that an earlier pass has left in
                   ///< an inner Value on which the next root does not depend.
                   ///<                                                       0
  };
  // clang-format on
  static constexpr std::uint32_t none = UINT32_MAX;

  Kind kind = Kind::leaf;
  std::uint32_t node = 0;       ///< index in TraceLog::nodes
  std::uint32_t parent = none;  ///< the parent of a contribution: index in TraceLog::nodes
  std::uint32_t edge = 0;       ///< that parent's position among the node's parents. A Tensor sends
                                ///< to each parent only once: the first position. 0 if the node is
                                ///< older than the log, which does not know its parents
  std::uint32_t scope = 0;      ///< index in TraceLog::scopes; a contribution has the op's scope
  std::uint32_t place = 0;      ///< index in TraceLog::places; likewise. A change has no place
  std::uint64_t first = 0;      ///< where its numbers begin in TraceLog::numbers
  std::uint64_t size = 1;       ///< the size of one run

  bool operator==(const TraceEvent&) const = default;
};

/// A run that summarises a large Tensor: the five numbers below, then the Tensor's first and last
/// numbers.
struct TraceSummary {
  static constexpr std::size_t shown = 8;             ///< the numbers shown at each end
  static constexpr std::size_t size = 5 + 2 * shown;  ///< the size of the run

  double minimum, maximum, mean;     ///< over the finite numbers; NaN if there are none
  double nan_count, infinity_count;  ///< counts; infinities of both signs
  std::span<const double> first, last;

  /// Reads a run of a node that is not whole: see TraceLog::whole().
  explicit TraceSummary(std::span<const double> run)
      : minimum(run[0]),
        maximum(run[1]),
        mean(run[2]),
        nan_count(run[3]),
        infinity_count(run[4]),
        first(run.subspan(5, shown)),
        last(run.last(shown)) {}
};

/// A node of the log: a Value or a Tensor.
struct TracedNode {
  std::uint64_t number;      ///< shown as #13 in messages, print_graph and gdb; not unique in a log
  bool is_tensor;            ///< if false, a Value
  bool requires_grad;        ///< if false, no gradient flows into it; always true for a Value
  std::string op, label;     ///< for example "mul", "loss"; the op of a leaf is "leaf"
  std::vector<Index> shape;  ///< a Tensor's shape; empty for a Value and for a single number
  /// Indices in TraceLog::nodes, all smaller than the node's own; x * x has x twice. For a Tensor
  /// they include the constants among its inputs. Empty for a node older than the log.
  std::vector<std::uint32_t> parents;
  std::uint32_t made_by;  ///< the event that made the node: leaf or forward
  OpOptions options;      ///< a Tensor's options; any indices are in `indices` instead
  /// For a Tensor: the rows that embedding looks up, the indices of gather, or the targets of
  /// cross_entropy. Empty if they exceed the limit on the numbers of one Tensor.
  std::vector<Index> indices = {};

  /// True for the result of an op, whose gradient is cleared when a backward pass reaches it again.
  /// A leaf keeps its gradient; here, so does a node older than the log.
  bool is_inner() const { return requires_grad && !parents.empty(); }

  /// The constant of an op on a Value and a double, as in x - 1 or 1 - x, or of pow(Tensor, 2.0).
  enum class Constant : std::uint8_t { none, first, second };
  Constant has_constant = Constant::none;
  double constant = 0;
};

/// A line of the user's source.
struct TracePlace {
  std::string file;  ///< as given to the compiler; empty if unknown
  int line = 0;

  bool operator==(const TracePlace&) const = default;
};

struct TraceLog {
  std::string program, command;  ///< that were run
  std::string version;           ///< "hologradient 0.1.0, real = float"
  std::vector<TraceEvent> events;
  std::vector<TracedNode> nodes;  ///< in the order in which they were first seen
  std::vector<double> numbers;
  std::vector<std::string> scopes{""};  ///< full names like "layer0.attn"; 0 is outside all scopes
  std::vector<TracePlace> places{{}};   ///< 0 is not known
  std::vector<std::string> tokens;      ///< the text of each token, by id; empty if unknown
  std::string no_lines;  ///< why no event has a place although places were requested; or empty
  std::string cut;       ///< why the log ends early; empty if it is complete

  /// How many runs an event has: see TraceEvent::Kind.
  int runs(const TraceEvent& event) const {
    if (event.kind != TraceEvent::Kind::contribution) return 1;
    return nodes[event.node].is_tensor ? 2 : 4;
  }
  /// Run 0, 1, ... of an event.
  std::span<const double> run(const TraceEvent& event, int i = 0) const {
    return {numbers.data() + event.first + static_cast<std::size_t>(i) * event.size,
            static_cast<std::size_t>(event.size)};
  }
  /// How many numbers the node has: 1 for a Value.
  std::uint64_t numel(std::uint32_t node) const;
  /// True if the node's runs hold all its numbers, false if each is a TraceSummary.
  bool whole(std::uint32_t node) const { return events[nodes[node].made_by].size == numel(node); }
  /// The same for an event's runs. A contribution's runs belong to the parent.
  bool whole(const TraceEvent& event) const {
    return whole(event.kind == TraceEvent::Kind::contribution ? event.parent : event.node);
  }
  /// "#3 y", or "#3" without a label.
  std::string name(std::uint32_t node) const;
  /// One line per event, as the stepper shows it, with its scope:
  ///   #0 leaf x  3
  ///   #2 mul y = x * w  6 = 3 * 2  (layer)
  ///   backward from #2 y  grad 1
  ///   mul #2 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
  std::string to_text() const;
};

class TraceState {
 public:
  /// Starts before the first event of `log`, which must outlive the state and must not grow.
  explicit TraceState(const TraceLog& log);

  /// How many events have happened.
  std::size_t position() const { return position_; }
  /// The event that happened last. REQUIRES: position() > 0.
  const TraceEvent& last() const { return log_->events[position_ - 1]; }

  /// Moves one event forward or back. At the end or beginning, returns false and does nothing.
  bool step();
  bool back();
  /// Moves to a position, or to the end if there are fewer events.
  void go_to(std::size_t position);

  /// True when the node has been made.
  bool has_value(std::uint32_t node) const { return values_[node] != none; }
  /// The node's numbers: a run of the log, which is a TraceSummary for a large Tensor. Empty if the
  /// node has not been made.
  std::span<const double> value(std::uint32_t node) const { return run_at(values_[node], node); }
  /// True when a gradient, which may be 0, has arrived at the node.
  bool has_grad(std::uint32_t node) const { return grads_[node] != none; }
  /// The node's gradient. Empty, which stands for zeros, if none has arrived.
  std::span<const double> grad(std::uint32_t node) const { return run_at(grads_[node], node); }

 private:
  static constexpr std::uint64_t none = UINT64_MAX;
  // What back() restores: where a node's numbers in the log began before an event.
  struct Change {
    std::size_t position;
    std::uint32_t node;
    bool is_grad;
    std::uint64_t before;
  };
  void set(std::uint32_t node, bool is_grad, std::uint64_t first);
  std::span<const double> run_at(std::uint64_t first, std::uint32_t node) const;

  const TraceLog* log_;
  std::size_t position_ = 0;
  std::vector<std::uint64_t> values_, grads_;  // for each node: where its numbers begin in the log
  std::vector<Change> changes_;
};

}  // namespace holo
