// evaluate.h: the ops of a log again: what a root would be with other numbers in one node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holo/trace_state.h"

namespace holo {

/// The numbers of the root with `numbers_there` in place of those of `moved`, all else as in the
/// state: by the ops of value.h and of ops.h, of which no observer hears. Throws Error for an op
/// that is not among them, and where the log has a summary of a Tensor that does not move.
/// REQUIRES: both have been made.
std::vector<double> evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                                  std::uint32_t moved, std::span<const double> numbers_there);

}  // namespace holo
