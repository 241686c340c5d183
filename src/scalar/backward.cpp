// backward.cpp: the backward pass of the scalar engine. The loop at the end of backward() is the
// whole algorithm; backward_fast.cpp has the same loop with special cases.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>

#include "holo/tape.h"
#include "holo/tape_observer.h"

namespace holo {

void Tape::backward(NodeId id, Traversal traversal) {
  const std::size_t root = checked(id);
  if (observer_ != nullptr) return backward_observed(root, traversal);
  begin_grads(root);
  if (loop_ == Loop::fast && detail_ != Detail::elementary) return backward_fast(root, traversal);
  find_order(root, traversal);
  for (const std::uint32_t node : order_) {
    for (std::size_t e = node_[node].first_edge; e < end_of_edges(node); ++e) {
      grad_[parent_[e]] += local_[e] * grad_[node];
    }
  }
}

// d(root)/d(root) = 1. The inner nodes drop what an earlier backward has left in them.
void Tape::begin_grads(std::size_t root) {
  forget_inner_grads();
  zero_grads_up_to(root + 1);
  grad_[root] += 1;
  new_from_ = std::min(seen_, root + 1);
  if (root < seen_) return;
  seen_ = node_count_;
  if (++growths_ >= 100 && node_count_ >= 1'000'000) warn_of_growth();
}

// The grads of the first grad_count_ nodes are written, those above are 0 and not yet written. This
// writes them up to `end`.
void Tape::zero_grads_up_to(std::size_t end) {
  if (end <= grad_count_) return;
  std::fill(grad_ + grad_count_, grad_ + end, 0.0);
  grad_count_ = end;
}

// An inner node drops its gradient; a leaf keeps it until zero_grad, so that the next backward adds
// to it. Only nodes that may have a gradient are visited.
void Tape::forget_inner_grads() {
  for (std::size_t i = 0; i < swept_inner_; ++i) {
    if (!is_leaf(i)) grad_[i] = 0;
  }
  swept_inner_ = 0;
  clear_marks();
  for (const std::uint32_t i : order_) {
    if (!is_leaf(i)) {
      grad_[i] = 0;
    } else if (i >= swept_) {
      written_.push_back(i);
    }
  }
  order_.clear();
  if (written_.size() > grad_count_) note_sweep(grad_count_);
}

void Tape::zero_grad() {
  clear_marks();
  for (std::vector<std::uint32_t>* written : {&order_, &written_}) {
    for (const std::uint32_t i : *written) grad_[i] = 0;
    written->clear();
  }
  if (swept_ == grad_count_) {
    grad_count_ = 0;
  } else {
    std::fill(grad_, grad_ + swept_, 0.0);
  }
  swept_ = swept_inner_ = 0;
  if (observer_ != nullptr) observer_->on_change(*this, 0, node_count_);
}

// Takes back the marks of find_order. A search that reached most of the tape was noted as a sweep.
void Tape::clear_marks() {
  if (4 * order_.size() > marked_) {
    std::fill_n(reached_.begin(), marked_, char{0});
    order_.clear();
  }
  for (const std::uint32_t i : order_) reached_[i] = 0;
  marked_ = 0;
}

// Most nodes below `end` may have a grad: to visit them all is cheaper than to list them.
void Tape::note_sweep(std::size_t end) {
  swept_inner_ = end;
  swept_ = std::max(swept_, end);
  if (swept_ == grad_count_) written_.clear();
}

// The user may write these grads.
void Tape::note_written(std::size_t first, std::size_t end) {
  if (written_.size() > grad_count_) note_sweep(grad_count_);
  if (end <= std::min(swept_, swept_inner_)) return;
  for (std::size_t i = first; i < end; ++i) {
    if (i >= swept_) written_.push_back(static_cast<std::uint32_t>(i));
    if (!is_leaf(i)) swept_inner_ = std::max(swept_inner_, i + 1);
  }
}

// True when a loop over all nodes up to the root costs little more than what was done before it.
// Either a quarter of the tape is new: recording it took as long. Or most of the tape was reached
// a short time ago, from a root nearby: then this root may reach most of it too.
bool Tape::may_sweep(std::size_t root) {
  constexpr int most_guesses = 16;
  if (new_from_ > root) return 2 * dense_ > root && ++guesses_ <= most_guesses;
  guesses_ = 0;
  const std::size_t nodes = root + 1, edges = end_of_edges(root);
  const std::size_t old_edges = new_from_ == 0 ? 0 : end_of_edges(new_from_ - 1);
  return nodes + edges <= 4 * (nodes - new_from_ + edges - old_edges);
}

// The nodes that the root depends on, each once and before its parents: then its grad is complete
// when its turn comes. The others are left out: their grad is 0, but 0 times an infinite derivative
// would be NaN. Nothing is asked of a node that the root does not depend on.
void Tape::find_order(std::size_t root, Traversal traversal) {
  try {
    if (reached_.size() < node_capacity_) reached_.resize(node_capacity_);
    marked_ = root + 1;
    reached_[root] = true;
    traversal == Traversal::creation ? newest_first(root) : depth_first(root);
    guesses_ = 0;
    dense_ = 4 * order_.size() > marked_ ? marked_ : 0;
    if (dense_ != 0) note_sweep(dense_);
  } catch (...) {
    std::fill_n(reached_.begin(), marked_, char{0});
    old_.clear();
    grad_[root] = 0;
    throw;
  }
}

// A node is newer than its parents. So of the nodes that wait, the newest has its whole gradient.
// The new nodes wait in their places on the tape, the old ones in a heap: there may be many more of
// them than the root depends on.
void Tape::newest_first(std::size_t root) {
  for (std::size_t node = root + 1; node-- > new_from_;) {
    if (reached_[node]) visit(node);
  }
  if (root < new_from_) visit(root);
  while (!old_.empty()) {
    std::pop_heap(old_.begin(), old_.end());
    const std::uint32_t node = old_.back();
    old_.pop_back();
    visit(node);
  }
}

// The node is next, and its parents wait. A leaf has no parents, so an old one need not wait.
void Tape::visit(std::size_t node) {
  order_.push_back(static_cast<std::uint32_t>(node));
  for (std::size_t e = node_[node].first_edge; e < end_of_edges(node); ++e) {
    const std::uint32_t parent = parent_[e];
    if (reached_[parent]) continue;
    reached_[parent] = true;
    if (parent >= new_from_) continue;
    if (is_leaf(parent)) {
      order_.push_back(parent);
    } else {
      old_.push_back(parent);
      std::push_heap(old_.begin(), old_.end());
    }
  }
}

// The reverse of the order in which a recursive search, first parent first, leaves the nodes. It
// has a stack of its own: on a chain of a million nodes recursion would overflow the call stack.
void Tape::depth_first(std::size_t root) {
  stack_.assign(1, {root, node_[root].first_edge});
  while (!stack_.empty()) {
    Visit& visit = stack_.back();
    if (visit.next_edge == end_of_edges(visit.node)) {
      order_.push_back(static_cast<std::uint32_t>(visit.node));
      stack_.pop_back();
      continue;
    }
    const std::size_t parent = parent_[visit.next_edge++];
    if (reached_[parent]) continue;
    reached_[parent] = true;
    stack_.push_back({parent, node_[parent].first_edge});
  }
  std::reverse(order_.begin(), order_.end());
}

void Tape::warn_of_growth() const {
  static std::atomic<bool> has_warned = false;
  if (has_warned.exchange(true)) return;
  const std::string warning = fmt::format(
      "warning: the tape has grown over {} backward passes to {} nodes, {} MB, and keeps them all. "
      "Try: const Tape::Scope scope; as the first line of each step\n",
      growths_, node_count_, bytes() / 1'000'000);
  std::fputs(warning.c_str(), stderr);
}

}  // namespace holo
