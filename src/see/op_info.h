// op_info.h: two tables of ops, one for Values and one for Tensors. They tell how to call an op
// again, as the stepper's `check` does, and the formula for the gradient that it sends, which the
// stepper and the trace page show.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/observer.h"
#include "holo/tensor.h"
#include "holo/value.h"

namespace holo {

/// An op on Values, by op_name().
struct ValueOpInfo {
  using Values = std::span<const Value>;
  std::string_view op;
  std::size_t count;  ///< number of operands; 0: any
  Value (*again)(Values x);
  /// The derivatives with respect to the operands {a} and {b}; {y} is the result. {-a}, after a
  /// sign, puts a negative number into brackets. Empty for a plain number, like 1 for a sum.
  const char* local[2] = {"", ""};
};

/// An op on Tensors, as a log records it.
struct OpCall {
  std::string_view op;
  const OpOptions& options;        ///< without indices, which are in `indices`
  Shape shape;                     ///< of the result
  std::vector<Shape> parents;      ///< their shapes
  std::vector<Index> indices;      ///< see TracedNode::indices
  std::span<const Tensor> x = {};  ///< the parents, only needed to call the op again
};

/// An op on Tensors.
struct TensorOpInfo {
  std::string_view op;            ///< Node::op
  Tensor (*call)(const OpCall&);  ///< calls the op again
  /// For each parent, the gradient that a backward adds to it, as a pattern like "{dy} @ {1}^T".
  /// Empty if it adds none. A pattern may name parents, {0} and {1}, and the parent itself, {it}.
  /// The result is {y}, and its gradient is {dy}.
  /// An option such as dim has its own name, {dim}. {n} tells how many numbers of the parent become
  /// one of the result.
  /// A cat of many tensors has one pattern for all.
  std::string_view sent[4] = {};
  bool broadcasts = false;  ///< whether a parent may be smaller than the result, and is repeated
  /// Writes the pattern for a parent, if it depends on options or shapes; then `sent` is empty.
  std::string (*sends)(const OpCall&, std::size_t parent) = nullptr;
};

/// The entry of an op. Null if there is none.
const ValueOpInfo* value_op_info(std::string_view op);
const TensorOpInfo* tensor_op_info(std::string_view op);

/// Calls the op again. Throws holo::Error if the table has no such op.
Value value_op(std::string_view op, std::span<const Value> x);
Tensor tensor_op(const OpCall& call);

}  // namespace holo
