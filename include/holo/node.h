// node.h: a node of the graph: its data and gradient, its parents, and the function that sends the
// gradient to the parents. Ops (ops.h, src/ops/) make nodes; Tensors are handles to nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "holo/pooled.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

class Backend;
struct Output;
struct Node;
struct Storage;

/// A node's backward function adds contributions to the gradients of the node's parents. Each op
/// defines this function next to its forward pass. Tensor::backward() calls it for each node,
/// newest first (src/tensor/backward.cpp). A Backward holds no handle to its node, to avoid cycles.
struct Backward : Pooled {
  virtual ~Backward() = default;
  virtual void operator()(Node& node) = 0;
};

/// A node's link to a parent, with the version of the parent's data that `backward` will read.
struct Link {
  Node* parent;
  std::uint32_t version;
  bool saved;   // true if `backward` reads the parent's data
  bool wanted;  // whether the parent required a gradient when the node was made
};

struct Node : Pooled {
  // The data and the gradient.
  real* data = nullptr;  ///< numel() numbers in device memory, row-major
  real* grad = nullptr;  ///< numel() numbers; null until the first contribution
  Shape shape;
  // The parents, and the function that sends the gradient to the parents.
  Link* links = nullptr;
  int parent_count = 0;
  std::unique_ptr<Backward> backward;

  std::uint64_t id;  ///< creation number, shown as #13; parents of the same thread have lower ones
  const char* op = "leaf";     ///< the name of the op that made the node
  Backend* backend = nullptr;  ///< the backend of the device that holds the data
  bool requires_grad = false;
  bool freed = false;                ///< true if backward() has freed the graph
  bool output_saved = false;         ///< true if `backward` reads this node's data
  std::uint32_t output_version = 0;  ///< the version of this node's data that `backward` reads
  std::uint64_t reached_by = 0;      ///< the number of the last backward pass that reached the node

  References references;  ///< number of handles and links to this node
  Storage* storage = nullptr;
  Storage* grad_storage = nullptr;  ///< memory for grad; it may exist even while grad is null
  bool grad_pinned = false;         ///< true if grad_storage belongs to an optimizer
  Node* next_dead = nullptr;        ///< the next node in a list of nodes to destroy
  std::unique_ptr<std::string> label;
  Link near_links[3] = {};  ///< room for three links, which is enough for most nodes

  Index numel() const { return shape.numel(); }
  Node& parent(int i) const { return *links[i].parent; }
  /// Where `backward` writes. The first contribution fills new memory; later ones are added to it.
  Output gradient();
  /// The gradient, first filled with zeros, for backward functions that do not write every element.
  real* zeroed_gradient();
  void drop_gradient() noexcept;
  void drop_links() noexcept;

  /// The node's id is the next free number, so no two nodes of a program have the same id.
  Node();
  ~Node();
};

/// The name of a node in messages, with its number, op and label: "#13 mul (hidden)".
std::string name_of(const Node& node);

/// Removes one reference. If it was the last, destroys the node and every parent that only this
/// node held. There is no recursion, so a chain of a million nodes does not overflow the stack.
void release(Node* node) noexcept;

/// A counted reference to a node.
class NodeRef {
 public:
  NodeRef() = default;
  /// Becomes one of the owners of `node`, which may be null.
  explicit NodeRef(Node* node) : node_(node) {
    if (node_ != nullptr) node_->references.add();
  }
  explicit NodeRef(std::unique_ptr<Node> made) : node_(made.release()) {}  ///< the first reference
  NodeRef(const NodeRef& other) : NodeRef(other.node_) {}
  NodeRef(NodeRef&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  NodeRef& operator=(NodeRef other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~NodeRef() {
    if (node_ != nullptr) release(node_);
  }
  Node* get() const { return node_; }

 private:
  Node* node_ = nullptr;
};

}  // namespace holo
