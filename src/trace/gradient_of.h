// gradient_of.h: the patterns of the ops in gradient_ops.cpp. REQUIRES of each: the node has as
// many parents as the op takes.
#pragma once

#include <cstdint>

#include "trace/gradient.h"

namespace holo {

GradientPatterns gradient_of_matmul(const TraceLog& log, const TracedNode& y);
GradientPatterns gradient_of_linear(const TracedNode& y);
/// n: how many numbers of the parent are one of the result.
GradientPatterns gradient_of_reduction(const TracedNode& y, std::uint64_t n);
GradientPatterns gradient_of_softmax(const TracedNode& y);
GradientPatterns gradient_of_loss(const TracedNode& y);
GradientPatterns gradient_of_norm(const TracedNode& y);
GradientPatterns gradient_of_attention(const TracedNode& y);
GradientPatterns gradient_of_gate(const TracedNode& y);
GradientPatterns gradient_of_dropout(const TracedNode& y);

}  // namespace holo
