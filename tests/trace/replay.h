// replay.h: computes a log again, from its leaves.
#pragma once

#include <cstddef>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct LogReplay {
  std::size_t values = 0, contributions = 0;  ///< that were computed and compared
  std::size_t left_out = 0;  ///< of Tensors of which the log has a summary or no inputs
  std::string difference;    ///< the first that differs in a bit; empty when none does
};

/// Computes every value and every contribution of the log from its leaves, its constants, the
/// gradients that backward began with, and what the user has set: of Values by the formulas of
/// math.h, of Tensors by the ops of ops.h, on the default device. Throws holo::Error for an op that
/// is not among them, and the errors of the ops for inputs that do not fit.
LogReplay replay(const TraceLog& log);

}  // namespace holo
