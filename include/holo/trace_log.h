// trace_log.h: the event log, a list of everything that a program's Values and Tensors did, forward
// and backward. A Trace (trace.h) writes the log; the stepper and the trace page read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holo/observer.h"
#include "holo/shape.h"

namespace holo {

/// One event of a log. The event's numbers form one or more runs of `size` doubles, as Kind
/// describes. For a Value, a run is one number. For a Tensor, a run contains all its numbers, or a
/// TraceSummary if there are too many: see TraceLog::whole(). TraceLog::numbers holds the numbers
/// of all events in order.
struct TraceEvent {
  // clang-format off
  enum class Kind : std::uint8_t {
    leaf,          ///< a leaf, or a node older than the log, enters the log. Run: value
    forward,       ///< an op has made a node. Run: value
    backward,      ///< a backward pass begins at this root. It first zeroes the gradients of all
                   ///< inner nodes that the root depends on. Run: the root's gradient
    contribution,  ///< the node has added its contribution to a parent's gradient. Runs of a Value:
                   ///< local derivative, upstream gradient, parent's gradient before and after.
                   ///< Runs of a Tensor: the parent's gradient before and after
    set_data,      ///< the program or an optimizer has changed a node's numbers. Logged at the
                   ///< node's next use or, for a Value or parameter, at the end. Run: value
    set_grad,      ///< the program, for example zero_grad, has changed a gradient. Run: gradient
    clear_grad     ///< a backward pass clears the gradient that an earlier pass has left in
                   ///< an inner Value on which the new root does not depend.
                   ///< Run: 0
  };
  // clang-format on
  static constexpr std::uint32_t none = UINT32_MAX;

  Kind kind = Kind::leaf;
  std::uint32_t node = 0;       ///< index of the event's node in TraceLog::nodes
  std::uint32_t parent = none;  ///< for a contribution, the parent's index in TraceLog::nodes
  std::uint32_t edge = 0;       ///< the parent's position among the node's parents, or its first
                                ///< position if a Tensor lists the parent twice. 0 if the node is
                                ///< older than the log, because its parents are then unknown
  std::uint32_t scope = 0;      ///< index of the op's scope in TraceLog::scopes
  std::uint32_t place = 0;      ///< index of the op's line in TraceLog::places; 0 means unknown
  std::uint64_t first = 0;      ///< index of the event's first number in TraceLog::numbers
  std::uint64_t size = 1;       ///< number of doubles in one run

  bool operator==(const TraceEvent&) const = default;
};

/// A summary that the log stores instead of a large Tensor's numbers: five statistics, then the
/// Tensor's first 8 and last 8 numbers.
struct TraceSummary {
  static constexpr std::size_t shown = 8;             ///< how many numbers are kept from each end
  static constexpr std::size_t size = 5 + 2 * shown;  ///< number of doubles in a summary

  double minimum, maximum, mean;     ///< over the finite numbers; NaN if there are none
  double nan_count, infinity_count;  ///< how many numbers are NaN, and how many are inf or -inf
  std::span<const double> first, last;

  /// Reads a summary from a run. TraceLog::whole() tells whether a run is a summary.
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
  std::uint64_t number;      ///< shown as #13 in messages, print_graph and gdb; may repeat in a log
  bool is_tensor;            ///< true for a Tensor, false for a Value
  bool requires_grad;        ///< false if no gradient flows into the node; always true for a Value
  std::string op, label;     ///< the op's name, or "leaf"; the label, or an empty string
  std::vector<Index> shape;  ///< a Tensor's shape; empty for a Value or a Tensor without dimensions
  /// The parents' indices in TraceLog::nodes, smaller than the node's own; x * x lists x twice. A
  /// Tensor's parents include the constants among its inputs. Empty for a node older than the log.
  std::vector<std::uint32_t> parents;
  std::uint32_t made_by;  ///< index of the leaf or forward event that made the node
  OpOptions options;      ///< the options of a Tensor's op, without its indices (see `indices`)
  /// The indices that a Tensor's op used: the rows of embedding, the indices of gather, or the
  /// targets of cross_entropy. Empty if there are more indices than TraceOptions::whole_up_to.
  std::vector<Index> indices = {};

  /// True for an op's result, whose gradient is cleared when a backward pass reaches it again.
  /// Leaves keep their gradients; here, nodes older than the log count as leaves.
  bool is_inner() const { return requires_grad && !parents.empty(); }

  /// Which argument is a constant, as in x - 1 or 1 - x (for Values) or pow(x, 2.0) (for Tensors).
  enum class Constant : std::uint8_t { none, first, second };
  Constant has_constant = Constant::none;
  double constant = 0;
};

/// A line of the user's source code.
struct TracePlace {
  std::string file;  ///< the path passed to the compiler; empty if unknown
  int line = 0;

  bool operator==(const TracePlace&) const = default;
};

struct TraceLog {
  std::string program, command;  ///< the program that ran, and its command line
  std::string version;           ///< "hologradient 0.1.0, real = float"
  std::vector<TraceEvent> events;
  std::vector<TracedNode> nodes;  ///< in the order of their first events
  std::vector<double> numbers;
  std::vector<std::string> scopes{""};  ///< full names, like "layer0.attn"; index 0 means no scope
  std::vector<TracePlace> places{{}};   ///< index 0 means unknown
  std::vector<std::string> tokens;      ///< the text of each token id; empty if unknown
  std::string no_lines;  ///< why some requested places were not found; empty if all were found
  std::string cut;       ///< why the log ends early; empty if it is complete

  /// The number of runs in an event: see TraceEvent::Kind.
  int runs(const TraceEvent& event) const {
    if (event.kind != TraceEvent::Kind::contribution) return 1;
    return nodes[event.node].is_tensor ? 2 : 4;
  }
  /// Run number i of an event, counted from 0.
  std::span<const double> run(const TraceEvent& event, int i = 0) const {
    return {numbers.data() + event.first + static_cast<std::size_t>(i) * event.size,
            static_cast<std::size_t>(event.size)};
  }
  /// The number of elements in a node; 1 for a Value.
  std::uint64_t numel(std::uint32_t node) const;
  /// True if each run of the node holds all the node's numbers, false if each is a TraceSummary.
  bool whole(std::uint32_t node) const { return events[nodes[node].made_by].size == numel(node); }
  /// whole() for the node whose numbers the runs contain: the parent if this is a contribution.
  bool whole(const TraceEvent& event) const {
    return whole(event.kind == TraceEvent::Kind::contribution ? event.parent : event.node);
  }
  /// "#3 y", or "#3" without a label.
  std::string name(std::uint32_t node) const;
  /// One line per event, in the stepper's format, with the scope in parentheses:
  ///   #0 leaf x  3
  ///   #2 mul y = x * w  6 = 3 * 2  (layer)
  ///   backward from #2 y  grad 1
  ///   mul #2 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
  std::string to_text() const;
};

class TraceState {
 public:
  /// Starts before the first event of `log`, which must outlive this object and must not grow.
  explicit TraceState(const TraceLog& log);

  /// The number of events that have happened so far.
  std::size_t position() const { return position_; }
  /// The most recent event. REQUIRES: position() > 0.
  const TraceEvent& last() const { return log_->events[position_ - 1]; }

  /// Moves one event forward (step) or back. Returns false if there is no such event.
  bool step();
  bool back();
  /// Moves to a position, or to the end if the log has fewer events.
  void go_to(std::size_t position);

  /// True if the node exists at this position.
  bool has_value(std::uint32_t node) const { return values_[node] != none; }
  /// The node's current numbers: all of them, or a TraceSummary for a large Tensor. Empty if the
  /// node does not exist yet.
  std::span<const double> value(std::uint32_t node) const { return run_at(values_[node], node); }
  /// True if a gradient has arrived at the node, even a gradient of 0.
  bool has_grad(std::uint32_t node) const { return grads_[node] != none; }
  /// The node's gradient. If none has arrived, the result is empty, which stands for zeros.
  std::span<const double> grad(std::uint32_t node) const { return run_at(grads_[node], node); }

 private:
  static constexpr std::uint64_t none = UINT64_MAX;
  // For back(): where a node's numbers began in TraceLog::numbers before an event changed them.
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
  std::vector<std::uint64_t> values_, grads_;  // for each node, the index of its run's first number
  std::vector<Change> changes_;
};

}  // namespace holo
