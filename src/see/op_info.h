// op_info.h: what the wings know of each op: how it is called again, what a backward of it sends as
// a formula, and what it costs. A table for Values and one for Tensors; the log, the stepper, the
// trace page, `check` and describe() read them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/op_options.h"
#include "holo/tensor.h"
#include "holo/value.h"

namespace holo {

/// An op of Tensors as a log has it. Its tensors are there only to call it again.
struct OpCall {
  std::string_view op;
  const OpOptions& options;                 ///< those that are indices are empty, see `indices`
  std::vector<Index> shape;                 ///< of the result
  std::vector<std::vector<Index>> parents;  ///< their shapes
  std::vector<Index> indices;  ///< rows of embedding, indices of gather, targets of cross_entropy
  std::span<const Tensor> x = {};  ///< the parents
};

/// What a Tensor sends to its parents, as patterns in which {0}, {1}, ... are the parents, {y} is
/// the result and {dy} its gradient; {s} is the sum over the row of `row`.
struct GradientPatterns {
  /// By parent, what a backward adds to its gradient: "{dy} @ {1}^T". Empty where nothing flows.
  std::vector<std::string> whole = {};
  /// By parent, for one number of it: a term of a sum, "{1} * {dy}". Empty when there is no such
  /// sum.
  std::vector<std::string> term = {};
  std::string row = {};  ///< of {s} in `term`
  /// Sums that together are one number of the result: "{0} * {1}" and "{2}". Empty when there are
  /// none.
  std::vector<std::string> forward = {};
  std::string forward_row = {};  ///< of {s} in `forward`
};

/// How the numbers of a result are made of those of its parents: the loops of the op.
enum class OpLoops {
  each_number,
  reshaped,
  permuted,
  sliced,
  reduced,
  row,
  by_index,
  product,
  linear
};

struct OpCost {
  Index flops, bytes_moved;  ///< by the convention of describe.h
};

/// An op of Values, by op_name().
struct ValueOpInfo {
  using Values = std::span<const Value>;
  std::string_view op;
  std::size_t count;  ///< of operands; 0: any
  Value (*again)(Values x);
  /// The derivatives for the operands: {a} and {b} are these, {y} is the result, and behind a sign,
  /// {-a}, a negative number is in brackets. Empty for a plain number, as 1 of a sum.
  const char* local[2] = {"", ""};
};

/// An op of Tensors, or several that differ in their names alone.
struct TensorOpInfo {
  std::string_view ops;     ///< Node::op, with spaces between them
  std::size_t least, most;  ///< how many parents there are
  Tensor (*again)(
      const OpCall&);  ///< the op once more; throws holo::Error when something is missing
  /// What it sends: patterns by parent, which hold for each number too, or, where the op only moves
  /// numbers, words for where they go; or what a function says.
  const char* sent[4] = {};
  GradientPatterns (*patterns)(const OpCall&) = nullptr;
  OpLoops loops = OpLoops::each_number;
  Index (*flops)(const Node& node, const OpOptions& options);
  Index (*bytes)(const Node& node);
};

/// The entry of an op of Values, or of Tensors with so many parents. Null when there is none.
const ValueOpInfo* value_op_info(std::string_view op);
const TensorOpInfo* tensor_op_info(std::string_view op, std::size_t parents);

/// The op once more. Throws holo::Error for one that is not in the table with so many operands.
Value value_op(std::string_view op, std::span<const Value> x);
Tensor tensor_op(const OpCall& call);

/// The functions of the table that write patterns.
GradientPatterns gradient_of_matmul(const OpCall& c);
GradientPatterns gradient_of_linear(const OpCall& c);
GradientPatterns gradient_of_sum(const OpCall& c);
GradientPatterns gradient_of_mean(const OpCall& c);
GradientPatterns gradient_of_logsumexp(const OpCall& c);
GradientPatterns gradient_of_variance(const OpCall& c);
GradientPatterns gradient_of_extreme(const OpCall& c);
GradientPatterns gradient_of_softmax(const OpCall& c);
GradientPatterns gradient_of_loss(const OpCall& c);
GradientPatterns gradient_of_norm(const OpCall& c);
GradientPatterns gradient_of_attention(const OpCall& c);
GradientPatterns gradient_of_gate(const OpCall& c);
GradientPatterns gradient_of_dropout(const OpCall& c);
GradientPatterns gradient_of_power(const OpCall& c);
GradientPatterns gradient_of_cat(const OpCall& c);

/// Of the op that made the node with these options. REQUIRES: the node has its parents. Throws
/// holo::Error for an op without an entry.
OpCost op_cost(const Node& node, const OpOptions& options);

}  // namespace holo
