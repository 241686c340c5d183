// holo_gate_flow.h: a layer that treats three parts of its channels differently, lets one part gate
// another, and scales and shifts the result by amounts that are computed from it.
//
//   [x1 | x2 | x3] = x                                            [..., d1], [..., d2], [..., d3]
//   zi = act_i(Wi xi + bi)                                        3 x [..., d]
//   z = [z1 | gate(z3) z2]                                        [..., 2d]
//   out = x + sigmoid(Ws n + bs) (W z + b) + (Wt n + bt),  n = norm(z):  affine_flow.h
//
// for x [..., d], d1 + d2 + d3 = d and Wi [d, di]. The parts are cut from the last dimension.
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
// Source: J. Gariepy, "HoloGate-Flow", January 2025, sections 3.4 and 4.4, appendix A.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "holo/nn/affine_flow.h"

namespace holo {

struct HoloGateFlowOptions {
  /// d1, d2, d3; default: d / 3 and d / 3, rounded down, and the rest.
  std::optional<std::array<Index, 3>> split = {};
  /// Each one of gelu silu relu tanh sigmoid none.
  std::string activation1 = "gelu", activation2 = "silu", activation3 = "none";
  std::string gate = "sigmoid";   ///< or tanh, relu
  AffineFlowOptions affine = {};  ///< the last part of the layer
};

/// Parameters: W1.weight [d, d1], W1.bias, W2.weight [d, d2], W2.bias, W3.weight [d, d3], W3.bias,
/// W_out.weight [d, 2d], W_out.bias, then those of affine_flow.h; drawn in this order.
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
/// those of affine_flow.h; drawn in this order.
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
