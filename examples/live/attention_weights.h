// attention_weights.h: how much each position takes of itself and of earlier ones.
#pragma once

#include <vector>

#include "holo/nn/attention.h"

namespace holo {

/// softmax(q k^T scale) of each head, row by row, for x [1, T, C]: num_heads T T numbers, 0 for the
/// positions that come later. REQUIRES: no rotary positions, no convolution, as many heads of keys
/// as of queries.
std::vector<double> attention_weights(const MultiHeadAttention& layer, const Tensor& x);

}  // namespace holo
