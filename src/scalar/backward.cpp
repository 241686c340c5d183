// backward.cpp: the backward pass of the scalar engine. The loop at the end of the first backward()
// is the whole algorithm; backward_fast is a faster form of it. The rest keeps a call cheap on a
// tape that is mostly old.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <queue>
#include <string>

#include "holo/value.h"
#include "scalar/backward_fast.h"

namespace holo {
namespace {

void warn_of_growth(const Tape& tape, std::size_t growths) {
  static std::atomic<bool> has_warned = false;
  if (has_warned.exchange(true)) return;
  const std::string warning = fmt::format(
      "warning: the tape has grown over {} backward passes to {} nodes, {} MB, and keeps them all. "
      "Try: const Tape::Scope scope; as the first line of each step\n",
      growths, tape.node_count(), tape.bytes() / 1'000'000);
  std::fputs(warning.c_str(), stderr);
}

}  // namespace

void Tape::backward(NodeId id) {
  const std::size_t root = begin_backward(id, nullptr);
  if (!may_sweep(root)) return backward_from_queue(root);
  note_written(0, root + 1);
  if (is_optimized_build) {
    reached_ = backward_fast(std::span(nodes_).first(root + 1),
                             std::span(parent_).first(end_of_edges(root)), local_, grad_,
                             [&] { return used_by(root); });
    return;
  }
  const std::vector<bool> used = used_by(root);
  for (std::size_t node = root + 1; node-- > 0;) {
    if (!used[node]) continue;
    for (std::size_t e = nodes_[node].first_edge; e < end_of_edges(node); ++e) {
      grad_[parent_[e]] += local_[e] * grad_[node];
    }
  }
}

void Tape::backward(NodeId id, std::span<const Value> order) {
  for (const Value value : order) checked(value);
  const std::size_t root = begin_backward(id, &order);
  note_written(0, root + 1);
  std::vector<bool> got_zero(root + 1);  // the root uses the node, with a grad of 0
  for (const Value value : order) {
    const std::size_t node = value.index();
    if (node > root || (grad_[node] == 0 && !got_zero[node])) continue;
    for (std::size_t e = nodes_[node].first_edge; e < end_of_edges(node); ++e) {
      double& grad = grad_[parent_[e]];
      grad += local_[e] * grad_[node];
      if (grad == 0) got_zero[parent_[e]] = true;
    }
  }
}

// Every node up to the root gets a place for its gradient. An inner node drops the one that an
// earlier backward has left there; a leaf keeps it until zero_grad, so that this one adds to it.
// Then d(root)/d(root) = 1 is added to that of the root.
std::size_t Tape::begin_backward(NodeId id, const std::span<const Value>* order) {
  const std::size_t root = checked(id);
  if (watcher != nullptr) watcher(*this, TapeEvent::backward, id, order);
  for (; forgotten_ < written_.size(); ++forgotten_) {
    const auto [first, end] = written_[forgotten_];
    for (std::size_t i = first; i < std::min(end, grad_.size()); ++i) {
      if (!nodes_[i].is_leaf()) grad_[i] = 0;
    }
  }
  if (root >= grad_.size()) grad_.resize(root + 1);
  note_written(root, root + 1);
  grad_[root] += 1;
  return root;
}

// True when a loop over all nodes and edges up to the root costs little more than what was done
// before it: a quarter of them were recorded since the last backward, or were reached by it.
bool Tape::may_sweep(std::size_t root) {
  const std::size_t all = root + 1 + end_of_edges(root), recorded = all - std::min(all, seen_);
  if (recorded > 0) {
    seen_ = all;
    if (++growths_ >= 100 && node_count_ >= 1'000'000) warn_of_growth(*this, growths_);
  }
  return all <= 4 * std::max(recorded, reached_);
}

// Which nodes the root depends on. Their edges are those that the backward reaches.
std::vector<bool> Tape::used_by(std::size_t root) {
  std::vector<bool> used(root + 1);
  used[root] = true;
  reached_ = 0;
  for (std::size_t node = root + 1; node-- > 0;) {
    if (!used[node]) continue;
    const std::size_t first = nodes_[node].first_edge, end = end_of_edges(node);
    for (std::size_t e = first; e < end; ++e) used[parent_[e]] = true;
    reached_ += end - first;
  }
  return used;
}

// Visits only the nodes that the root depends on, newest first: a node is newer than its parents,
// so the newest one in the queue has its whole gradient. A node is there once for each of its uses.
void Tape::backward_from_queue(std::size_t root) {
  std::priority_queue<std::size_t> queue;
  reached_ = 0;
  const auto add = [&](std::size_t node, double sent) {
    const double sum = grad_[node] + sent;
    if (grad_[node] == 0 && sum != 0) note_written(node, node + 1);
    if (!nodes_[node].is_leaf()) queue.push(node);
    grad_[node] = sum;
  };
  if (!nodes_[root].is_leaf()) queue.push(root);
  while (!queue.empty()) {
    const std::size_t node = queue.top();
    while (!queue.empty() && queue.top() == node) queue.pop();
    const std::size_t first = nodes_[node].first_edge, end = end_of_edges(node);
    for (std::size_t e = first; e < end; ++e) add(parent_[e], local_[e] * grad_[node]);
    reached_ += end - first;
  }
}

// The grads of these nodes may differ from 0 from now on. A list that is longer than the tape is
// replaced by one range: all nodes.
void Tape::note_written(std::size_t first, std::size_t end) {
  if (written_.size() > grad_.size()) {
    written_.assign(1, {0, grad_.size()});
    forgotten_ = 0;
  }
  if (forgotten_ < written_.size()) {
    const TapeRange last = written_.back();
    if (last.first <= first && end <= last.end) return;
  }
  written_.push_back({first, end});
}

void Tape::zero_grad() {
  for (const auto [first, end] : written_) {
    for (std::size_t i = first; i < std::min(end, grad_.size()); ++i) grad_[i] = 0;
  }
  written_.clear();
  forgotten_ = 0;
}

}  // namespace holo
