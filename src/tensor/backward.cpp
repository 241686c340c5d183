// backward.cpp: the walk from a result back to the leaves, newest node first.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/pool.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// A node was made after its parents, so the waiting node with the largest number has been sent all
// of its gradient: everything that uses it is newer.
bool is_older(const NodeRef& a, const NodeRef& b) { return a.get()->id < b.get()->id; }

[[noreturn]] void throw_changed(const Node& node, const Node& data, std::uint32_t version) {
  const Storage& storage = *data.storage;
  throw Error(
      node.op,
      fmt::format("the data of {}, which its backward needs in version {}, was changed by {} "
                  "at {}:{} to version {}",
                  name_of(data), version, storage.changed_by, storage.file, storage.line,
                  storage.version),
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

// Called before a node is sent a gradient.
void check_not_freed(const Node& node) {
  if (!node.freed) return;
  throw Error("backward",
              fmt::format("the graph of {} was freed by an earlier backward", name_of(node)),
              "a graph that is still there", "backward(true) the first time, which retains it");
}

// After its backward a node needs neither its parents nor its gradient.
void free_graph_of(Node& node) noexcept {
  node.backward.reset();
  node.drop_gradient();
  node.freed = true;
  const int count = std::exchange(node.parent_count, 0);
  Link* const links = std::exchange(node.links, nullptr);
  for (int i = 0; i < count; ++i) release(links[i].parent);
  if (links != node.near_links) {
    pool::release(links, static_cast<std::size_t>(count) * sizeof(Link));
  }
}

// The nodes that have a gradient to send, as a heap with the newest on top.
class Waiting {
 public:
  void add(Node& node, std::uint64_t walk) {
    if (!node.requires_grad || node.walk == walk) return;
    node.walk = walk;
    heap_.emplace_back(&node);
    std::push_heap(heap_.begin(), heap_.end(), is_older);
  }
  bool empty() const { return heap_.empty(); }
  NodeRef take_newest() {
    std::pop_heap(heap_.begin(), heap_.end(), is_older);
    NodeRef newest = std::move(heap_.back());
    heap_.pop_back();
    return newest;
  }

 private:
  std::vector<NodeRef> heap_;
};

// The walk relies on two things that a user can break.
void check_parent(const Node& node, const Link& link) {
  const Node& parent = *link.parent;
  if (parent.backward != nullptr && parent.id >= node.id) {
    throw Error(
        "backward",
        fmt::format("{}, and its parent {} of another thread", name_of(node), name_of(parent)),
        "a graph that one thread has made", "detach() what goes to another thread");
  }
  if (parent.requires_grad && !link.wanted) {
    throw Error("backward",
                fmt::format("{}, which requires a gradient since {} was made from it",
                            name_of(parent), name_of(node)),
                "set_requires_grad() before the forward pass");
  }
}

void walk_back(Node& root, bool retain_graph) {
  static std::atomic<std::uint64_t> walks = 0;
  const std::uint64_t walk = ++walks;
  Waiting waiting;
  waiting.add(root, walk);
  while (!waiting.empty()) {
    const NodeRef ref = waiting.take_newest();
    Node& node = *ref.get();
    if (node.backward == nullptr) continue;  // a leaf keeps its gradient
    check_versions(node);
    for (int i = 0; i < node.parent_count; ++i) {
      Node& parent = node.parent(i);
      check_not_freed(parent);
      check_parent(node, node.links[i]);
      // What an earlier walk left in a node between is not part of this gradient.
      if (parent.walk != walk && parent.backward != nullptr) parent.drop_gradient();
      waiting.add(parent, walk);
    }
    if (node.grad == nullptr) node.zeroed_gradient();
    (*node.backward)(node);
    if (observer != nullptr) {
      for (int i = 0; i < node.parent_count; ++i) {
        if (node.parent(i).requires_grad) observer->on_backward(node, node.parent(i));
      }
    }
    if (!retain_graph) free_graph_of(node);
  }
}

}  // namespace

void Tensor::backward(bool retain_graph) const {
  if (numel() != 1) {
    throw ShapeError("backward", fmt::format("the gradient of a {}", shape().to_string()),
                     "a single number, or a seed of that shape",
                     "sum(y).backward(), or y.backward(seed)", {shape()});
  }
  Tensor one = leaf(shape(), backend(), "backward");
  backend().fill(one.node().data, 1, 1);
  backward(one, retain_graph);
}

void Tensor::backward(const Tensor& seed, bool retain_graph) const {
  if (!(seed.shape() == shape())) {
    throw ShapeError(
        "backward",
        fmt::format("a seed of {} for a {}", seed.shape().to_string(), shape().to_string()),
        "equal shapes", "", {shape(), seed.shape()});
  }
  if (seed.node().backend != node().backend) {
    throw Error(
        "backward",
        fmt::format("a seed on {} for a tensor on {}", seed.backend().name(), backend().name()),
        "both on one device", "seed.to(device)");
  }
  Node& root = node();
  if (!root.requires_grad) {
    throw Error("backward", fmt::format("{} is a constant", name_of(root)),
                "something made from a tensor that requires a gradient",
                "x.set_requires_grad() before the forward pass; is a NoGrad still alive?");
  }
  check_not_freed(root);
  if (root.backward != nullptr) root.drop_gradient();
  backend().add_scaled(root.gradient(), seed.data(), 1, numel());
  walk_back(root, retain_graph);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
