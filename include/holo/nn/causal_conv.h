// causal_conv.h: a causal convolution over time, for each channel by itself.
#pragma once

#include "holo/nn/init.h"
#include "holo/nn/layer.h"
#include "holo/ops.h"

namespace holo {

/// y[b, t, c] = bias[c] + sum_k weight[c, 0, k] x[b, t - (K - 1) + k, c], where x before the first
/// position is 0. Parameters: weight [C, 1, K], bias [C]; drawn in this order.
class CausalConv : public Layer {
 public:
  /// Throws UsageError unless C and K are at least 1.
  CausalConv(Index C, Index K, PythonRandom& random);

  /// x [B, T, C] to [B, T, C]
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  Tensor weight, bias;
};

}  // namespace holo
