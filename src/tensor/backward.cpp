// backward.cpp: the backward pass. Each node, newest first, sends its gradient to its parents.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "backend/scratch.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {
namespace {

void check_root(const Node& root) {
  if (root.requires_grad) return;
  throw Error("backward", fmt::format("{} is a constant", name_of(root)),
              "something made from a tensor that requires a gradient",
              "x.set_requires_grad() before the forward pass; is a NoGrad still alive?");
}

// Throwing functions are not inlined: their large stack frames would make a small op 10% slower.
[[noreturn, gnu::noinline]] void throw_freed(const Node& node) {
  throw Error("backward",
              fmt::format("the graph of {} was freed by an earlier backward", name_of(node)),
              "a graph that is still there", "backward(true) the first time, which retains it");
}

[[noreturn, gnu::noinline]] void throw_newer(const Node& node, const Node& parent) {
  throw Error(
      "backward",
      fmt::format("{}, and its parent {} of another thread", name_of(node), name_of(parent)),
      "a graph that one thread has made", "detach() what goes to another thread");
}

[[noreturn, gnu::noinline]] void throw_wanted(const Node& node, const Node& parent, bool wanted) {
  throw Error(
      "backward",
      fmt::format("{} requires {} gradient now, but {} when {} was made from it", name_of(parent),
                  wanted ? "no" : "a", wanted ? "did" : "did not", name_of(node)),
      "set_requires_grad() before the forward pass");
}

// Checks those assumptions of the backward pass that a user can violate.
void check_parent(const Node& node, const Link& link) {
  const Node& parent = *link.parent;
  if (parent.freed) throw_freed(parent);
  if (parent.backward != nullptr && parent.id >= node.id) throw_newer(node, parent);
  if (parent.requires_grad != link.wanted) throw_wanted(node, parent, link.wanted);
}

[[noreturn, gnu::noinline]] void throw_changed(const Node& node, const Node& data,
                                               std::uint32_t version) {
  const Storage& storage = *data.storage;
  throw Error(
      node.op,
      fmt::format("the data of {}, which its backward needs in version {}, was changed by {} "
                  "to version {}",
                  name_of(data), version, storage.changed_by, storage.version),
      "data as it was in the forward pass", "change it after backward()");
}

void check_versions(const Node& node) {
  if (node.output_saved && node.storage->version != node.output_version) {
    throw_changed(node, node, node.output_version);
  }
  for (int i = 0; i < node.parent_count; ++i) {
    const Link& link = node.links[i];
    if (link.saved && link.parent->storage->version != link.version) {
      throw_changed(node, *link.parent, link.version);
    }
  }
}

// The root and all nodes that the root depends on, newest first, without leaves, which send no
// gradients. Drops the gradients that an earlier backward pass left in the returned nodes.
std::vector<NodeRef> nodes_of(Node& root) {
  check_root(root);
  if (root.freed) throw_freed(root);
  static std::atomic<std::uint64_t> passes = 0;
  const std::uint64_t pass = ++passes;
  std::vector<NodeRef> nodes;
  bool in_order = true;
  const auto add = [&](Node& node) {
    if (node.backward == nullptr || node.reached_by == pass) return;
    node.reached_by = pass;
    node.drop_gradient();
    in_order = in_order && (nodes.empty() || node.id < nodes.back().get()->id);
    nodes.push_back(NodeRef(&node));
  };
  add(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = *nodes[i].get();
    for (int k = 0; k < node.parent_count; ++k) {
      check_parent(node, node.links[k]);
      add(node.parent(k));
    }
  }
  const auto is_newer = [](const NodeRef& a, const NodeRef& b) {
    return a.get()->id > b.get()->id;
  };
  if (!in_order) std::sort(nodes.begin(), nodes.end(), is_newer);
  return nodes;
}

void add_one_to_gradient(Node& root) {
  const Scratch one(*root.backend, 1);
  root.backend->fill(one.data(), 1, 1);
  root.backend->add_scaled(root.gradient(), one.data(), 1, 1);
}

// The node's gradient is complete: the nodes that use the node are newer and have contributed.
Node& begin_turn(const NodeRef& turn) {
  Node& node = *turn.get();
  check_versions(node);
  if (node.grad == nullptr) node.zeroed_gradient();
  return node;
}

// After its backward function has run, a node needs neither its parents nor its gradient.
void end_turn(NodeRef turn, bool retain_graph) {
  Node& node = *turn.get();
  if (newest_observer != nullptr) tell_backward(node);
  if (retain_graph) return;
  node.backward.reset();
  node.drop_gradient();
  node.freed = true;
  node.drop_links();
}

}  // namespace

void Tensor::backward(bool retain_graph) const {
  if (numel() != 1) {
    throw ShapeError("backward", fmt::format("the gradient of a {}", shape().to_string()),
                     "a single number, or a seed of that shape",
                     "sum(y).backward(), or y.backward(seed)");
  }
  std::vector<NodeRef> nodes = nodes_of(node());
  add_one_to_gradient(node());  // d(root)/d(root)
  for (NodeRef& turn : nodes) {
    Node& node = begin_turn(turn);
    (*node.backward)(node);
    end_turn(std::move(turn), retain_graph);
  }
}

void Tensor::backward(const Tensor& seed, bool retain_graph) const {
  if (!(seed.shape() == shape())) {
    throw ShapeError(
        "backward",
        fmt::format("a seed of {} for a {}", seed.shape().to_string(), shape().to_string()),
        "equal shapes");
  }
  if (seed.device() != device()) {
    throw Error(
        "backward",
        fmt::format("a seed on {} for a tensor on {}", seed.backend().name(), backend().name()),
        "both on one device", "seed.to(device)");
  }
  std::vector<NodeRef> nodes = nodes_of(node());
  add_gradient(node(), seed);
  for (NodeRef& turn : nodes) {
    Node& node = begin_turn(turn);
    (*node.backward)(node);
    end_turn(std::move(turn), retain_graph);
  }
}

}  // namespace holo
