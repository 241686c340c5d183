// formula.h: what an op of a log computes, as a formula in names or in numbers.
#pragma once

#include <cstdint>
#include <string>

#include "holo/trace_state.h"

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

/// What the op of a node computes, with a place for each parent: "{} * {-}", "sum({}, dims 0)",
/// "2 - {-}". At {-} a negative number is in brackets. Of many parents the first ones. Empty for a
/// leaf. The trace page fills it in too.
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

}  // namespace holo
