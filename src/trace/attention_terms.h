// attention_terms.h: the weights of attention, which the op does not keep, and its loops with them.
#pragma once

#include <optional>

#include "trace/terms.h"

namespace holo {

/// y_t = sum over the keys j of weight_tj v_j, for each head. Nothing when the log has too many
/// weights to keep, or says of the op what is not so.
std::optional<TraceTerms> attention_terms(const TraceLog& log, const TraceState& state,
                                          const TracedNode& y);

}  // namespace holo
