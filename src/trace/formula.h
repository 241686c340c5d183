// formula.h: what an op of a log computes and sends, as formulas in names or in numbers: the
// patterns of see/op_info.h, filled with what a log has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holo/trace_log.h"
#include "see/op_info.h"

namespace holo {

/// A number with up to 6 significant digits; the sign of a NaN is left out.
std::string number_text(double x);

/// "-1 to 2.71829": the ends are rounded away from each other, so that all between them lie inside.
std::string range_text(double low, double high);

/// number_text() of a * b, but that -0 is 0.
std::string product_text(double a, double b);

/// A number as it is written behind a sign: (-2).
std::string bracketed(const std::string& number);

/// What a node is called in a formula: its label, or "#3" without one.
std::string short_name(const TraceLog& log, std::uint32_t node);

/// What the op of a node computes, with a place for each parent: "{0} * {1}", "sum({0}, dims 0)",
/// "2 - {0}". Of many parents the first ones. Empty for a leaf. The trace page fills it in too, as
/// filled_pattern() does.
std::string formula_pattern(const TracedNode& node);

/// "#3 (x * w)": what a node without a label is, where that is short and its parents have labels;
/// else as TraceLog::name().
std::string name_and_formula(const TraceLog& log, std::uint32_t node);

/// "x * w", "sum(x, dims 0)", "2 * x": with the names of the parents, "#3" without a label. Empty
/// for a leaf.
std::string formula(const TraceLog& log, std::uint32_t node);
/// "3 * 2": the same with the numbers of the parents in this state. Empty for a leaf, and for a
/// Tensor of more than one number.
std::string formula_in_numbers(const TraceLog& log, const TraceState& state, std::uint32_t node);

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

/// d(node) / d(parent `edge`) of Values in names: "w", "1 / x", "1 - y^2". Empty when it is a plain
/// number, as 1 of a sum, and for a Tensor.
std::string local_derivative(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

/// The op of a Tensor, without its tensors. The log outlives it.
OpCall op_call(const TraceLog& log, std::uint32_t node);

/// Of a Tensor that an op has made; all is empty for other nodes, and for an op that is not one of
/// ops.h.
GradientPatterns gradient_patterns(const TraceLog& log, std::uint32_t node);

/// "x^T @ grad y": what a Tensor sends to its parent `edge`, in names. Empty when it is not known.
std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

/// The pattern with text_of("0", b), text_of("dy", b) and so on at its places; b: a negative number
/// is in brackets there, behind a sign and as the base of a power, but not as an argument.
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
