// linear.h: the layer y = activation(x weight^T + bias).
#pragma once

#include "holo/nn/init.h"
#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

struct LinearOptions {
  bool bias = true;
  Activation activation = Activation::none;
  Init weight_init = Init::fan_in();
  Init bias_init = Init::fan_in();
};

/// Maps `in` channels to `out` channels. Parameters: weight [out, in] and bias [out], whose initial
/// values are drawn in this order. Without a bias, `bias` is an empty handle.
class Linear : public Layer {
 public:
  /// Throws UsageError unless in and out are at least 1.
  Linear(Index in, Index out, PythonRandom& random, const LinearOptions& options = {});

  /// Maps x [..., in] to [..., out].
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return linear(x, weight, bias, activation);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }
  /// Computes x weight^T + bias, for an op that applies the activation itself.
  Tensor before_activation(const Tensor& x) const {
    const Scope scope(full_name());
    return linear(x, weight, bias);
  }

  Tensor weight, bias;
  const Activation activation;
};

}  // namespace holo
