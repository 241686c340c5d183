// tape_node.h: what a tape has of a node: its operation, what identifies it, and its edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "holo/version.h"

namespace holo {

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

/// The constant of a node, as in x - 1 and 1 - x.
struct Constant {
  std::uint32_t node;
  bool is_first;  ///< it comes before the op
  double value;
};

/// What the tape keeps of a node besides data and grad. Its edges end where those of the next node
/// begin.
struct TapeNode {
  std::uint32_t first_edge = 0, tag = 0;
  bool is_leaf() const { return (tag & 0xff) == static_cast<std::uint32_t>(Op::leaf); }
};

/// What the watcher of a tape is called for: a node that has been recorded, a label that has been
/// set, a backward that will begin at the node. If it throws, the node is removed, and the backward
/// does not begin.
enum class TapeEvent { node, label, backward };

/// All of one node, for printing.
struct TapeView {
  Op op;
  double data, grad;
  std::string_view label;
  std::span<const std::uint32_t> parents;
  std::span<const double> locals;
  const Constant* constant;  ///< null: none
};

}  // namespace holo
