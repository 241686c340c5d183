// holo_gate_flow.h: a layer that splits its channels into three parts, one of which gates another.
// The layer then scales and shifts a projection of the result by amounts computed from the result.
//
//   [x1 | x2 | x3] = x                                            [..., d1], [..., d2], [..., d3]
//   zi = act_i(Wi xi + bi)                                        3 x [..., d]
//   z = [z1 | gate(z3) z2]                                        [..., 2d]
//   out = x + sigmoid(Ws n + bs) (W z + b) + (Wt n + bt),  n = norm(z)
//
// for x [..., d], d1 + d2 + d3 = d, Wi [d, di], and Ws, Wt, W [d, 2d]. x1, x2 and x3 are slices of
// the last dimension of x. Without flow, out = x + W z + b. Without the residual connection, x is
// not added. The light form computes z1, z2 and z3 with one linear layer over all channels:
//
//   [a1 | a2 | a3] = W1 x + b1                                    3 x [..., d]
//   z = [gelu(a1) | gate(a3) silu(a2)]                            [..., 2d];  then the same end
//
// With flow and a layer norm, the layer has 7 d^2 + 10 d parameters for any split; without flow it
// has 3 d^2 + 4 d. Despite its name, the light form has 2 d^2 more parameters. Where the gate is 0,
// gradients pass through z1 and the residual connection, but not through z2.
//
// The affine flow at the end is named after the coupling layers of normalising flows (RealNVP, Dinh
// et al. 2016, arXiv 1605.08803). Coupling layers can be inverted; this layer cannot.
//
// Source: J. Gariepy, "HoloGate-Flow", January 2025, sections 3.4 and 4.4, appendix A.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "holo/nn/layers.h"

namespace holo {

struct AffineFlowOptions {
  Norm norm = Norm::layer;     ///< kind of norm: Norm::layer or Norm::rms
  double epsilon = 1e-5;       ///< epsilon of the norm
  bool flow = true;            ///< if false, there is no norm, scale or shift
  bool residual = true;        ///< if false, x is not added; use false inside a block
  double flow_scale_bias = 0;  ///< initial value of bs; the scale starts near sigmoid(bs)
};

/// The base class of HoloGateFlow and HoloGateFlowLite. It computes `out` in the formula above.
/// Parameters with flow: flow_scale.weight, flow_scale.bias, flow_shift.weight, flow_shift.bias,
/// norm.weight and, for a layer norm, norm.bias. Without flow, it has no parameters.
class AffineFlow : public Layer {
 public:
  const Index d_model;
  const bool residual;
  std::optional<Linear> flow_scale, flow_shift;  ///< empty without flow
  std::unique_ptr<Layer> norm;                   ///< null without flow

 protected:
  /// Throws UsageError if d_model is below 1 or flow_scale_bias is not finite.
  AffineFlow(const char* layer, Index d_model, const AffineFlowOptions& options);

  /// Draws and registers the parameters. A derived class must register its parameters first.
  void begin_flow(PythonRandom& random, const AffineFlowOptions& options);
  /// Computes `out` in the formula above; `projection` computes W z + b.
  Tensor flow_out(const Tensor& x, const Tensor& z, const Linear& projection) const;
};

struct HoloGateFlowOptions {
  /// The sizes d1, d2 and d3. By default d1 and d2 are d / 3, rounded down, and d3 is the rest.
  std::optional<std::array<Index, 3>> split = {};
  /// Each activation is gelu, silu, relu, tanh, sigmoid or none.
  std::string activation1 = "gelu", activation2 = "silu", activation3 = "none";
  std::string gate = "sigmoid";   ///< sigmoid, tanh or relu
  AffineFlowOptions affine = {};  ///< options for computing `out`
};

/// Parameters: W1.weight [d, d1], W1.bias, W2.weight [d, d2], W2.bias, W3.weight [d, d3], W3.bias,
/// W_out.weight [d, 2d], W_out.bias, then AffineFlow's parameters. Values are drawn in that order.
class HoloGateFlow : public AffineFlow {
 public:
  /// Throws UsageError if a size in `split` is below 1, the sizes do not add up to d_model, or an
  /// activation or the gate is unknown.
  HoloGateFlow(Index d_model, PythonRandom& random, const HoloGateFlowOptions& options = {});

  /// Maps x [..., d] to [..., d]. Throws ShapeError for a wrong number of channels.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const std::array<Index, 3> split;
  const Activation activation3, gate;
  Linear W1, W2, W3, W_out;
};

struct HoloGateFlowLiteOptions {
  std::string gate = "sigmoid";   ///< sigmoid, tanh or relu
  AffineFlowOptions affine = {};  ///< options for computing `out`
};

/// The light form. Parameters: fc1.weight [3d, d], fc1.bias, fc2.weight [d, 2d], fc2.bias, then
/// AffineFlow's parameters. Values are drawn in that order.
class HoloGateFlowLite : public AffineFlow {
 public:
  /// Throws UsageError if d_model is below 1 or the gate is unknown.
  HoloGateFlowLite(Index d_model, PythonRandom& random,
                   const HoloGateFlowLiteOptions& options = {});

  /// Maps x [..., d] to [..., d]. Throws ShapeError for a wrong number of channels.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const Activation gate;
  Linear fc1, fc2;
};

}  // namespace holo
