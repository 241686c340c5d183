// backward.cpp: the backward pass of the scalar engine. The loop at the end of the first backward()
// is the whole algorithm; backward_fast is its faster form. The rest finds the nodes to visit, so
// that a backward pass is cheap on a tape of mostly old nodes.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>

#include "scalar/fast.h"

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
  // One fast pass over the whole tape costs less than finding the nodes first.
  if (is_mostly_new(root) && is_optimized_build) return backward_fast_from(root, nullptr);
  for (const std::uint32_t node : nodes_of(root)) {
    for (std::size_t e = nodes_[node].first_edge; e < end_of_edges(node); ++e) {
      grad_[parent_[e]] += local_[e] * grad_[node];
    }
  }
}

void Tape::backward(NodeId id, std::span<const Value> order) {
  for (const Value value : order) checked(value);
  const std::size_t root = begin_backward(id, &order);
  if (is_optimized_build) return backward_fast_from(root, &order);
  expect_grads_anywhere();
  std::vector<bool> used(root + 1);  // nodes used by the root, directly or through `order`
  used[root] = true;
  for (const Value value : order) {
    const std::size_t node = value.index();
    if (node > root || !used[node]) continue;
    for (std::size_t e = nodes_[node].first_edge; e < end_of_edges(node); ++e) {
      grad_[parent_[e]] += local_[e] * grad_[node];
      used[parent_[e]] = true;
    }
  }
}

void Tape::backward_fast_from(std::size_t root, const std::span<const Value>* order) {
  expect_grads_anywhere();
  backward_fast(std::span(nodes_).first(root + 1), std::span(parent_).first(end_of_edges(root)),
                local_, grad_, order, [&] { return nodes_of(root); });
}

// Makes room for the gradients of all nodes up to the root. Inner nodes drop the gradient left by
// an earlier backward pass. Leaves keep theirs until zero_grad(), and this pass adds to it. Then
// adds d(root)/d(root) = 1 to the root's gradient.
std::size_t Tape::begin_backward(NodeId id, const std::span<const Value>* order) {
  const std::size_t root = checked(id);
  if (watcher_ != nullptr) watcher_(*this, TapeEvent::backward, id, order);
  for (std::size_t i = oldest_grad_; i < grad_.size(); ++i) {
    if (!nodes_[i].is_leaf()) grad_[i] = 0;
  }
  if (root >= grad_.size()) grad_.resize(root + 1);
  oldest_grad_ = root;
  expect_grad(root);
  grad_[root] += 1;
  return root;
}

// True if a loop over all nodes and edges up to the root is cheap: at least a quarter of them are
// newer than all earlier roots, or the last pass needed about that many. Updates the counts.
bool Tape::is_mostly_new(std::size_t root) {
  const std::size_t all = root + 1 + end_of_edges(root), recorded = all - std::min(all, seen_);
  if (recorded > 0) {
    seen_ = all;
    if (++growths_ >= 100 && node_count_ >= 1'000'000) warn_of_growth(*this, growths_);
  }
  if (all > 4 * std::max(recorded, reached_)) return false;
  // A pass over all nodes does not count those that the root reaches, but nodes_of does. After a
  // few such passes without new nodes, reached_ is so small that nodes_of counts again.
  reached_ = std::max(recorded, reached_ / 2);
  return true;
}

// The root and the nodes it depends on, newest first, without the leaves, which send nothing.
std::vector<std::uint32_t> Tape::nodes_of(std::size_t root) {
  std::vector<bool> found(root + 1);
  std::vector<std::uint32_t> nodes;
  std::size_t oldest = root;
  found[root] = true;
  reached_ = 0;
  for (std::size_t node = root + 1; node-- > oldest;) {
    if (!found[node] || nodes_[node].is_leaf()) continue;
    nodes.push_back(static_cast<std::uint32_t>(node));
    const std::size_t first = nodes_[node].first_edge, end = end_of_edges(node);
    for (std::size_t e = first; e < end; ++e) {
      const std::size_t parent = parent_[e];
      if (found[parent]) continue;
      found[parent] = true;
      if (!nodes_[parent].is_leaf()) {
        oldest = std::min(oldest, parent);
      } else if (grad_[parent] == 0) {
        expect_grad(parent);
      }
    }
    reached_ += end - first;
  }
  oldest_grad_ = oldest;
  return nodes;
}

// Records that the grad of this node may differ from 0 from now on.
void Tape::expect_grad(std::size_t node) {
  if (!nodes_[node].is_leaf()) {
    oldest_grad_ = std::min(oldest_grad_, node);
  } else if (!any_leaf_) {
    leaves_.push_back(static_cast<std::uint32_t>(node));
    if (leaves_.size() > grad_.size()) expect_grads_anywhere();
  }
}

void Tape::expect_grads_anywhere() {
  oldest_grad_ = 0;
  any_leaf_ = true;
  leaves_.clear();
}

void Tape::zero_grad() {
  if (any_leaf_) oldest_grad_ = 0;
  for (std::size_t i = oldest_grad_; i < grad_.size(); ++i) grad_[i] = 0;
  for (const std::uint32_t leaf : leaves_) {
    if (leaf < grad_.size()) grad_[leaf] = 0;
  }
  leaves_.clear();
  any_leaf_ = false;
  oldest_grad_ = grad_.size();
}

}  // namespace holo
