// backward_fast.cpp: the loop of backward.cpp, parent.grad += local * grad, with a special case for
// each common kind of node. The gradients are the same bits.
#include "holo/tape.h"
#include "scalar/simd.h"

namespace holo {

// Newest node first. Where it may sweep it does not look for the nodes that the root depends on:
// the grad of any other is 0, and adding local * 0 changes nothing where the local derivative is
// finite.
void Tape::backward_fast(std::size_t root, Traversal traversal) {
  if (traversal == Traversal::depth_first || !may_sweep(root)) {
    find_order(root, traversal);
    for (const std::uint32_t i : order_) {
      propagate(i, node_[i].first_edge, end_of_edges(i), root);
    }
    return;
  }
  note_sweep(root + 1);
  dense_ = root + 1;
  std::size_t last = end_of_edges(root);
  for (std::size_t i = root; last > 0; --i) {  // when no edges are left, the rest are leaves
    const std::size_t first = node_[i].first_edge;
    propagate(i, first, last, root);
    last = first;
  }
}

// parent.grad += local * grad, for the edges [first, last) of the node. One or two are common: they
// need no inner loop, whose end the CPU would have to predict.
inline void Tape::propagate(std::size_t node, std::size_t first, std::size_t last,
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
    if (to_a == to_a && to_b == to_b) [[likely]] {  // not NaN
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
  propagate_list(node, first, last, root);
}

// Any number of edges: a sum or dot, and what may send NaN. A zero grad adds zeros to the parents,
// except that 0 * inf and 0 * NaN are NaN: these go on only if the root depends on the node at all.
void Tape::propagate_list(std::size_t node, std::size_t first, std::size_t last, std::size_t root) {
  const double grad = grad_[node];
  if (grad == 0 && (all_finite(first, last) || !depends(root, node))) return;
  std::size_t e = first;
  for (; e + 16 <= last; e += 16) propagate_sixteen(e, grad);
  for (; e < last; ++e) grad_[parent_[e]] += local_[e] * grad;
}

// Sixteen edges of a sum or dot: twice eight, which are one vector addition where the parents are
// neighbours on the tape, as the rows of a matrix are.
inline void Tape::propagate_sixteen(std::size_t first, double grad) {
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

// True when the root depends on the node. The search is made once in each backward.
bool Tape::depends(std::size_t root, std::size_t node) {
  if (order_.empty()) find_order(root, Traversal::creation);
  return reached_[node];
}

// Which loop a tape has: this one, but the plain one in a build for a reader with a debugger, make
// DEBUG=1, which says -DHOLO_DEFAULT_DEVICE=plain: tensors are on that device then.
#ifndef HOLO_DEFAULT_DEVICE
#define HOLO_DEFAULT_DEVICE cpu
#endif
namespace {
struct LoopOf {
  [[maybe_unused]] static constexpr Loop plain = Loop::plain, cpu = Loop::fast, cuda = Loop::fast;
};
}  // namespace
const Loop Tape::default_loop = LoopOf::HOLO_DEFAULT_DEVICE;

}  // namespace holo
