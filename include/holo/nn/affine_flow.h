// affine_flow.h: the last part of a HoloGateFlow layer: the gated channels are scaled and shifted
// by amounts that are computed from them.
//
//   n = norm(z)                                           [..., 2d]
//   y = sigmoid(Ws n + bs) (W z + b) + (Wt n + bt)        [..., d]     flow
//   y = W z + b                                                        no flow
//   out = x + y                                                        residual; else y
//
// for x [..., d], z [..., 2d], and Ws, Wt, W [d, 2d].
//
// The name comes from the coupling layers of normalising flows (RealNVP, Dinh et al. 2016,
// arXiv 1605.08803). Those can be inverted; this cannot. Source: see holo_gate_flow.h.
#pragma once

#include <optional>

#include "holo/nn/linear.h"
#include "holo/nn/module.h"
#include "holo/nn/norm.h"

namespace holo {

struct AffineFlowOptions {
  Norm norm = Norm::layer;     ///< or Norm::rms
  double epsilon = 1e-5;       ///< of the norm
  bool flow = true;            ///< false: no norm, no scale, no shift
  bool residual = true;        ///< false inside a block, which adds x itself
  double flow_scale_bias = 0;  ///< initial value of bs; the scale begins near its sigmoid
};

/// The base class of HoloGateFlow and HoloGateFlowLite. Parameters, none without flow:
/// flow_scale.weight, flow_scale.bias, flow_shift.weight, flow_shift.bias, norm.weight and, of a
/// layer norm, norm.bias.
class AffineFlow : public Layer {
 public:
  const Index d_model;
  const bool residual;
  std::optional<Linear> flow_scale, flow_shift;
  std::optional<LayerNorm> layer_norm;  // one of these two
  std::optional<RMSNorm> rms_norm;

 protected:
  /// Throws UsageError for a d_model below 1 and a bias that is not finite.
  AffineFlow(const char* layer, Index d_model, const AffineFlowOptions& options);

  /// Draws and registers the parameters, after those of the layer itself.
  void begin_flow(PythonRandom& random, const AffineFlowOptions& options);
  /// `out` of the formulas above; `projection` is W.
  Tensor flow_out(const Tensor& x, const Tensor& z, const Linear& projection) const;
};

}  // namespace holo
