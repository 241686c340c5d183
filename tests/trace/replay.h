// replay.h: computes a log again from its leaves.
#pragma once

#include <cstddef>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct LogReplay {
  std::size_t values = 0, contributions = 0;  ///< the numbers computed and compared
  std::size_t left_out = 0;  ///< of Tensors with only a summary or no inputs in the log
  std::string difference;    ///< the first difference of a bit; empty if there is none
};

/// Computes every value and every contribution of the log from its leaves and constants, the
/// gradients at the start of a backward, and the user's changes. It uses the formulas of math.h for
/// Values, and the ops of ops.h on the default device for Tensors. Throws holo::Error for an
/// unknown op, and the ops' errors for inputs that do not fit.
LogReplay replay(const TraceLog& log);

}  // namespace holo
