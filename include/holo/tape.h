// tape.h: the tape of the scalar engine: its nodes and edges, in the order in which they were made.
//
//   node   data, grad, and where its edges begin
//   edge   which parent, and the local derivative d(node)/d(parent)
//
// Backward is then one line, newest node first:   parent.grad += local * node.grad   for every
// edge. The functions and their derivatives are in value.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/tape_observer.h"

namespace holo {

class Value;

/// The operation that made a node. A leaf is a number that the user wrote: an input or a parameter.
// clang-format off
enum class Op : std::uint8_t {
  leaf, add, sub, mul, div, neg, pow, exp, log, sqrt, tanh, sigmoid, relu, relu2, gelu, silu, erfc,
  abs, max, min, sum, sin, cos, softplus, dot
};
// clang-format on
inline constexpr int op_count = static_cast<int>(Op::dot) + 1;

/// "mul" for Op::mul, and so on.
const char* op_name(Op op);

/// The order in which backward visits the nodes. The gradients are the same up to rounding.
enum class Traversal {
  creation,    ///< newest node first
  depth_first  ///< reverse depth-first post-order, the order of micrograd and microgpt.py
};

/// How sum, dot, / and relu2 are recorded.
enum class Detail {
  fused,      ///< one node each
  elementary  ///< as the chain of + * pow relu that they stand for, as micrograd does
};

/// The two loops of backward. The gradients are the same, bit for bit.
enum class Loop {
  plain,  ///< the loop above, as it is written there
  fast    ///< with special cases for common kinds of nodes
};

/// Identifies a node: its index on the tape, and a tag of its op and its generation, a number that
/// no other tape and no other scope has. (It has 24 bits: after 16 million scopes they repeat.)
class NodeId {
 public:
  NodeId() = default;
  NodeId(std::size_t index, std::uint32_t tag) : bits_(std::uint64_t{tag} << 32 | index) {}
  std::uint32_t index() const { return static_cast<std::uint32_t>(bits_); }
  std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ >> 32); }
  Op op() const { return static_cast<Op>(bits_ >> 32 & 0xff); }
  /// Index and tag as one number; that of the next node of the same op is one more.
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;  // one number travels in one register
};

/// A parent of the node that is being recorded, and the local derivative with respect to it.
struct Edge {
  NodeId parent;
  double local;
};

/// The list of nodes and edges. Each thread has one of its own; a Tape that you make takes its
/// place until it is destroyed. Values of one tape cannot be used with another: that throws
/// holo::Error. That of a thread outlives all its Values: destructors of static and thread_local
/// objects may use them. REQUIRES: a Tape is destroyed by the thread that made it, after its
/// Scopes.
class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// The tape on which this thread records; made by the first call.
  static Tape& current() { return current_ != &empty_ ? *current_ : of_this_thread(); }
  /// The same for a thread that has Values already; makes nothing.
  static Tape& of_values() { return *current_; }

  /// At its end, the nodes recorded since its beginning are removed, and their memory is used
  /// again. A Value made inside must not be used afterwards: that throws holo::Error.
  class Scope;

  std::size_t node_count() const { return node_count_; }
  std::size_t edge_count() const { return edge_count_; }
  /// Bytes in use: 24 a node, 12 an edge and 16 a constant.
  std::size_t bytes() const;
  /// Makes room for this many more nodes and edges, so that recording them allocates nothing.
  void reserve(std::size_t nodes, std::size_t edges);

  Detail detail() const { return detail_; }
  void set_detail(Detail detail) { detail_ = detail; }
  /// The loop of backward: fast, but plain in a build with DEBUG=1, and always with
  /// Detail::elementary.
  Loop loop() const { return loop_; }
  void set_loop(Loop loop) { loop_ = loop; }

  /// Records a node without parents.
  static NodeId leaf(double data) { return current().push(Op::leaf, data, 0); }
  /// Records a node with its edges. REQUIRES: the parents are on the tape, which reading their
  /// data() checks.
  static NodeId record(Op op, double data, Edge a);
  static NodeId record(Op op, double data, Edge a, Edge b);
  /// The same for an op of a Value and a constant, c: a op c, and c op b.
  static NodeId record(Op op, double data, Edge a, double c);
  static NodeId record(Op op, double data, double c, Edge b);
  NodeId record_sum(std::span<const Value> x);
  NodeId record_dot(std::span<const Value> a, std::span<const Value> b);

  /// These four throw holo::Error unless the node is a live one of this tape.
  double data(NodeId id) const { return data_[checked(id)]; }
  void set_data(NodeId id, double data) {
    data_[checked(id)] = data;
    if (observer_ != nullptr) [[unlikely]]
      observer_->on_change(*this, id.index(), id.index() + std::size_t{1});
  }
  double grad(NodeId id) const { return checked(id) < grad_count_ ? grad_[id.index()] : 0; }
  void set_grad(NodeId id, double grad);

  /// The data and the grads of `x` side by side in memory, for an optimizer. REQUIRES: the values
  /// of `x` were made one right after the other. The spans are valid until the next recorded node
  /// and, for the grads, until zero_grad.
  std::span<double> data_of(std::span<const Value> x);
  std::span<double> grad_of(std::span<const Value> x);

  /// Adds d(root)/d(leaf) to the grad of each leaf; a second call adds again. The nodes in between
  /// have the gradient of the last call alone. It costs what the root depends on and what was
  /// recorded since the last call. Warns once on stderr when the tape has grown to a million nodes
  /// over a hundred calls. May throw std::bad_alloc; then the grads are undefined until zero_grad.
  void backward(NodeId root, Traversal traversal);
  /// Sets every grad on the tape to 0.
  void zero_grad();

  void set_label(NodeId id, std::string_view label);
  std::string_view label(NodeId id) const;

  /// The constant of a node, as in x - 1 and 1 - x.
  struct Constant {
    std::uint32_t node;
    bool first;  ///< it comes before the op
    double value;
  };
  /// That of the node, or null.
  const Constant* constant_of(std::size_t node) const;

  /// Tells `observer` of everything from now on; null: nobody. Gradients keep every bit.
  void set_observer(TapeObserver* observer);

  /// One node, for printing; valid until the next recorded node. Throws holo::Error when there is
  /// no such node.
  struct View {
    Op op;
    double data, grad;
    std::string_view label;
    std::span<const std::uint32_t> parents;
    std::span<const double> locals;
  };
  View view(std::size_t index) const;

  /// The node with this index. Throws holo::Error when there is none.
  NodeId node(std::size_t index) const;

  /// The index of a live node. Throws holo::Error for any other.
  std::uint32_t checked(NodeId id) const {
    if (id.index() >= node_count_ || node_[id.index()].tag != id.tag()) [[unlikely]]
      throw_stale(id);
    return id.index();
  }

 private:
  struct Empty {};
  explicit Tape(Empty) {}
  static Tape& of_this_thread();
  static std::uint32_t next_generation();
  [[noreturn]] void throw_stale(NodeId id) const;
  void stop_after(std::size_t edges);
  void set_next_stop() { next_stop_ = observer_ != nullptr ? node_count_ + 1 : node_capacity_; }
  void keep_constant(bool first, double value);
  void make_room_for_constants();
  void remove_constants();
  NodeId push(Op op, double data, std::size_t edges);
  void rewind(std::size_t node_count);
  void read(std::span<const Value> x, std::uint32_t* parents, double* data) const;
  std::size_t begin_of(std::span<const Value> x) const;
  std::size_t end_of_edges(std::size_t index) const {
    return index + 1 < node_count_ ? node_[index + 1].first_edge : edge_count_;
  }

  bool is_leaf(std::size_t index) const { return node_[index].op() == Op::leaf; }

  // backward.cpp
  void begin_grads(std::size_t root);
  void zero_grads_up_to(std::size_t end);
  void forget_inner_grads();
  void note_written(std::size_t first, std::size_t end);
  void note_sweep(std::size_t end);
  void clear_marks();
  bool may_sweep(std::size_t root);
  void warn_of_growth() const;
  void find_order(std::size_t root, Traversal traversal);
  void newest_first(std::size_t root);
  void visit(std::size_t node);
  void depth_first(std::size_t root);

  // backward_observed.cpp
  void backward_observed(std::size_t root, Traversal traversal);

  // backward_fast.cpp
  static const Loop default_loop;
  void backward_fast(std::size_t root, Traversal traversal);
  void propagate(std::size_t node, std::size_t first, std::size_t last, std::size_t root);
  void propagate_list(std::size_t node, std::size_t first, std::size_t last, std::size_t root);
  void propagate_sixteen(std::size_t first, double grad);
  bool all_finite(std::size_t first, std::size_t last) const;
  bool depends(std::size_t root, std::size_t node);

  /// What the tape keeps of a node besides data and grad. Its edges end where those of the next
  /// node begin.
  struct Node {
    std::uint32_t first_edge = 0;
    std::uint32_t tag = 0;
    Op op() const { return static_cast<Op>(tag & 0xff); }
  };

  /// A node that the depth-first search has entered but not left, and the edge to follow next.
  struct Visit {
    std::size_t node, next_edge;
  };

  static Tape empty_;  // without nodes: for a thread that has not made a Value yet
  static inline constinit thread_local Tape* current_ = &empty_;

  // One array for each field, so that vector instructions can read or update a run of neighbours.
  // The vectors own the memory; the pointers keep the steps of a debugger out of the standard
  // library.
  double* data_ = nullptr;
  double* grad_ = nullptr;
  double* local_ = nullptr;
  Node* node_ = nullptr;
  std::uint32_t* parent_ = nullptr;
  std::size_t node_count_ = 0, node_capacity_ = 0;
  std::size_t next_stop_ = 0;  // the count of nodes at which push() calls stop_after()
  std::size_t edge_count_ = 0, edge_capacity_ = 0;
  Constant* constants_ = nullptr;  // in the order of their nodes
  std::size_t constant_count_ = 0, constant_capacity_ = 0;
  std::size_t grad_count_ = 0;   // nodes from here on have a grad of 0, which is not written yet
  std::size_t swept_ = 0;        // a backward over all nodes has written grads below here,
  std::size_t swept_inner_ = 0;  // and those of inner nodes below here are not forgotten yet
  std::size_t seen_ = 0;         // nodes from here on were recorded after the last backward
  std::size_t new_from_ = 0;  // nodes from here on were recorded after the backward before this one
  std::size_t dense_ = 0;     // most nodes below here were reached by a backward a short time ago
  int guesses_ = 0;           // how many times may_sweep has trusted that
  std::size_t marked_ = 0;    // marks in reached_ are below here
  std::size_t growths_ = 0;   // how many times in a row backward began at a newer node
  std::uint32_t generation_ = 0;
  Detail detail_ = Detail::fused;
  Loop loop_ = default_loop;
  TapeObserver* observer_ = nullptr;

  std::vector<double> data_memory_, grad_memory_, local_memory_;
  std::vector<std::uint32_t> parent_memory_;
  std::vector<Node> node_memory_;
  std::vector<Constant> constant_memory_;
  std::vector<std::uint32_t> order_;  // the nodes that the root of backward depends on,
  std::vector<char> reached_;         // a mark for each of them,
  std::vector<std::uint32_t> old_;    // the heap of newest_first(),
  std::vector<Visit> stack_;          // and the stack of depth_first()
  std::vector<std::uint32_t>
      written_;  // nodes from swept_ on that may have a grad, besides those in order_
  std::map<std::uint32_t, std::string> labels_;
  Tape* outer_ = nullptr;
};

class Tape::Scope {
 public:
  Scope() : tape_(current()), nodes_(tape_.node_count_) {}
  ~Scope() { tape_.rewind(nodes_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Tape& tape_;
  std::size_t nodes_;
};

// There is always room for one node and two edges. It is made after a node, not before it, because
// then no number has to be kept in a register across the call. A tape with an observer stops after
// every node, to tell of it.
[[gnu::always_inline]] inline NodeId Tape::push(Op op, double data, std::size_t edges) {
  const std::size_t i = node_count_;
  const std::uint32_t tag = generation_ | static_cast<std::uint32_t>(op);
  data_[i] = data;
  node_[i] = {static_cast<std::uint32_t>(edge_count_), tag};
  node_count_ = i + 1;
  edge_count_ += edges;
  if (node_count_ == next_stop_ || edge_count_ + 2 > edge_capacity_) [[unlikely]]
    stop_after(edges);
  return {i, tag};
}

inline NodeId Tape::record(Op op, double data, Edge a) {
  Tape& tape = *current_;
  const std::size_t e = tape.edge_count_;
  tape.parent_[e] = a.parent.index();
  tape.local_[e] = a.local;
  return tape.push(op, data, 1);
}

inline NodeId Tape::record(Op op, double data, Edge a, Edge b) {
  Tape& tape = *current_;
  const std::size_t e = tape.edge_count_;
  tape.parent_[e] = a.parent.index();
  tape.parent_[e + 1] = b.parent.index();
  tape.local_[e] = a.local;
  tape.local_[e + 1] = b.local;
  return tape.push(op, data, 2);
}

// The constant of the node that is recorded next. There is always room for one.
inline void Tape::keep_constant(bool first, double value) {
  constants_[constant_count_] = {static_cast<std::uint32_t>(node_count_), first, value};
  if (++constant_count_ == constant_capacity_) [[unlikely]]
    make_room_for_constants();
}

inline NodeId Tape::record(Op op, double data, Edge a, double c) {
  current_->keep_constant(false, c);
  return record(op, data, a);
}

inline NodeId Tape::record(Op op, double data, double c, Edge b) {
  current_->keep_constant(true, c);
  return record(op, data, b);
}

}  // namespace holo
