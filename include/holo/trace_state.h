// trace_state.h: a place in an event log, and every value and gradient as it was there. It moves
// forward and back, one event at a time; both ways restore every bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

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
