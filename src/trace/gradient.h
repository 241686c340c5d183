// gradient.h: what an op of Tensors sends to its parents, as formulas: for the stepper and the
// page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// Patterns, in which {0}, {1}, ... are the parents, {y} is the result and {dy} its gradient; {w}
/// is an attention weight, and {s} the sum over the row of `row`.
struct GradientPatterns {
  /// By parent, what a backward adds to its gradient: "{dy} @ {1}^T". Empty where nothing flows.
  std::vector<std::string> whole;
  /// By parent, for one number of it: a term of a sum, "{1} * {dy}". Empty when there is no such
  /// sum.
  std::vector<std::string> term;
  std::string row;  ///< of {s} in `term`
  /// Sums that together are one number of the result: "{0} * {1}" and "{2}". Empty when there are
  /// none.
  std::vector<std::string> forward;
  std::string forward_row;  ///< of {s} in `forward`
};

/// Of a Tensor that an op has made; all is empty for other nodes, and for an op that is not one of
/// ops.h.
GradientPatterns gradient_patterns(const TraceLog& log, std::uint32_t node);

/// "x^T @ grad y": what the node sends to its parent `edge`, in names. Empty when it is not known.
std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

/// The pattern with text_of("0", b), text_of("dy", b) and so on at its places; b: a negative number
/// is in brackets there, behind a sign and as the base of a power.
template <class TextOf>
std::string filled_pattern(const std::string& pattern, const TextOf& text_of) {
  std::string out;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::size_t end = pattern[at] == '{' ? pattern.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      out += pattern[at];
      continue;
    }
    const bool is_alone = out.empty() || out.ends_with('(');
    const bool in_brackets = !is_alone || pattern.compare(end + 1, 1, "^") == 0;
    out += text_of(pattern.substr(at + 1, end - at - 1), in_brackets);
    at = end;
  }
  return out;
}

}  // namespace holo
