// gated_mlp.h: an MLP in which one half of the hidden units gates the other.
//
//   [value | gate] = W1 x + b1      2 x [..., H]
//   y = W2 (value act(gate)) + b2       [..., out]
//
// for x [..., in], W1 [2H, in], W2 [out, H]. H is `hidden`, by default 8 in / 3, rounded up to a
// multiple of multiple_of: then the 3 in H weights are about as many as the 8 in^2 of a plain MLP
// with 4 in hidden units.
//
// Source: the GatedMLP of lrnnx (SforAiDl). The value comes first here, the gate first in mlp.h.
// Dauphin et al. 2016 (arXiv 1612.08083) and Shazeer 2020 (2002.05202): silu is SwiGLU, gelu GEGLU,
// relu ReGLU, sigmoid GLU, and none the bilinear layer.
#pragma once

#include <optional>
#include <string>

#include "holo/nn/linear.h"
#include "holo/nn/module.h"

namespace holo {

struct GatedMLPOptions {
  std::optional<Index> hidden = {};  ///< before rounding up; default: 8 in / 3, rounded down
  std::optional<Index> out = {};     ///< default: in
  std::string activation = "silu";   ///< of the gate, any of activation.h
  bool bias = false;
  Index multiple_of = 128;  ///< 1: no rounding, for small models
  Init weight_init = Init::fan_in(), bias_init = Init::fan_in();
  /// "fused": activation and product are one op. "composed": one op after the other, to be read and
  /// to test "fused" against.
  std::string backend = "fused";
  std::optional<Init> out_weight_init = {};  ///< of W2; default: weight_init
};

/// Parameters: fc1.weight [2H, in], the value in rows 0 ... H - 1 and the gate below; fc2.weight
/// [out, H]; and fc1.bias, fc2.bias.
class GatedMLP : public Layer {
 public:
  /// Throws UsageError when in, hidden, out or multiple_of is below 1, or for an unknown
  /// activation or backend.
  GatedMLP(Index in, PythonRandom& random, const GatedMLPOptions& options = {});

  /// x [..., in] to [..., out]. Throws ShapeError for other channels.
  Tensor operator()(const Tensor& x) const {
    const Scope scope(full_name());
    return fused_ ? fused(x) : composed(x);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  /// The two halves of W1 x + b1, [..., H] each; the gate is not yet activated.
  struct Halves {
    Tensor value, gate;
  };
  Halves halves(const Tensor& x) const;

  /// H. Throws UsageError like the constructor.
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
