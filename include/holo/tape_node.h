// tape_node.h: the parts of a tape's node: its operation, its id and its edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "holo/version.h"

namespace holo {

/// The operation that made a node. A leaf is an input or a parameter, which no operation made.
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
/// generation has 24 bits: no other tape or scope has the same one, up to 16 million scopes.
class NodeId {
 public:
  NodeId() = default;
  NodeId(std::size_t index, std::uint32_t tag) : bits_(std::uint64_t{tag} << 32 | index) {}
  std::uint32_t index() const { return static_cast<std::uint32_t>(bits_); }
  std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ >> 32); }
  Op op() const { return static_cast<Op>(bits_ >> 32 & 0xff); }
  /// Index and tag as one number. If the next node's op is the same, its number is one higher.
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;  // one number, which fits in one register
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

/// The tape's entry for a node, without data and grad. The node's edges end where the next node's
/// begin.
struct TapeNode {
  std::uint32_t first_edge = 0, tag = 0;
  Op op() const { return static_cast<Op>(tag & 0xff); }
  bool is_leaf() const { return op() == Op::leaf; }
};

/// The events for which a tape calls its watcher: it has recorded a node, it has set a label, or a
/// backward pass is about to begin at the node. If the watcher throws, the tape removes the node,
/// or does not begin the pass.
enum class TapeEvent { node, label, backward };

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
