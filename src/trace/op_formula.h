// op_formula.h: the ops of Values as functions of their numbers.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

struct OpResult {
  double value;
  std::vector<double> local;  ///< d(value)/dx[i]
};

/// Of "mul", say, at x: the parents and the constant of a node, in their order. The bits are those
/// of a Value. Throws holo::Error for an op that Values do not have with so many numbers.
OpResult op_result(std::string_view op, std::span<const double> x);

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
