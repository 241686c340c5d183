// backward.cpp: reads the tape backwards, in either of two orders.
#include <algorithm>

#include "holo/tape.h"
#include "scalar/eight.h"

namespace holo {

// Grads below walked_ are known, those above are 0 but not yet written. This writes them up to
// `end`.
void Tape::zero_grads_up_to(std::size_t end) {
  if (end <= walked_) return;
  std::fill(grad_ + walked_, grad_ + end, 0.0);
  walked_ = end;
}

void Tape::backward(NodeId id, Walk walk) {
  const std::size_t root = checked(id);
  // An inner node forgets the gradient of an earlier backward; a leaf keeps it, to add to it.
  for (std::size_t i = 0; i < std::min(walked_, root + 1); ++i) {
    if (node_[i].op() != Op::leaf) grad_[i] = 0;
  }
  zero_grads_up_to(root + 1);
  grad_[root] += 1;
  searched_.clear();
  walk == Walk::creation ? walk_creation(root) : walk_depth_first(root);
}

// Eight edges of a sum or dot, twice. Parents that are neighbours on the tape are one vector
// addition.
inline void Tape::send_back_sixteen(std::size_t first, double grad) {
  const std::uint32_t* parent = parent_ + first;
  const double* local = local_ + first;
  if (is_zero(gaps(parent) | gaps(parent + 8))) {
    add_scaled(grad_ + parent[0], local, grad);
    add_scaled(grad_ + parent[8], local + 8, grad);
  } else {
    for (std::size_t i = 0; i < 16; ++i) grad_[parent[i]] += local[i] * grad;
  }
}

// True when 0 times every local derivative is 0: none is infinite or NaN.
bool Tape::all_finite(std::size_t first, std::size_t last) const {
  EightSums zeros;
  for (; first + 8 <= last; first += 8) zeros.add_scaled(local_ + first, 0);
  double zero = zeros.total();
  for (; first < last; ++first) zero += local_[first] * 0.0;
  return zero == 0;
}

// Any number of edges. A zero grad adds zeros to the parents, except that 0 * inf and 0 * NaN are
// NaN: these go on only if the root depends on the node at all.
void Tape::send_back_many(std::size_t node, std::size_t first, std::size_t last, std::size_t root) {
  const double grad = grad_[node];
  if (grad == 0 && (all_finite(first, last) || !depends(root, node))) return;
  std::size_t e = first;
  for (; e + 16 <= last; e += 16) send_back_sixteen(e, grad);
  for (; e < last; ++e) grad_[parent_[e]] += local_[e] * grad;
}

// parent.grad += local * grad, for the edges [first, last) of the node. One or two is common.
inline void Tape::send_back(std::size_t node, std::size_t first, std::size_t last,
                            std::size_t root) {
  const double grad = grad_[node];
  if (last - first == 2) {
    const std::uint32_t a = parent_[first], b = parent_[first + 1];
    if (node_[node].op() == Op::add) {  // 1 * grad is grad
      grad_[a] += grad;
      grad_[b] += grad;
      return;
    }
    const double to_a = local_[first] * grad, to_b = local_[first + 1] * grad;
    if (to_a == to_a && to_b == to_b) [[likely]] {
      grad_[a] += to_a;
      grad_[b] += to_b;
      return;
    }
  } else if (last - first == 1) {
    const double to_parent = local_[first] * grad;
    if (to_parent == to_parent) [[likely]] {
      grad_[parent_[first]] += to_parent;
      return;
    }
  }
  send_back_many(node, first, last, root);
}

// Newest node first. A node is newer than its parents, so its grad is complete when its turn comes.
void Tape::walk_creation(std::size_t root) {
  std::size_t last = end_of_edges(root);
  for (std::size_t i = root; last > 0; --i) {  // when no edges are left, the rest are leaves
    const std::size_t first = node_[i].first_edge();
    send_back(i, first, last, root);
    last = first;
  }
}

// Children first, each node once, in the reverse of the order in which a recursive search leaves
// them.
void Tape::walk_depth_first(std::size_t root) {
  search(root);
  for (std::size_t k = order_.size(); k-- > 0;) {
    const std::size_t i = order_[k];
    send_back(i, node_[i].first_edge(), end_of_edges(i), root);
  }
}

// Depth-first search from the root through the parents, first parent first, without recursion:
// fills order_ with the nodes as they are left, and searched_ with a mark for each.
void Tape::search(std::size_t root) {
  order_.clear();
  searched_.assign(root + 1, false);
  searched_[root] = true;
  path_.assign(1, {root, node_[root].first_edge()});
  while (!path_.empty()) {
    Step& step = path_.back();
    if (step.edge == end_of_edges(step.node)) {
      order_.push_back(static_cast<std::uint32_t>(step.node));
      path_.pop_back();
      continue;
    }
    const std::size_t parent = parent_[step.edge++];
    if (searched_[parent]) continue;
    searched_[parent] = true;
    path_.push_back({parent, node_[parent].first_edge()});
  }
}

// True when the root depends on the node. The search is made once for a backward.
bool Tape::depends(std::size_t root, std::size_t node) {
  if (searched_.empty()) search(root);
  return searched_[node];
}

}  // namespace holo
