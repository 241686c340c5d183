// backward.cpp: the backward pass of the scalar engine. The loop in backward() is the whole
// algorithm; backward_fast is its faster form. A pass looks at every node up to the root, so a
// program that makes many graphs ends each of them with a Tape::Scope.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>

#include "scalar/fast.h"

namespace holo {

void Tape::backward(NodeId id, const std::span<const Value>* order) {
  const std::size_t root = begin_backward(id, order);
  if (is_optimized_build) {
    return backward_fast(std::span(nodes_).first(root + 1),
                         std::span(parent_).first(end_of_edges(root)), local_, grad_, order,
                         [=, this] { return nodes_of(root, order); });
  }
  for (const std::uint32_t node : nodes_of(root, order)) {
    for (std::size_t e = nodes_[node].first_edge; e < end_of_edges(node); ++e) {
      grad_[parent_[e]] += local_[e] * grad_[node];
    }
  }
}

// Checks the arguments and makes room for the gradients of all nodes up to the root. Inner nodes
// drop the gradient left by an earlier backward pass. Leaves keep their gradients until
// zero_grad(), and this pass adds to them. Then adds d(root)/d(root) = 1 to the root's gradient.
std::size_t Tape::begin_backward(NodeId id, const std::span<const Value>* order) {
  if (order != nullptr) {
    for (const Value value : *order) checked(value);
  }
  const std::size_t root = checked(id);
  if (watcher_ != nullptr) watcher_(*this, TapeEvent::backward, id, order);
  warn_of_growth();
  for (std::size_t node = 0; !grads_are_zero_ && node < grad_.size(); ++node) {
    if (!nodes_[node].is_leaf()) grad_[node] = 0;
  }
  grads_are_zero_ = false;
  if (root >= grad_.size()) grad_.resize(root + 1);
  grad_[root] += 1;
  return root;
}

// The root and the nodes that it uses, without the leaves, which send nothing: in `order`, or
// newest first if `order` is null. A node that is used only through nodes not in `order` is left
// out.
std::vector<std::uint32_t> Tape::nodes_of(std::size_t root,
                                          const std::span<const Value>* order) const {
  std::vector<bool> used(root + 1);
  std::vector<std::uint32_t> nodes;
  used[root] = true;
  const auto add_if_used = [&](std::size_t node) {
    if (node > root || !used[node] || nodes_[node].is_leaf()) return;
    nodes.push_back(static_cast<std::uint32_t>(node));
    for (const std::uint32_t parent : parents_at(node)) used[parent] = true;
  };
  if (order == nullptr) {
    for (std::size_t node = root + 1; node-- > 0;) add_if_used(node);
  } else {
    for (const Value value : *order) add_if_used(value.index());
  }
  return nodes;
}

// Tells a program once that it keeps the graphs of all its steps: when they are many nodes, or when
// the passes over them have been long.
void Tape::warn_of_growth() {
  if (node_count_ <= seen_) return;
  seen_ = node_count_;
  visits_ += node_count_;
  if (++growths_ < 100 || (node_count_ < 1'000'000 && visits_ < 500'000'000)) return;
  static std::atomic<bool> has_warned = false;
  if (has_warned.exchange(true)) return;
  const std::string warning = fmt::format(
      "warning: the tape has grown over {} backward passes to {} nodes, {} MB, and each pass "
      "visits "
      "them all. Try: const Tape::Scope scope; as the first line of each step\n",
      growths_, node_count_, bytes() / 1'000'000);
  std::fputs(warning.c_str(), stderr);
}

void Tape::zero_grad() {
  std::fill(grad_.begin(), grad_.end(), 0.0);
  grads_are_zero_ = true;
}

}  // namespace holo
