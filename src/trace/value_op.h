// value_op.h: an op of Values by its name, as a log has it.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/trace_log.h"
#include "holo/value.h"

namespace holo {

/// "mul", say, once more, of x: the parents and the constant of a node, in their order. Throws
/// holo::Error for an op that Values do not have with so many numbers.
Value value_op(std::string_view op, std::span<const Value> x);

/// "1 - {y}^2" for "tanh": the derivative y' of a function of one number, {x}, which may have a
/// constant, {c}. Empty for other ops.
const char* derivative_of_one(std::string_view op);

/// What an op takes, in its order: of each parent of the node its operand, and the constant at its
/// place when it has one.
template <class T>
std::vector<T> with_constant(const TracedNode& node, std::vector<T> operands, T constant) {
  if (node.has_constant == TracedNode::Constant::first) {
    operands.insert(operands.begin(), std::move(constant));
  } else if (node.has_constant == TracedNode::Constant::second) {
    operands.push_back(std::move(constant));
  }
  return operands;
}

}  // namespace holo
