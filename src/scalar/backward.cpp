// backward.cpp: the backward pass of the scalar engine. The loop at the end of the first backward()
// is the whole algorithm; backward_fast is its faster form. The rest of the file finds the nodes to
// visit, so that a backward pass is cheap even if most nodes on the tape are old.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

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

// True if a loop over all nodes and edges up to the root (`all` of them) is cheap. It is if at
// least a quarter of them are newer than all earlier roots, or if the last pass needed about a
// quarter or more. Updates the counts in `passes`.
bool are_mostly_new(const Tape& tape, TapePasses& passes, std::size_t all) {
  const std::size_t recorded = all - std::min(all, passes.seen);
  if (recorded > 0) {
    passes.seen = all;
    if (++passes.growths >= 100 && tape.node_count() >= 1'000'000) {
      warn_of_growth(tape, passes.growths);
    }
  }
  if (all > 4 * std::max(recorded, passes.reached)) return false;
  // A pass over the whole tape does not count the nodes that the root reaches, but nodes_of() does.
  // So the estimate halves with each pass without new nodes, until nodes_of() counts again.
  passes.reached = std::max(recorded, passes.reached / 2);
  return true;
}

// Calls f with each touched node below `count`.
template <class F>
void for_each_touched(const TapePasses& passes, std::size_t count, F f) {
  if (passes.all_touched) {
    for (std::size_t node = 0; node < count; ++node) f(node);
  }
  for (const std::uint32_t node : passes.touched) {
    if (node < count) f(node);
  }
}

}  // namespace

void Tape::backward(NodeId id) {
  const std::size_t root = begin_backward(id, nullptr);
  // One fast pass over the whole tape costs less than finding the nodes first.
  if (are_mostly_new(*this, passes_, root + 1 + end_of_edges(root)) && is_optimized_build) {
    return backward_fast_from(root, nullptr);
  }
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
  passes_.touch_all();
  std::vector<bool> used(root + 1);  // true if the root uses the node, through nodes in `order`
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
  passes_.touch_all();
  backward_fast(std::span(nodes_).first(root + 1), std::span(parent_).first(end_of_edges(root)),
                local_, grad_, order, [&] { return nodes_of(root); });
}

// Makes room for the gradients of all nodes up to the root. Inner nodes drop the gradient left by
// an earlier backward pass. Leaves keep their gradients until zero_grad(), and this pass adds to
// them. Then adds d(root)/d(root) = 1 to the root's gradient.
std::size_t Tape::begin_backward(NodeId id, const std::span<const Value>* order) {
  const std::size_t root = checked(id);
  if (watcher_ != nullptr) watcher_(*this, TapeEvent::backward, id, order);
  std::vector<std::uint32_t> leaves;
  for_each_touched(passes_, grad_.size(), [&](std::size_t node) {
    if (!nodes_[node].is_leaf()) grad_[node] = 0;
    if (grad_[node] != 0) leaves.push_back(static_cast<std::uint32_t>(node));
  });
  passes_.all_touched = false;
  passes_.touched = std::move(leaves);
  if (root >= grad_.size()) grad_.resize(root + 1);
  passes_.touch(root);
  grad_[root] += 1;
  return root;
}

// The root and the nodes it depends on, newest first, without the leaves, which send nothing.
std::vector<std::uint32_t> Tape::nodes_of(std::size_t root) {
  std::vector<bool> found(root + 1);
  std::vector<std::uint32_t> nodes;
  std::size_t oldest = root;
  found[root] = true;
  passes_.reached = 0;
  for (std::size_t node = root + 1; node-- > oldest;) {
    if (!found[node] || nodes_[node].is_leaf()) continue;
    nodes.push_back(static_cast<std::uint32_t>(node));
    passes_.reached += parents_at(node).size();
    for (const std::size_t parent : parents_at(node)) {
      if (found[parent]) continue;
      found[parent] = true;
      if (grad_[parent] == 0) passes_.touch(parent);
      if (!nodes_[parent].is_leaf()) oldest = std::min(oldest, parent);
    }
  }
  return nodes;
}

void TapePasses::touch(std::size_t node) {
  if (all_touched) return;
  touched.push_back(static_cast<std::uint32_t>(node));
  if (touched.size() > 1'000'000) touch_all();  // the list may contain a node many times
}

void TapePasses::touch_all() {
  all_touched = true;
  touched.clear();
}

void Tape::zero_grad() {
  for_each_touched(passes_, grad_.size(), [&](std::size_t node) { grad_[node] = 0; });
  passes_.all_touched = false;
  passes_.touched.clear();
}

}  // namespace holo
