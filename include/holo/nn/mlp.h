// mlp.h: two multi-layer perceptrons. MLP has two linear layers and a plain or gated activation:
//
//   plain   relu, gelu, silu, relu2, gelu_tanh     a = act(W1 x + b1)                     [..., H]
//   gated   glu: s = sigmoid; swiglu: s = silu     [gate | value] = W1 x + b1        2 x  [..., H]
//                                                  a = s(gate) value                      [..., H]
//   both                                           y = W2 dropout(a) + b2                 [..., C]
//
// for x [..., C], W1 [H, C] (plain) or [2H, C] (gated), W2 [C, H], where H = floor(C *
// expansion_factor). relu2 is max(0, x)^2; gelu is the exact form with erf.
//
// Sources: the MLP of nvSubquadratic (NVIDIA); Shazeer 2020 (arXiv 2002.05202) for the gates. The
// gate is the first half of layer1's output here, and the second half in GatedMLP and in
// nvSubquadratic's glu. To use the weights of that glu here, swap the halves of layer1.
#pragma once

#include <optional>
#include <string>

#include "holo/nn/layers.h"

namespace holo {

struct MLPOptions {
  double dropout = 0;  ///< probability of dropping each hidden unit, 0 <= p < 1
  double expansion_factor = 2.0;
  bool bias = false;  ///< whether the layers have biases, which start at 0
  /// The initial weights of the first and second linear layers.
  Init weight_init = Init::fan_in(), out_weight_init = Init::fan_in();
  std::optional<Index> hidden = {};  ///< H; if it is given, expansion_factor is ignored
};

/// Parameters: layer1.weight [H, C] (plain) or [2H, C] (gated, with the gate in the first H rows);
/// layer2.weight [C, H]; layer1.bias; layer2.bias. Their initial values are drawn in the listed
/// order; the seed for dropout is drawn last.
class MLP : public Layer {
 public:
  /// `dim` is C. Throws UsageError for a size below 1, an unknown activation, or `dropout` outside
  /// [0, 1).
  MLP(Index dim, const std::string& activation, PythonRandom& random,
      const MLPOptions& options = {});

  /// Maps x [..., C] to [..., C]. Throws ShapeError for a wrong number of channels.
  Tensor operator()(const Tensor& x) {
    const Scope scope(full_name());
    return output(dropout(hidden(x)));
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  /// hidden() computes the array a [..., H] from x, without dropout. output() computes y from a.
  Tensor hidden(const Tensor& x) const;
  Tensor output(const Tensor& a) const { return layer2(a); }

  /// The two halves of W1 x + b1. Throws UsageError unless the MLP is gated.
  struct Halves {
    Tensor gate, value;
  };
  Halves halves(const Tensor& x) const;

  /// H = floor(C * expansion_factor), computed in double: for example, 62 for C = 45 and a factor
  /// of 1.4. Throws UsageError unless H is at least 1 and below 2^53.
  static Index hidden_size(Index dim, double expansion_factor);

  const Index dim, hidden_dim;
  const std::string activation;
  const bool gated;
  Linear layer1, layer2;
  Dropout dropout;

 private:
  const Activation function_;  // activation of the hidden units; in a gated MLP, of the gate
};

// ---- GatedMLP: one half of the hidden units gates the other half ----
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
// layer. The first half of W1 x + b1 is the value here; in MLP it is the gate.

struct GatedMLPOptions {
  std::optional<Index> hidden = {};  ///< H before rounding up; default: 8 in / 3, rounded down
  std::optional<Index> out = {};     ///< number of output channels; default: in
  std::string activation = "silu";   ///< the gate's activation: any of holo::Activation
  bool bias = false;
  Index multiple_of = 128;  ///< H is rounded up to a multiple of this number; 1 suits small models
  Init weight_init = Init::fan_in(), bias_init = Init::fan_in();
  std::optional<Init> out_weight_init = {};  ///< initial values of W2; default: weight_init
};

/// Parameters: fc1.weight [2H, in], with the value in the first H rows and the gate in the last H;
/// fc2.weight [out, H]; fc1.bias and fc2.bias.
class GatedMLP : public Layer {
 public:
  /// Throws UsageError if in, hidden, out or multiple_of is below 1, or if the activation is
  /// unknown.
  GatedMLP(Index in, PythonRandom& random, const GatedMLPOptions& options = {});

  /// Maps x [..., in] to [..., out]. Throws ShapeError for a wrong number of channels.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  /// The two halves of W1 x + b1, each [..., H], before the gate's activation. In single ops, the
  /// layer is fc2(half.value * activate(half.gate, activation)).
  struct Halves {
    Tensor value, gate;
  };
  Halves halves(const Tensor& x) const;

  /// The number H of hidden units. Throws the same errors as the constructor.
  static Index hidden_size(Index in, const GatedMLPOptions& options = {});

  const Index in, hidden_dim, out;
  const Activation activation;
  Linear fc1, fc2;
};

}  // namespace holo
