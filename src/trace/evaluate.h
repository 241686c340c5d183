// evaluate.h: the ops of Values again, from a log: what a root would be with another number
// in one node.
#pragma once

#include <cstdint>

#include "holo/trace_state.h"

namespace holo {

/// The root with `number_there` in place of the number of `moved`, all else as in the state.
/// Throws Error for an op that Values do not have. REQUIRES: both are Values that have been
/// made; `moved` comes before the root.
double evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                     std::uint32_t moved, double number_there);

}  // namespace holo
