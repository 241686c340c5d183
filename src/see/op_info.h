// op_info.h: two tables of ops, one for Values and one for Tensors. They tell how to call an op
// again, and the formula for the gradient that it sends. The log, the stepper, the trace page and
// `check` read them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/observer.h"
#include "holo/tensor.h"
#include "holo/value.h"

namespace holo {

/// A Tensor op as a log records it. Its tensors are only there to call it again.
struct OpCall {
  std::string_view op;
  const OpOptions& options;                 ///< without indices, which are in `indices`
  std::vector<Index> shape;                 ///< of the result
  std::vector<std::vector<Index>> parents;  ///< their shapes
  std::vector<Index> indices;  ///< rows of embedding, indices of gather, targets of cross_entropy
  std::span<const Tensor> x = {};  ///< the parents
};

/// For each parent of a Tensor, the gradient that a backward adds to it, as a pattern like
/// "{dy} @ {1}^T": {0}, {1}, ... are the parents, {y} is the result and {dy} its gradient. Empty if
/// it adds none.
using GradientPatterns = std::vector<std::string>;

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

/// An op on Tensors, or several ops that differ only in their names.
struct TensorOpInfo {
  std::string_view ops;            ///< Node::op, with spaces between them
  std::size_t least, most;         ///< numbers of parents
  Tensor (*again)(const OpCall&);  ///< calls the op again
  /// The gradient for each parent. Empty if `patterns` writes it, because it depends on options.
  const char* sent[4] = {};
  bool broadcasts = false;  ///< whether a parent may be smaller than the result, and is repeated
  GradientPatterns (*patterns)(const OpCall&) = nullptr;
};

/// The entry of an op on Values, or on Tensors with this number of parents. Null if there is none.
const ValueOpInfo* value_op_info(std::string_view op);
const TensorOpInfo* tensor_op_info(std::string_view op, std::size_t parents);

/// Calls the op again. Throws holo::Error if the table has no such op with this number of operands.
Value value_op(std::string_view op, std::span<const Value> x);
Tensor tensor_op(const OpCall& call);

/// The functions in the table that write patterns.
GradientPatterns gradient_of_matmul(const OpCall& c);
GradientPatterns gradient_of_linear(const OpCall& c);
GradientPatterns gradient_of_mean(const OpCall& c);
GradientPatterns gradient_of_variance(const OpCall& c);
GradientPatterns gradient_of_extreme(const OpCall& c);
GradientPatterns gradient_of_softmax(const OpCall& c);
GradientPatterns gradient_of_loss(const OpCall& c);
GradientPatterns gradient_of_norm(const OpCall& c);
GradientPatterns gradient_of_attention(const OpCall& c);
GradientPatterns gradient_of_dropout(const OpCall& c);
GradientPatterns gradient_of_power(const OpCall& c);
GradientPatterns gradient_of_cat(const OpCall& c);

}  // namespace holo
