// backward_observed.cpp: the loop of backward.cpp for a tape that an observer watches: it is told
// of every parent.grad += local * grad. The gradients are the same bits.
#include "holo/tape.h"
#include "holo/tape_observer.h"

namespace holo {

void Tape::set_observer(TapeObserver* observer) {
  observer_ = observer;
  set_next_stop();
}

void Tape::backward_observed(std::size_t root, Traversal traversal) {
  const double of_root = node_[root].op() == Op::leaf ? view(root).grad : 0;
  begin_grads(root);
  observer_->on_backward_begin(*this, root, of_root);
  find_order(root, traversal);
  for (const std::uint32_t node : order_) {
    const std::size_t first = node_[node].first_edge;
    for (std::size_t e = first; e < end_of_edges(node); ++e) {
      const double before = grad_[parent_[e]];
      grad_[parent_[e]] += local_[e] * grad_[node];
      observer_->on_backward(*this, node, e - first, before);
    }
  }
}

}  // namespace holo
