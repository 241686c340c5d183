// node.h: the node of a graph: data, grad, parents, and how to send grad back to them. Ops make
// nodes (see ops.h and the files of src/ops/); users hold Tensors, which are handles on nodes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

class Backend;
struct Output;
struct Node;
struct Storage;

/// The backward of a node: adds to the gradients of its parents what follows from its own.
struct Backward {
  virtual ~Backward() = default;
  virtual void operator()(Node& node) = 0;
  static void* operator new(std::size_t bytes);
  static void operator delete(void* block, std::size_t bytes) noexcept;
};

/// A Backward made of the function object that an op has next to its forward pass. It receives the
/// node and holds no handle on it, so there are no cycles.
template <class F>
struct BackwardBox final : Backward {
  explicit BackwardBox(F function) : f(std::move(function)) {}
  void operator()(Node& node) override { f(node); }
  F f;
};

/// How many handles, links and nodes hold something. Threads may add and remove at the same time.
class References {
 public:
  explicit References(std::uint32_t count) : count_(count) {}
  void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  /// True when it was the last one. A count of one needs no atomic operation, which saves its
  /// price.
  bool remove() {
    return count_.load(std::memory_order_acquire) == 1 ||
           count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  std::uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint32_t> count_;
};

/// A parent of a node, and the version of its data that the backward will read.
struct Link {
  Node* parent;
  std::uint32_t version;
  bool saved;   // the backward reads the parent's data
  bool wanted;  // the parent required a gradient when the node was made
};

struct Node {
  // data, grad ...
  real* data = nullptr;  ///< numel numbers on the device, row-major
  real* grad = nullptr;  ///< as many; null until something was added
  Shape shape;
  // ... parents, and how to send grad back to them
  Link* links = nullptr;
  int parent_count = 0;
  std::unique_ptr<Backward> backward;

  std::uint64_t id =
      next_id();  ///< creation number, shown as #13; backward goes from the largest to the smallest
  const char* op = "leaf";     ///< the name of the op that made it
  Backend* backend = nullptr;  ///< where the data lies
  bool requires_grad = false;
  bool freed = false;                ///< a backward without retain_graph has used it up
  bool output_saved = false;         ///< the backward reads the node's own data ...
  std::uint32_t output_version = 0;  ///< ... in this version
  std::uint64_t reached_by = 0;      ///< number of the last backward that reached it

  References references{1};  ///< handles and links to this node; the first is who made it
  Storage* storage = nullptr;
  Storage* grad_storage = nullptr;  ///< may be there while grad is null
  bool grad_pinned = false;         ///< grad_storage belongs to an optimizer
  Node* next_dead = nullptr;        ///< a list of nodes to destroy
  std::unique_ptr<std::string> label;
  Link near_links[3] = {};  ///< room for the links of most nodes

  Index numel() const { return shape.numel(); }
  Node& parent(int i) const { return *links[i].parent; }
  /// Where a backward writes this gradient: the first part that is sent is written to new memory,
  /// the next ones are added.
  Output gradient();
  /// The same, filled with zeros: for a backward that does not touch every element.
  real* zeroed_gradient();
  /// Adds a number to every element of the gradient.
  void add_to_gradient(real number);
  /// Forgets the gradient.
  void drop_gradient() noexcept;
  /// Forgets the parents.
  void drop_links() noexcept;

  static void* operator new(std::size_t bytes);
  static void operator delete(void* block, std::size_t bytes) noexcept;
  /// 0, 1, 2, ... on the first thread that makes a node. No two nodes of a program share a number.
  static std::uint64_t next_id();
  ~Node();
};

/// "#13 mul (hidden)": number, op and label, as messages name a node.
std::string name_of(const Node& node);

/// Removes one reference; with the last one the node is destroyed, and so are the parents that only
/// it held. Not recursive: a chain of a million nodes does not overflow the stack.
void release(Node* node) noexcept;

/// A counted reference to a node.
class NodeRef {
 public:
  NodeRef() = default;
  /// Shares the ownership of `node`, which may be null.
  explicit NodeRef(Node* node) : node_(node) {
    if (node_ != nullptr) node_->references.add();
  }
  /// A reference to a new node, whose only one it is.
  static NodeRef to_new() {
    NodeRef ref;
    ref.node_ = new Node;
    return ref;
  }
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
