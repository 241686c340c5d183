// tape.h: the tape of the scalar engine: its nodes and edges, oldest first.
//
//   node   data, grad, and where its edges begin
//   edge   which parent, and the local derivative d(node)/d(parent)
//
// The backward pass visits the nodes, newest first. For every edge it adds local * node.grad to
// parent.grad. value.h has the functions and their derivatives.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/tape_node.h"

namespace holo {

class Value;

/// The list of nodes and edges. Each thread has a tape. If you make a Tape, the thread records on
/// that Tape until it is destroyed. Using a Value of a different tape or of a removed node throws
/// holo::Error. A thread's own tape outlives all its Values. REQUIRES: the thread that made a Tape
/// destroys it, after its Scopes.
class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;
  /// The tape on which this thread records; the first call makes the thread's own tape.
  static Tape& current() { return current_ != &none_ ? *current_ : of_this_thread(); }
  /// The tape of a Value: the current one. If there is none yet, it is a tape without nodes, on
  /// which every use of a Value throws holo::Error, as do reserve and watch.
  static Tape& of(NodeId) { return *current_; }
  /// The tape on which this thread would record, and the one used before it; null if there is none.
  static const Tape* newest();
  const Tape* outer() const { return outer_ != &none_ ? outer_ : nullptr; }
  /// When a Scope ends, it removes all nodes recorded since it began: their Values become invalid.
  class Scope;

  /// Records a node without parents.
  static NodeId leaf(double data) { return current().push(Op::leaf, data, 0); }
  /// Records a node with its edges. It checks nothing, so call data() of each parent first.
  static NodeId record(Op op, double data, Edge a) {
    current_->write_edge(a);
    return current_->push(op, data, 1);
  }
  static NodeId record(Op op, double data, Edge a, Edge b) {
    current_->write_edges(a, b);
    return current_->push(op, data, 2);
  }
  /// Records an op between a Value and a constant c: a op c or c op b.
  static NodeId record(Op op, double data, Edge a, double c) {
    current_->write_constant(c, false);
    return record(op, data, a);
  }
  static NodeId record(Op op, double data, double c, Edge b) {
    current_->write_constant(c, true);
    return record(op, data, b);
  }
  NodeId record_sum(std::span<const Value> x);
  NodeId record_dot(std::span<const Value> a, std::span<const Value> b);

  double data(NodeId id) const { return data_[checked(id)]; }
  void set_data(NodeId id, double data) { data_[checked(id)] = data; }
  double grad(NodeId id) const { return checked(id) < grad_.size() ? grad_[id.index()] : 0; }
  void set_grad(NodeId id, double grad);
  /// The data and the grads of `x` as arrays, for your own optimizer. They are valid until the next
  /// node, backward pass or zero_grad. REQUIRES: the values of `x` were made one right after the
  /// other.
  std::span<double> data_of(std::span<const Value> x);
  std::span<double> grad_of(std::span<const Value> x);
  void set_label(NodeId id, std::string_view label);
  std::string_view label(NodeId id) const;

  /// Adds d(root)/d(leaf) to the grad of each leaf; a second call adds again. Other nodes keep only
  /// the gradient of the last call. Walks the tape from the newest op that has a gradient back to
  /// the oldest. May throw std::bad_alloc; then the grads are undefined until zero_grad.
  void backward(NodeId root);
  /// Like backward(root), in your own order: each node must come after all nodes that use it. A
  /// node that is not in `order`, or that the root does not use, sends nothing.
  void backward(NodeId root, std::span<const Value> order);
  /// Sets every grad on the tape to 0.
  void zero_grad();

  std::size_t node_count() const { return node_count_; }
  std::size_t edge_count() const { return edge_count_; }
  /// Bytes in use: 24 per node, 12 per edge and 16 per constant.
  std::size_t bytes() const;
  /// Makes room for `nodes` more nodes and `edges` more edges, so recording them will not allocate.
  void reserve(std::size_t nodes, std::size_t edges);

  /// The node at an index, and a view of it, valid until the next node is made. Both throw
  /// holo::Error when there is no such node.
  NodeId node(std::size_t index) const {
    if (index >= node_count_) throw_no_node(index);
    return NodeId(index, nodes_[index].tag);
  }
  TapeView view(std::size_t index) const;
  std::span<const std::uint32_t> parents_of(NodeId id) const {
    const std::size_t first = nodes_[checked(id)].first_edge;
    return std::span(parent_).subspan(first, end_of_edges(id.index()) - first);
  }
  /// The index of a live node. Throws holo::Error for a removed node or a node of another tape.
  std::uint32_t checked(NodeId id) const {
    if (id.index() >= node_count_ || nodes_[id.index()].tag != id.tag()) [[unlikely]]
      throw_stale(id);
    return id.index();
  }

  /// From now on the tape calls the watcher for each TapeEvent; null removes it. `order` is the
  /// order given to backward, or null.
  using Watcher = void(const Tape&, TapeEvent, NodeId, const std::span<const Value>* order);
  void watch(Watcher* new_watcher);
  Watcher* watcher() const { return watcher_; }

 private:
  struct NoNodes {};
  explicit Tape(NoNodes) : outer_(this) {}
  static Tape& of_this_thread();
  [[noreturn]] static void throw_stale(NodeId id);
  [[noreturn]] void throw_no_node(std::size_t index) const;
  void after_push(NodeId id);
  void set_node_room() { node_room_ = watcher_ != nullptr ? 0 : data_.size(); }
  void rewind(std::size_t node_count);
  void write_edge(Edge a) {
    parent_[edge_count_] = a.parent.index();
    local_[edge_count_] = a.local;
  }
  void write_edges(Edge a, Edge b) {
    parent_[edge_count_] = a.parent.index();
    parent_[edge_count_ + 1] = b.parent.index();
    local_[edge_count_] = a.local;
    local_[edge_count_ + 1] = b.local;
  }
  void write_constant(double c, bool is_first) {
    constants_.push_back({static_cast<std::uint32_t>(node_count_), is_first, c});
  }
  // There is always room for one node and two edges: after_push makes room for the next ones. It
  // also calls the watcher, so with a watcher node_room_ is 0 and every push calls after_push.
  [[gnu::always_inline]] NodeId push(Op op, double data, std::size_t edges) {
    const std::size_t i = node_count_;
    const std::uint32_t tag = generation_ | static_cast<std::uint32_t>(op);
    data_[i] = data;
    nodes_[i] = {static_cast<std::uint32_t>(edge_count_), tag};
    node_count_ = i + 1;
    edge_count_ += edges;
    if (node_count_ >= node_room_ || edge_count_ + 2 > edge_room_) [[unlikely]]
      after_push({i, tag});
    return {i, tag};
  }
  std::size_t begin_backward(NodeId id, const std::span<const Value>* order);
  void backward_fast_from(std::size_t root, const std::span<const Value>* order);
  bool is_mostly_new(std::size_t root);
  std::vector<std::uint32_t> nodes_of(std::size_t root);
  void expect_grad(std::size_t node);
  void expect_grads_anywhere();
  std::size_t end_of_edges(std::size_t node) const {
    return node + 1 < node_count_ ? nodes_[node + 1].first_edge : edge_count_;
  }

  static Tape none_;  // the tape of a thread without a tape
  static inline constinit thread_local Tape* current_ = &none_;
  Tape* outer_ = nullptr;
  Watcher* watcher_ = nullptr;
  std::uint32_t generation_ = 0;
  // One list for each field, so that vector instructions can read or update adjacent elements.
  // data_, nodes_, parent_ and local_ are longer than the tape: the rest is spare room.
  std::vector<double> data_;
  std::vector<TapeNode> nodes_;
  std::size_t node_count_ = 0, node_room_ = 0;
  std::vector<std::uint32_t> parent_;
  std::vector<double> local_;
  std::size_t edge_count_ = 0, edge_room_ = 0;
  std::vector<double> grad_;         // nodes beyond its end have grad 0
  std::vector<Constant> constants_;  // in the order of their nodes
  std::map<std::uint32_t, std::string> labels_;

  // These let a short backward pass on a long tape, and the zero_grad after it, touch few grads:
  std::size_t oldest_grad_ = 0;        // nodes before it are leaves, or have grad 0
  std::vector<std::uint32_t> leaves_;  // these leaves may have a grad other than 0
  bool any_leaf_ = false;              // if true, any leaf may have such a grad
  // And these help backward() to choose between its two ways through the tape:
  std::size_t seen_ = 0;     // number of nodes and edges up to the newest root so far
  std::size_t reached_ = 0;  // about how many of them the last backward pass needed
  std::size_t growths_ = 0;  // how often a root was newer than all earlier roots
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

}  // namespace holo
