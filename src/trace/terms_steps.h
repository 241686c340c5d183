// terms_steps.h: what the loops of an op are made of, and those of products of matrices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trace/terms.h"

namespace holo {

/// Of a row-major tensor.
std::vector<std::int64_t> steps_of(const std::vector<Index>& shape);

/// Through x while the loops are the dimensions of y: 0 where x is repeated. Nothing when it does
/// not fit.
std::optional<std::vector<std::int64_t>> broadcast_steps(const std::vector<Index>& x,
                                                         const std::vector<Index>& y);

/// matmul, and linear without an activation.
std::optional<TraceTerms> product_terms(const TraceLog& log, const TracedNode& y);
std::optional<TraceTerms> linear_terms(const TraceLog& log, const TracedNode& y);

}  // namespace holo
