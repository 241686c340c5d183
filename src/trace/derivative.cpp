// derivative.cpp: the formulas of math.h in the names of a log.
#include "trace/derivative.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/formula.h"
#include "trace/value_op.h"

namespace holo {
namespace {

// The operand at place `i`, 0 or 1, of an op of two, which may be a constant.
std::string operand(const TraceLog& log, const TracedNode& node, std::size_t i) {
  const bool constant_first = node.has_constant == TracedNode::Constant::first;
  if (node.has_constant != TracedNode::Constant::none && (i == 0) == constant_first) {
    return number_text(node.constant);
  }
  return short_name(log, node.parents[constant_first ? 0 : std::min(i, node.parents.size() - 1)]);
}

// Of ops of two numbers, for the operand at `place`.
std::string derivative_of_two(const TraceLog& log, const TracedNode& node, std::size_t place) {
  const std::string a = operand(log, node, 0), b = operand(log, node, 1);
  if (node.op == "mul") {
    // The other factor; a constant one is the number itself.
    return node.has_constant == TracedNode::Constant::none ? (place == 0 ? b : a) : "";
  }
  if (node.op == "div") {
    return place == 0 ? "1 / " + bracketed(b) : fmt::format("-{} / {}^2", bracketed(a), b);
  }
  const bool larger = node.op == "max";
  return fmt::format("1 where {} is the {}, else 0", place == 0 ? a : b,
                     larger ? "larger" : "smaller");
}

}  // namespace

std::string local_derivative(const TraceLog& log, std::uint32_t index, std::uint32_t edge) {
  const TracedNode& node = log.nodes[index];
  if (node.is_tensor || edge >= node.parents.size()) return "";
  if (node.op == "dot") {
    const std::size_t n = node.parents.size();
    return short_name(log, node.parents[(edge + n / 2) % n]);
  }
  if (node.op == "mul" || node.op == "div" || node.op == "max" || node.op == "min") {
    const bool constant_first = node.has_constant == TracedNode::Constant::first;
    return derivative_of_two(log, node, constant_first ? 1 : edge);
  }
  return fmt::format(
      fmt::runtime(derivative_of_one(node.op)), fmt::arg("x", short_name(log, node.parents[0])),
      fmt::arg("y", short_name(log, index)), fmt::arg("c", number_text(node.constant)));
}

}  // namespace holo
