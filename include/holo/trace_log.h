// trace_log.h: the event log of a program: what its Values and Tensors did, one event after the
// other, forward and backward. A Trace writes it (trace.h); the stepper and the trace page read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holo/op_options.h"
#include "holo/shape.h"

namespace holo {

/// One thing that happened. The numbers of an event are runs of `size` doubles each, one after the
/// other: see Kind. A Value has runs of one number; a Tensor with more numbers than the log keeps
/// of one has a TraceSummary instead, see TraceLog::whole(). The numbers of the events follow each
/// other in TraceLog::numbers.
struct TraceEvent {
  // clang-format off
  enum class Kind : std::uint8_t {
    leaf,          ///< a number of the user, or a node older than the log.   value
    forward,       ///< an op has made a node.                                value
    backward,      ///< a backward begins at this root: the gradients of all inner nodes that it
                   ///< depends on become 0, then its own is this.            gradient
    contribution,  ///< the node has sent its part to a parent.
                   ///<                 a Value: local derivative, upstream, before, after
                   ///<                 a Tensor: the gradient of the parent before, after
    set_data,      ///< the user or an optimizer has changed the numbers, which shows at their next
                   ///< use or, of Values and parameters, at the end of the log. value
    set_grad,      ///< the same for a gradient: zero_grad is this with 0.    gradient
    clear_grad     ///< the backward that begins next clears the gradient of an inner Value before
                   ///< its root, which does not depend on it: an earlier backward has left it
                   ///<                                                       0
  };
  // clang-format on
  static constexpr std::uint32_t none = UINT32_MAX;

  Kind kind = Kind::leaf;
  std::uint32_t node = 0;       ///< index in TraceLog::nodes
  std::uint32_t parent = none;  ///< of a contribution: index in TraceLog::nodes, ...
  std::uint32_t edge = 0;       ///< ... and its place among the parents of the node: of a Tensor,
                                ///< which sends once, the first. 0 when the node is older than the
                                ///< log, which has no parents of it
  std::uint32_t scope = 0;      ///< index in TraceLog::scopes; a contribution has that of the op
  std::uint32_t place = 0;      ///< index in TraceLog::places; the same. A change has none
  std::uint64_t first = 0;      ///< of its numbers in TraceLog::numbers
  std::uint64_t size = 1;       ///< of one run

  bool operator==(const TraceEvent&) const = default;
};

/// A run that stands for the many numbers of a large Tensor: these five, then its first numbers and
/// its last ones.
struct TraceSummary {
  static constexpr std::size_t shown = 8;             ///< at each end
  static constexpr std::size_t size = 5 + 2 * shown;  ///< of the run

  double minimum, maximum, mean;     ///< of the finite numbers; NaN when there is none
  double nan_count, infinity_count;  ///< whole numbers; infinities of both signs
  std::span<const double> first, last;

  /// Of a run that is not whole.
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
  std::uint64_t number;      ///< #13, as messages, print_graph and gdb show it: not unique in a log
  bool is_tensor;            ///< else a Value
  bool requires_grad;        ///< else no gradient flows into it; always true of a Value
  std::string op, label;     ///< "mul", "loss"; a leaf of the user is "leaf"
  std::vector<Index> shape;  ///< of a Tensor; empty for a Value and for a single number
  /// Indices in TraceLog::nodes, smaller than its own; x * x has x twice. Those of a Tensor are
  /// with the constants among its inputs. Empty for a node older than the log.
  std::vector<std::uint32_t> parents;
  std::uint32_t made_by;  ///< its event: a leaf or forward
  OpOptions options;      ///< of a Tensor; those that are indices are empty, see `indices`
  /// Of a Tensor: the rows that embedding takes, the indices of gather, the targets of
  /// cross_entropy. Empty when there are more than a log keeps numbers of one Tensor.
  std::vector<Index> indices = {};

  /// True for the result of an op, whose gradient ends when a backward reaches it again. A leaf
  /// keeps its own, and so does here a node older than the log.
  bool is_inner() const { return requires_grad && !parents.empty(); }

  /// The constant of an op of a Value and a double, as in x - 1 and 1 - x, and of pow(Tensor, 2.0).
  enum class Constant : std::uint8_t { none, first, second };
  Constant has_constant = Constant::none;
  double constant = 0;
};

/// A line of the user's source.
struct TracePlace {
  std::string file;  ///< as the compiler was given it; empty when it is not known
  int line = 0;

  bool operator==(const TracePlace&) const = default;
};

struct TraceLog {
  std::string program, command;  ///< that were run
  std::string version;           ///< "hologradient 0.1.0, real = float"
  std::vector<TraceEvent> events;
  std::vector<TracedNode> nodes;  ///< in the order in which they were first seen
  std::vector<double> numbers;
  std::vector<std::string> scopes{""};  ///< full names, "layer0.attn"; 0 is outside of all
  std::vector<TracePlace> places{{}};   ///< 0 is not known
  std::vector<std::string> tokens;      ///< what each token is, by its number; empty: not known
  std::string no_lines;  ///< why no event has a place, when they were asked for; else empty
  std::string cut;       ///< why the log ends early; empty when it is whole

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
  /// True when the runs of the node are all its numbers, false when each is a TraceSummary.
  bool whole(std::uint32_t node) const { return events[nodes[node].made_by].size == numel(node); }
  /// The same for the runs of an event: those of a contribution belong to the parent.
  bool whole(const TraceEvent& event) const {
    return whole(event.kind == TraceEvent::Kind::contribution ? event.parent : event.node);
  }
  /// "#3 y", or "#3" without a label.
  std::string name(std::uint32_t node) const;
  /// One event a line, as the stepper shows it, with its scope:
  ///   #0 leaf x  3
  ///   #2 mul y = x * w  6 = 3 * 2  (layer)
  ///   backward from #2 y  grad 1
  ///   mul #2 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
  std::string to_text() const;
};

class TraceState {
 public:
  /// Before the first event of `log`, which outlives the state and does not grow.
  explicit TraceState(const TraceLog& log);

  /// How many events have happened.
  std::size_t position() const { return position_; }
  /// The event that happened last. REQUIRES: position() > 0.
  const TraceEvent& last() const { return log_->events[position_ - 1]; }

  /// One event forward or back; false, and nothing happens, at the end or at the beginning.
  bool step();
  bool back();
  /// Moves to a position; to the end when there are fewer events.
  void go_to(std::size_t position);

  /// True when the node has been made.
  bool has_value(std::uint32_t node) const { return values_[node] != none; }
  /// Its numbers: a run of the log, so a TraceSummary of a large Tensor. Empty when it has not been
  /// made.
  std::span<const double> value(std::uint32_t node) const { return run_at(values_[node], node); }
  /// True when a gradient has arrived at the node, which may be 0.
  bool has_grad(std::uint32_t node) const { return grads_[node] != none; }
  /// Its gradient. Empty, which stands for zeros, when none has arrived.
  std::span<const double> grad(std::uint32_t node) const { return run_at(grads_[node], node); }

 private:
  static constexpr std::uint64_t none = UINT64_MAX;
  // What back() restores: where the numbers of a node began before an event.
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
  std::vector<std::uint64_t> values_, grads_;  // by node: where its numbers begin in the log
  std::vector<Change> changes_;
};

}  // namespace holo
