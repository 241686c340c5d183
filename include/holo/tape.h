// tape.h: the tape of the scalar engine: its nodes and edges, oldest first.
//
//   node   data, grad, and where its edges begin
//   edge   which parent, and the local derivative d(node)/d(parent)
//
// The backward pass visits the nodes, newest first. For every edge it adds local * node.grad to
// parent.grad. The functions and their derivatives are in value.h.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "holo/tape_node.h"

namespace holo {

/// Each thread has its own tape. If you create a Tape, the thread records on it until you destroy
/// it. A Value cannot be used if its node is on a different tape or has been removed: that throws
/// holo::Error. A thread's own tape outlives all its Values. REQUIRES: the thread that made a Tape
/// destroys it, after its Scopes.
class Tape : private TapeLists {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;
  /// The tape on which this thread records; the first call creates the thread's own tape.
  static Tape& current() { return current_ != &none_ ? *current_ : of_this_thread(); }
  /// The tape that must hold the node, this thread's. Without one, using a Value throws.
  static Tape& of(NodeId) { return *current_; }
  /// The tape on which this thread would record; null if there is none.
  static const Tape* newest();

  /// When a Scope ends, it removes all nodes recorded since it began: their Values become invalid.
  class Scope {
   public:
    Scope() : tape_(current()), nodes_(tape_.node_count_) {}
    ~Scope() { tape_.rewind(nodes_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Tape& tape_;
    std::size_t nodes_;
  };

  /// Records a node without parents.
  static NodeId leaf(double data) {
    Tape& tape = current();
    return tape.finish(tape.push(Op::leaf, data, 0));
  }
  /// Records a node with its edges, but does not check the parents: call data() on each first.
  static NodeId record(Op op, double data, Edge a) {
    current_->write_edge(a);
    return current_->finish(current_->push(op, data, 1));
  }
  static NodeId record(Op op, double data, Edge a, Edge b) {
    current_->write_edges(a, b);
    return current_->finish(current_->push(op, data, 2));
  }
  /// Records an op between a Value and a constant: a op c or c op b.
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
  /// The data or the grads of `x`, for your own optimizer. The arrays are valid until the next
  /// node, backward pass or zero_grad. REQUIRES: the values of `x` are adjacent on the tape.
  std::span<double> data_of(std::span<const Value> x);
  std::span<double> grad_of(std::span<const Value> x);
  void set_label(NodeId id, std::string_view label);
  std::string_view label(NodeId id) const;

  /// Adds d(root)/d(leaf) to the grad of each leaf; a second call adds it again. Other nodes keep
  /// only the gradient from the last call. May throw std::bad_alloc; then the grads are undefined
  /// until zero_grad.
  /// A pass visits the nodes newest first, or in an `order` that you choose: each node once, after
  /// all nodes that use it. A node that is not in `order` sends nothing.
  void backward(NodeId root, const std::span<const Value>* order = nullptr);
  /// Sets every grad on the tape to 0.
  void zero_grad();

  std::size_t node_count() const { return node_count_; }
  std::size_t edge_count() const { return edge_count_; }
  /// Bytes in use: 24 per node, 12 per edge and 16 per constant.
  std::size_t bytes() const;
  /// Makes room for `nodes` more nodes and `edges` more edges, so recording them will not allocate.
  void reserve(std::size_t nodes, std::size_t edges);

  /// The node at an index, and a view of it that is valid until the next node is made. Both
  /// functions throw holo::Error if there is no such node.
  NodeId node(std::size_t i) const { return i < node_count_ ? id_at(i) : no_node(i); }
  TapeView view(std::size_t index) const;
  std::span<const std::uint32_t> parents_of(NodeId id) const { return parents_at(checked(id)); }
  /// The index of a live node. Throws holo::Error for a removed node or a node of another tape.
  std::uint32_t checked(NodeId id) const {
    if (id.index() >= node_count_ || nodes_[id.index()].tag != id.tag()) [[unlikely]]
      throw_stale(id);
    return id.index();
  }

  /// From now on the tape calls the watcher for each TapeEvent. Null removes the watcher.
  void watch(TapeWatcher* new_watcher);

 private:
  explicit Tape(Tape* outer);
  static Tape& of_this_thread();
  [[noreturn]] static void throw_stale(NodeId id);
  [[noreturn]] NodeId no_node(std::size_t index) const;
  [[gnu::cold]] void after_push(NodeId id);
  void rewind(std::size_t node_count);
  // If the lists are full, makes room for the next node. Also calls the watcher for this node.
  [[gnu::always_inline]] NodeId finish(NodeId id) {
    if (is_full()) after_push(id);
    return id;
  }
  std::size_t begin_backward(NodeId id, const std::span<const Value>* order);
  std::vector<std::uint32_t> nodes_of(std::size_t root, const std::span<const Value>* order) const;
  void warn_of_growth();
  static Tape none_;  // current_ points here while the thread has no tape
  static inline constinit thread_local Tape* current_ = &none_;
  Tape* outer_;
  TapeWatcher* watcher_ = nullptr;
  bool grads_are_zero_ = true;
  // The most nodes at a pass, how often a pass had more, and how many nodes these passes had.
  std::size_t seen_ = 0, growths_ = 0, visits_ = 0;
};

}  // namespace holo
