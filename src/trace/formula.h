// formula.h: writes what an op of a log computes, and the gradients that it sends, as formulas in
// names or in numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

struct OpCall;

/// A number with up to 6 significant digits. A NaN has no sign.
std::string number_text(double x);

/// number_text() of a * b, except that -0 becomes 0.
std::string product_text(double a, double b);

/// A number as written after a sign: "(-2)", but "2".
std::string bracketed(const std::string& number);

/// The name of a node in a formula: its label, or "#3" if it has none.
std::string short_name(const TraceLog& log, std::uint32_t node);

/// "{0} * {1}", "sum({0}, dims 0)", "2 - {0}": the formula of a node's op, with a place for each
/// parent. If there are many parents, it has only the first ones. Empty for a leaf. The trace page
/// fills in the parents like filled_pattern().
std::string formula_pattern(const TracedNode& node);

/// "#3 (x * w)": a node without a label, with its formula if that is short and all parents have
/// labels. Otherwise TraceLog::name().
std::string name_and_formula(const TraceLog& log, std::uint32_t node);

/// "x * w", "sum(x, dims 0)", "2 * x": the formula with the names of the parents, or "#3" for a
/// parent without a label. Empty for a leaf.
std::string formula(const TraceLog& log, std::uint32_t node);
/// "3 * 2": the formula with the numbers of the parents in this state. Empty for a leaf, and unless
/// each parent has exactly one number.
std::string formula_in_numbers(const TraceLog& log, const TraceState& state, std::uint32_t node);

/// The operands of an op in order: one for each parent of the node, and the constant in its
/// position if there is one.
template <class T>
std::vector<T> with_constant(const TracedNode& node, std::vector<T> operands, T constant) {
  if (node.has_constant == TracedNode::Constant::first) {
    operands.insert(operands.begin(), std::move(constant));
  } else if (node.has_constant == TracedNode::Constant::second) {
    operands.push_back(std::move(constant));
  }
  return operands;
}

/// The derivative of a Value with respect to its parent `edge`, in names: "w", "1 / x", "1 - y^2".
/// Empty for a plain number, like the 1 of a sum, and for a Tensor.
std::string local_derivative(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

/// The op that made a Tensor, without its parents. REQUIRES: the log outlives the result.
OpCall op_call(const TraceLog& log, std::uint32_t node);

/// "x^T @ grad y": the gradient that a Tensor sends to its parent `edge`, in names. Empty for a
/// Value or a leaf, and for an op that is not in ops.h.
std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

/// Replaces {0}, {dy} and so on in the pattern by text_of("0", b), text_of("dy", b) and so on. b is
/// true where a negative number needs parentheses: after a sign, and as the base of a power.
template <class TextOf>
std::string filled_pattern(std::string_view pattern, const TextOf& text_of) {
  std::string out;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::size_t end = pattern[at] == '{' ? pattern.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      out += pattern[at];
      continue;
    }
    const bool is_alone = out.empty() || out.ends_with('(') || out.ends_with(", ");
    const bool in_brackets = !is_alone || pattern.compare(end + 1, 1, "^") == 0;
    out += text_of(std::string(pattern.substr(at + 1, end - at - 1)), in_brackets);
    at = end;
  }
  return out;
}

}  // namespace holo
