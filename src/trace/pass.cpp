// pass.cpp: finds backward passes, each of which ends where the next one begins, and paths in them;
// writes a log as text; and moves a TraceState, which knows the current numbers of each node.
#include "trace/pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "holo/trace_log.h"
#include "trace/stepper/line.h"

namespace holo {

std::optional<BackwardPass> pass_at(const TraceLog& log, std::size_t position) {
  const auto begins = [&](std::size_t i) {
    return log.events[i].kind == TraceEvent::Kind::backward;
  };
  std::size_t begin = position;
  while (begin > 0 && !begins(begin - 1)) --begin;
  if (begin == 0) return std::nullopt;
  --begin;
  std::size_t end = begin + 1;
  while (end < log.events.size() && !begins(end)) ++end;
  return BackwardPass{log.events[begin].node, begin, end};
}

std::vector<std::uint32_t> inner_nodes(const TraceLog& log, std::uint32_t root) {
  std::vector<std::uint32_t> found, waiting{root};
  std::vector<bool> seen(log.nodes.size(), false);
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    if (seen[node] || !log.nodes[node].is_inner()) continue;
    seen[node] = true;
    found.push_back(node);
    for (const std::uint32_t parent : log.nodes[node].parents) waiting.push_back(parent);
  }
  return found;
}

Contributions contributions_by_parent(const TraceLog& log, const BackwardPass& pass,
                                      std::size_t end) {
  Contributions found(log.nodes.size());
  for (std::size_t i = pass.begin; i < end; ++i) {
    const TraceEvent& event = log.events[i];
    if (event.kind == TraceEvent::Kind::contribution) found[event.parent].push_back(i);
  }
  return found;
}

// ---- paths, from the node to the root; no recursion, as a path may have a million nodes ----

TracePaths paths_to(const TraceLog& log, const BackwardPass& pass, std::size_t end,
                    std::uint32_t node, std::size_t most) {
  // 1. Count all paths: each contribution adds its node's count to the parent's count.
  std::vector<double> count(log.nodes.size(), 0);
  count[pass.root] = 1;
  for (std::size_t i = pass.begin; i < end; ++i) {
    const TraceEvent& event = log.events[i];
    if (event.kind == TraceEvent::Kind::contribution) count[event.parent] += count[event.node];
  }
  TracePaths paths{{}, count[node], 0};
  // 2. List the first paths. `path` leads from the node towards the root; `next` has, for each node
  // on it, the contribution to that node to follow next.
  const auto to = contributions_by_parent(log, pass, end);
  std::vector<std::size_t> path, next{0};
  while (!next.empty() && paths.first.size() < most) {
    const std::uint32_t here = path.empty() ? node : log.events[path.back()].node;
    if (here == pass.root && next.back() == 0) {
      TracePath whole{{path.rbegin(), path.rend()}, 1};
      for (const std::size_t i : whole.events) whole.product *= log.run(log.events[i], 0)[0];
      paths.sum += whole.product;
      paths.first.push_back(std::move(whole));
    }
    if (next.back() < to[here].size()) {
      const std::size_t contribution = to[here][next.back()++];
      if (count[log.events[contribution].node] == 0) continue;  // the root does not reach it
      path.push_back(contribution);
      next.push_back(0);
    } else {
      next.pop_back();
      if (!path.empty()) path.pop_back();
    }
  }
  return paths;
}

// ---- TraceLog and TraceState ----

std::uint64_t TraceLog::numel(std::uint32_t node) const {
  std::uint64_t numel = 1;
  for (const Index size : nodes[node].shape) numel *= static_cast<std::uint64_t>(size);
  return numel;
}

std::string TraceLog::name(std::uint32_t node) const {
  const std::string& label = nodes[node].label;
  return fmt::format("#{}{}{}", nodes[node].number, label.empty() ? "" : " ", plain_label(label));
}

std::string TraceLog::to_text() const {
  std::string text;
  TraceState state(*this);
  while (state.step()) {
    text += event_text(*this, state, state.position() - 1) + scope_text(*this, state.last()) + "\n";
  }
  if (!cut.empty()) text += "the log ends here: " + plain_label(cut) + "\n";
  return text;
}

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
