// backward.cpp: the backward pass of the scalar engine. The loop at the end of backward() is the
// whole algorithm; backward_fast.cpp has the same loop with special cases.
#include <algorithm>

#include "holo/tape.h"

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

// d(root)/d(root) = 1, and 0 for all others. An inner node drops the gradient of an earlier
// backward; a leaf keeps it, to add to it.
void Tape::begin_grads(std::size_t root) {
  for (std::size_t i = 0; i < std::min(grad_count_, root + 1); ++i) {
    if (node_[i].op() != Op::leaf) grad_[i] = 0;
  }
  zero_grads_up_to(root + 1);
  grad_[root] += 1;
  reached_.clear();
}

// The grads of the first grad_count_ nodes are written, those above are 0 and not yet written. This
// writes them up to `end`.
void Tape::zero_grads_up_to(std::size_t end) {
  if (end <= grad_count_) return;
  std::fill(grad_ + grad_count_, grad_ + end, 0.0);
  grad_count_ = end;
}

// The nodes that the root depends on, each once and before its parents: then its grad is complete
// when its turn comes. The others are left out: their grad is 0, but 0 times an infinite derivative
// would be NaN.
void Tape::find_order(std::size_t root, Traversal traversal) {
  order_.clear();
  reached_.assign(root + 1, false);
  reached_[root] = true;
  traversal == Traversal::creation ? newest_first(root) : depth_first(root);
}

// A node is newer than its parents.
void Tape::newest_first(std::size_t root) {
  for (std::size_t node = root + 1; node-- > 0;) {
    if (!reached_[node]) continue;
    order_.push_back(static_cast<std::uint32_t>(node));
    for (std::size_t e = node_[node].first_edge; e < end_of_edges(node); ++e) {
      reached_[parent_[e]] = true;
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

}  // namespace holo
