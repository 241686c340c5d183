// affine_flow.cpp: the norm, the scale and the shift of HoloGateFlow layers.
#include "holo/nn/affine_flow.h"

#include <fmt/format.h>

#include <cmath>

#include "nn/checks.h"

namespace holo {

AffineFlow::AffineFlow(const char* layer, Index channels, const AffineFlowOptions& options)
    : d_model(checked_size(layer, "d_model", channels)), residual(options.residual) {
  if (std::isfinite(options.flow_scale_bias)) return;
  throw UsageError(layer, fmt::format("flow_scale_bias {}", options.flow_scale_bias),
                   "a finite number", "0");
}

void AffineFlow::begin_flow(PythonRandom& random, const AffineFlowOptions& options) {
  if (!options.flow) return;
  LinearOptions scale{.activation = Activation::sigmoid};
  scale.bias_init = Init::constant(options.flow_scale_bias);
  register_module("flow_scale", flow_scale.emplace(2 * d_model, d_model, random, scale));
  register_module("flow_shift", flow_shift.emplace(2 * d_model, d_model, random));
  if (options.norm == Norm::rms) {
    const RMSNormOptions norm{.epsilon = options.epsilon};
    register_module("norm", rms_norm.emplace(2 * d_model, norm));
  } else {
    const LayerNormOptions norm{.epsilon = options.epsilon};
    register_module("norm", layer_norm.emplace(2 * d_model, norm));
  }
}

Tensor AffineFlow::flow_out(const Tensor& x, const Tensor& z, const Linear& projection) const {
  const Tensor y = projection(z);
  if (!flow_scale) return residual ? x + y : y;
  const Tensor n = rms_norm ? (*rms_norm)(z) : (*layer_norm)(z);
  const Tensor scale = flow_scale->before_activation(n), shift = (*flow_shift)(n);
  return affine_flow(residual ? x : Tensor(), scale, y, shift);
}

Index AffineFlow::flow_macs() const { return flow_scale ? 4 * d_model * d_model : 0; }

// The norm 5 x 2d, the sigmoid d, scale times y d, the shift d; adding x d.
Index AffineFlow::flow_others() const {
  return (flow_scale ? 13 * d_model : 0) + (residual ? d_model : 0);
}

}  // namespace holo
