// op_info.h: two tables of ops, one for Values and one for Tensors, with the formulas for the
// gradients that they send; the stepper and the trace page show these. The table for Values also
// tells how to call an op again, as the stepper's `check` does.
#pragma once

#include <span>
#include <string_view>

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

/// An op on Tensors.
struct TensorOpInfo {
  std::string_view op;  ///< Node::op
  /// For each parent, the gradient that a backward adds to it, as a pattern like "{dy} @ {1}^T":
  /// {0}, {1}, ... are the parents, {it} is the parent itself, {y} is the result and {dy} its
  /// gradient. Empty if it adds none. A cat of many tensors has one pattern for all.
  std::string_view sent[4] = {};
  bool broadcasts = false;  ///< whether a parent may be smaller than the result, and is repeated
};

/// The entry of an op. Null if there is none.
const ValueOpInfo* value_op_info(std::string_view op);
const TensorOpInfo* tensor_op_info(std::string_view op);

/// Calls the op again. Throws holo::Error if the table has no such op with this number of operands.
Value value_op(std::string_view op, std::span<const Value> x);

}  // namespace holo
