// holo_gate_flow.h: a layer that treats three parts of its channels differently, lets one part gate
// another, and scales and shifts the result by amounts that are computed from it.
//
//   [x1 | x2 | x3] = x                                            [..., d1], [..., d2], [..., d3]
//   zi = act_i(Wi xi + bi)                                        3 x [..., d]
//   z = [z1 | gate(z3) z2]                                        [..., 2d]
//   out = x + sigmoid(Ws n + bs) (W z + b) + (Wt n + bt),  n = norm(z)
//
// for x [..., d], d1 + d2 + d3 = d, Wi [d, di], and Ws, Wt, W [d, 2d]. The parts are cut from the
// last dimension. Without flow y = W z + b is all that is added to x; without residual x is not.
// The light form takes z1, z2 and z3 from one map of all channels:
//
//   [a1 | a2 | a3] = W1 x + b1                                    3 x [..., d]
//   z = [gelu(a1) | gate(a3) silu(a2)]                            [..., 2d];  then the same end
//
// Parameters, with flow and a layer norm: 7 d^2 + 10 d for any split, light 9 d^2 + 10 d; without
// flow 3 d^2 + 4 d, light 5 d^2 + 4 d. So the light form is the larger one. Where the gate is
// closed (0), no gradient passes through z2, with flow or without; it still passes through z1 and
// the residual.
//
// The affine flow at the end is named after the coupling layers of normalising flows (RealNVP, Dinh
// et al. 2016, arXiv 1605.08803). Those can be inverted; this cannot.
//
// Source: J. Gariepy, "HoloGate-Flow", January 2025, sections 3.4 and 4.4, appendix A.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "holo/nn/linear.h"
#include "holo/nn/norm.h"

namespace holo {

struct AffineFlowOptions {
  Norm norm = Norm::layer;     ///< or Norm::rms
  double epsilon = 1e-5;       ///< of the norm
  bool flow = true;            ///< false: no norm, no scale, no shift
  bool residual = true;        ///< false inside a block, which adds x itself
  double flow_scale_bias = 0;  ///< initial value of bs; the scale begins near its sigmoid
};

/// The end of HoloGateFlow and HoloGateFlowLite, their base class. Parameters, none without flow:
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

struct HoloGateFlowOptions {
  /// d1, d2, d3; default: d / 3 and d / 3, rounded down, and the rest.
  std::optional<std::array<Index, 3>> split = {};
  /// Each one of gelu silu relu tanh sigmoid none.
  std::string activation1 = "gelu", activation2 = "silu", activation3 = "none";
  std::string gate = "sigmoid";   ///< or tanh, relu
  AffineFlowOptions affine = {};  ///< the last part of the layer
};

/// Parameters: W1.weight [d, d1], W1.bias, W2.weight [d, d2], W2.bias, W3.weight [d, d3], W3.bias,
/// W_out.weight [d, 2d], W_out.bias, then those of AffineFlow; drawn in this order.
class HoloGateFlow : public AffineFlow {
 public:
  /// Throws UsageError for a split that does not add up to d_model or has a part below 1, and for
  /// an unknown activation or gate.
  HoloGateFlow(Index d_model, PythonRandom& random, const HoloGateFlowOptions& options = {});

  /// x [..., d] to [..., d]. Throws ShapeError for other channels.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const std::array<Index, 3> split;
  const Activation activation3, gate;
  Linear W1, W2, W3, W_out;
};

struct HoloGateFlowLiteOptions {
  std::string gate = "sigmoid";   ///< or tanh, relu
  AffineFlowOptions affine = {};  ///< the last part of the layer
};

/// The light form. Parameters: fc1.weight [3d, d], fc1.bias, fc2.weight [d, 2d], fc2.bias, then
/// those of AffineFlow; drawn in this order.
class HoloGateFlowLite : public AffineFlow {
 public:
  /// Throws UsageError for a d_model below 1 and an unknown gate.
  HoloGateFlowLite(Index d_model, PythonRandom& random,
                   const HoloGateFlowLiteOptions& options = {});

  /// x [..., d] to [..., d]. Throws ShapeError for other channels.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const Activation gate;
  Linear fc1, fc2;
};

}  // namespace holo
