// state.cpp: the numbers of a state lie in the log; a step changes which of them are current.
#include "holo/trace_state.h"

#include "trace/pass.h"

namespace holo {

TraceState::TraceState(const TraceLog& log)
    : log_(&log), values_(log.nodes.size(), none), grads_(log.nodes.size(), none) {}

std::span<const double> TraceState::run_at(std::uint64_t first, std::uint32_t node) const {
  if (first == none) return {};
  return {log_->numbers.data() + first,
          static_cast<std::size_t>(log_->events[log_->nodes[node].made_by].size)};
}

void TraceState::set(std::uint32_t node, bool is_grad, std::uint64_t first) {
  std::uint64_t& current = (is_grad ? grads_ : values_)[node];
  changes_.push_back({position_, node, is_grad, current});
  current = first;
}

bool TraceState::step() {
  if (position_ == log_->events.size()) return false;
  const TraceEvent& event = log_->events[position_];
  switch (event.kind) {
    case TraceEvent::Kind::leaf:
    case TraceEvent::Kind::forward:
    case TraceEvent::Kind::set_data:
      set(event.node, false, event.first);
      break;
    case TraceEvent::Kind::backward:
      for (const std::uint32_t node : inner_nodes(*log_, event.node)) {
        if (has_grad(node)) set(node, true, none);
      }
      set(event.node, true, event.first);
      break;
    case TraceEvent::Kind::set_grad:
    case TraceEvent::Kind::clear_grad:
      set(event.node, true, event.first);
      break;
    case TraceEvent::Kind::contribution: {
      const std::uint64_t runs_before = log_->nodes[event.node].is_tensor ? 1 : 3;
      set(event.parent, true, event.first + runs_before * event.size);
      break;
    }
  }
  ++position_;
  return true;
}

bool TraceState::back() {
  if (position_ == 0) return false;
  --position_;
  while (!changes_.empty() && changes_.back().position == position_) {
    const Change& change = changes_.back();
    (change.is_grad ? grads_ : values_)[change.node] = change.before;
    changes_.pop_back();
  }
  return true;
}

void TraceState::go_to(std::size_t position) {
  while (position_ > position) back();
  while (position_ < position && step()) {
  }
}

}  // namespace holo
