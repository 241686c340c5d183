// norm.h: the normalisation layers LayerNorm and RMSNorm. The formulas and papers are in ops.h.
#pragma once

#include <memory>

#include "holo/nn/kinds.h"
#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

struct LayerNormOptions {
  double epsilon = 1e-5;
  bool weight = true, bias = true;
};

/// Normalises x to mean 0 and variance 1, then applies a gain and a bias. Parameters: the gain,
/// weight [C], starts at 1; bias [C] starts at 0. A missing gain or bias is an empty handle.
class LayerNorm : public Layer {
 public:
  /// Throws UsageError unless C is at least 1 and epsilon is finite and not negative.
  explicit LayerNorm(Index C, const LayerNormOptions& options = {});

  /// x [..., C]
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return layer_norm(x, weight, bias, epsilon);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  Tensor weight, bias;
  const double epsilon;
};

struct RMSNormOptions {
  double epsilon = 1e-5;
  bool weight = true;
};

/// Scales x to mean square 1, then applies a gain. The gain is the parameter weight [C], which
/// starts at 1; without a gain, `weight` is an empty handle.
class RMSNorm : public Layer {
 public:
  /// Throws the same errors as LayerNorm.
  explicit RMSNorm(Index C, const RMSNormOptions& options = {});

  /// x [..., C]
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return rms_norm(x, weight, epsilon);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  Tensor weight;
  const double epsilon;
};

/// A norm of the given kind over C channels; an RMSNorm has no bias.
std::unique_ptr<Layer> make_norm(Norm kind, Index C, const LayerNormOptions& options = {});

}  // namespace holo
