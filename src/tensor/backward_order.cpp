// backward_order.cpp: finds the next node of the backward pass, checks it before its turn, and
// frees its graph after.
#include "tensor/backward_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backend/backend.h"
#include "backend/pool.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "tensor/unique_number.h"

namespace holo {
namespace {

bool is_older(const NodeRef& a, const NodeRef& b) { return a.get()->id < b.get()->id; }

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

[[noreturn, gnu::noinline]] void throw_freed(const Node& node) {
  throw Error("backward",
              fmt::format("the graph of {} was freed by an earlier backward", name_of(node)),
              "a graph that is still there", "backward(true) the first time, which retains it");
}

void check_not_freed(const Node& node) {
  if (node.freed) throw_freed(node);
}

// After its backward a node needs neither its parents nor its gradient.
void free_graph_of(Node& node) noexcept {
  node.backward.reset();
  node.drop_gradient();
  node.freed = true;
  node.drop_links();
}

[[noreturn, gnu::noinline]] void throw_newer(const Node& node, const Node& parent) {
  throw Error(
      "backward",
      fmt::format("{}, and its parent {} of another thread", name_of(node), name_of(parent)),
      "a graph that one thread has made", "detach() what goes to another thread");
}

[[noreturn, gnu::noinline]] void throw_not_wanted(const Node& node, const Node& parent) {
  throw Error("backward",
              fmt::format("{}, which requires a gradient since {} was made from it",
                          name_of(parent), name_of(node)),
              "set_requires_grad() before the forward pass");
}

// The order relies on two things that a user can break.
void check_parent(const Node& node, const Link& link) {
  const Node& parent = *link.parent;
  if (parent.backward != nullptr && parent.id >= node.id) throw_newer(node, parent);
  if (parent.requires_grad && !link.wanted) throw_not_wanted(node, parent);
}

// 1, 2, 3 ...; 0 is that of no backward.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> blocks = 0;
  thread_local std::uint64_t next = 0;
  return unique_number(blocks, next) + 1;
}

}  // namespace

Node& backward_root(Node& root) {
  if (!root.requires_grad) {
    throw Error("backward", fmt::format("{} is a constant", name_of(root)),
                "something made from a tensor that requires a gradient",
                "x.set_requires_grad() before the forward pass; is a NoGrad still alive?");
  }
  check_not_freed(root);
  if (root.backward != nullptr) root.drop_gradient();
  return root;
}

BackwardOrder::BackwardOrder(Node& root, bool retain_graph)
    : number_(next_number()), retain_graph_(retain_graph) {
  if (root.backward != nullptr) add(root);
}

Node* BackwardOrder::next() {
  if (now_.get() != nullptr) finish(*now_.get());
  take_newest();
  if (now_.get() == nullptr) return nullptr;
  Node& node = *now_.get();
  check_versions(node);
  add_parents(node);
  if (node.grad == nullptr) node.zeroed_gradient();
  return &node;
}

// The backward of one small op takes 75 ns: what follows is inline, and what throws is not, since
// calls and large stack frames would be a tenth of that.
inline void BackwardOrder::add(Node& node) {
  node.reached_by = number_;
  NodeRef added(&node);
  if (newest_.get() == nullptr) {
    newest_ = std::move(added);
    return;
  }
  if (is_older(newest_, added)) std::swap(newest_, added);
  if (older_.capacity() == 0) older_.reserve(16);  // of most graphs so few wait at a time
  older_.push_back(std::move(added));
  std::push_heap(older_.begin(), older_.end(), is_older);
}

inline void BackwardOrder::take_newest() {
  now_ = std::move(newest_);
  if (older_.empty()) return;
  std::pop_heap(older_.begin(), older_.end(), is_older);
  newest_ = std::move(older_.back());
  older_.pop_back();
}

inline void BackwardOrder::add_parents(Node& node) {
  for (int i = 0; i < node.parent_count; ++i) {
    Node& parent = node.parent(i);
    check_not_freed(parent);
    check_parent(node, node.links[i]);
    if (parent.backward == nullptr || parent.reached_by == number_)
      continue;  // a leaf, or waits already
    // What an earlier backward left in an inner node is not part of this gradient.
    parent.drop_gradient();
    add(parent);
  }
}

inline void BackwardOrder::finish(Node& node) {
  if (newest_observer != nullptr) tell_backward(node);
  if (!retain_graph_) free_graph_of(node);
}

}  // namespace holo
