// tape_node.h: the nodes of a tape: their operations, ids and edges, and the lists that hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/version.h"

namespace holo {

class Tape;
class Value;

/// The operation that made a node. A leaf is an input or a parameter; no operation made it.
// clang-format off
enum class Op : std::uint8_t {
  leaf, add, sub, mul, div, neg, pow, exp, log, sqrt, tanh, sigmoid, relu, relu2, gelu, silu, erfc,
  abs, max, min, sum, sin, cos, softplus, dot
};
// clang-format on
inline constexpr int op_count = static_cast<int>(Op::dot) + 1;

/// "mul" for Op::mul, and so on.
const char* op_name(Op op);

/// Identifies a node by its index on the tape and a tag made from its op and generation. A
/// generation has 24 bits; it is unique until a program has made 16 million tapes and scopes.
class NodeId {
 public:
  NodeId() = default;
  NodeId(std::size_t index, std::uint32_t tag) : bits_(std::uint64_t{tag} << 32 | index) {}
  std::uint32_t index() const { return static_cast<std::uint32_t>(bits_); }
  std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ >> 32); }
  Op op() const { return static_cast<Op>(bits_ >> 32 & 0xff); }
  /// Index and tag as one number. If the next node has the same op, the number is one higher.
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;  // a single number, to fit in one register
};

/// A parent of the node that is being recorded, and the local derivative d(node)/d(parent).
struct Edge {
  NodeId parent;
  double local;
};

/// The constant of a node, as in x - 1 and 1 - x.
struct Constant {
  std::uint32_t node;
  bool is_first;  ///< true for 1 - x, false for x - 1
  double value;
};

/// The tape's record of a node, apart from data and grad. The node's edges end where the next
/// node's begin.
struct TapeNode {
  std::uint32_t first_edge = 0, tag = 0;
  Op op() const { return static_cast<Op>(tag & 0xff); }
  bool is_leaf() const { return op() == Op::leaf; }
};

/// The nodes and edges of a tape, oldest first. One list for each field, so that vector
/// instructions can read or update adjacent elements.
class TapeLists {
 protected:
  std::vector<double> data_;
  std::vector<double> grad_;  // nodes beyond its end have grad 0
  std::vector<TapeNode> nodes_;
  std::vector<std::uint32_t> parent_;  // the parent of each edge
  std::vector<double> local_;
  std::vector<Constant> constants_;  // in node order
  std::map<std::uint32_t, std::string> labels_;
  // data_, nodes_, parent_ and local_ are longer than the tape: the rest is spare capacity.
  // There is always room for one node and two edges. A tape with a watcher counts as full.
  std::size_t node_count_ = 0, node_room_ = 0;
  std::size_t edge_count_ = 0, edge_room_ = 0;
  std::uint32_t generation_ = 0;  // the generation of the next node

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
  /// Adds a node. Its edges are those that have been written since the previous node.
  [[gnu::always_inline]] NodeId push(Op op, double data, std::size_t edges) {
    const std::size_t i = node_count_;
    const std::uint32_t tag = generation_ | static_cast<std::uint32_t>(op);
    data_[i] = data;
    nodes_[i] = {static_cast<std::uint32_t>(edge_count_), tag};
    node_count_ = i + 1;
    edge_count_ += edges;
    return {i, tag};
  }
  bool is_full() const { return node_count_ >= node_room_ || edge_count_ + 2 > edge_room_; }
  NodeId id_at(std::size_t node) const { return {node, nodes_[node].tag}; }
  std::span<const std::uint32_t> parents_at(std::size_t node) const {
    const std::size_t first = nodes_[node].first_edge;
    return std::span(parent_).subspan(first, end_of_edges(node) - first);
  }
  std::size_t end_of_edges(std::size_t node) const {
    return node + 1 < node_count_ ? nodes_[node + 1].first_edge : edge_count_;
  }
};

/// A tape calls its watcher when it has recorded a node, when it has set a label, before a backward
/// pass begins at a node, and before the tape is destroyed. If the watcher throws for `node`, the
/// tape removes the node. If it throws for `backward`, the pass does not begin. It must not throw
/// for `end`.
enum class TapeEvent { node, label, backward, end };

/// The type of a watcher. `order` is the order passed to backward(), or null.
using TapeWatcher = void(const Tape&, TapeEvent, NodeId, const std::span<const Value>* order);

/// Everything about one node, for printing.
struct TapeView {
  Op op;
  double data, grad;
  std::string_view label;
  std::span<const std::uint32_t> parents;
  std::span<const double> locals;
  const Constant* constant;  ///< null if there is none
};

}  // namespace holo
