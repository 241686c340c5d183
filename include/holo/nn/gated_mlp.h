// gated_mlp.h: an MLP in which one half of the hidden units gates the other half.
//
//   [value | gate] = W1 x + b1      2 x [..., H]
//   y = W2 (value act(gate)) + b2       [..., out]
//
// for x [..., in], W1 [2H, in], W2 [out, H]. H is `hidden` rounded up to a multiple of multiple_of.
// By default hidden = 8 in / 3 and out = in. With these defaults the layer has 3 * H * in weights.
// A plain MLP with H = 4 * in has about as many, 8 * in * in.
//
// Sources: the GatedMLP of lrnnx (SforAiDl), Dauphin et al. 2016 (arXiv 1612.08083), Shazeer 2020
// (2002.05202). silu gives SwiGLU, gelu GEGLU, relu ReGLU, sigmoid GLU, and none the bilinear
// layer. The first half of W1 x + b1 is the value here; in mlp.h it is the gate.
#pragma once

#include <optional>
#include <string>

#include "holo/nn/linear.h"
#include "holo/nn/module.h"

namespace holo {

struct GatedMLPOptions {
  std::optional<Index> hidden = {};  ///< H before rounding up; default: 8 in / 3, rounded down
  std::optional<Index> out = {};     ///< number of output channels; default: in
  std::string activation = "silu";   ///< the gate's activation: any name from activation.h
  bool bias = false;
  Index multiple_of = 128;  ///< H is rounded up to a multiple of this number; 1 suits small models
  Init weight_init = Init::fan_in(), bias_init = Init::fan_in();
  /// "fused" combines the activation and the product in one op. "composed" uses separate ops; it is
  /// easier to read, and the tests compare "fused" with it.
  std::string backend = "fused";
  std::optional<Init> out_weight_init = {};  ///< initial values of W2; default: weight_init
};

/// Parameters: fc1.weight [2H, in], with the value in the first H rows and the gate in the last H;
/// fc2.weight [out, H]; fc1.bias and fc2.bias.
class GatedMLP : public Layer {
 public:
  /// Throws UsageError if in, hidden, out or multiple_of is below 1, or if the activation or
  /// backend is unknown.
  GatedMLP(Index in, PythonRandom& random, const GatedMLPOptions& options = {});

  /// Maps x [..., in] to [..., out]. Throws ShapeError for a wrong number of channels.
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return fused_ ? fused(x) : composed(x);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  /// The two halves of W1 x + b1, each [..., H], before the gate's activation.
  struct Halves {
    Tensor value, gate;
  };
  Halves halves(const Tensor& x) const;

  /// The number H of hidden units. Throws the same errors as the constructor.
  static Index hidden_size(Index in, const GatedMLPOptions& options = {});

  const Index in, hidden_dim, out;
  const Activation activation;
  const std::string backend;
  Linear fc1, fc2;

 private:
  Tensor fused(const Tensor& x) const;
  Tensor composed(const Tensor& x) const;

  const bool fused_;
};

}  // namespace holo
