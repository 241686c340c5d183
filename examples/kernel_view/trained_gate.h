// trained_gate.h: how near the hidden units of a gated layer are to quadratic forms, at the inputs
// that the layer gets in a GPT.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "holo/nn/gpt.h"
#include "holo/nn/mlp.h"
#include "kernel_view/gated_unit.h"

namespace holo {

/// One layer at many inputs.
struct GateMeasure {
  /// For each unit: the share of its variance that the best linear, quadratic and cubic function of
  /// (g . x, v . x) explains, measured at inputs that it was not fitted to. A unit that does not
  /// vary is left out.
  std::array<Numbers64, 3> explained;
  /// The same fits as coefficients[degree - 1][unit], of powers_of(g . x, v . x).
  std::array<std::vector<Numbers64>, 3> coefficients;
};

/// `inputs` [N, in]; `function` belongs to the activation of the layer.
GateMeasure measure_gate(const GatedMLP& layer, const GateFunction& function, const Tensor& inputs);

/// The layer with each unit replaced by its polynomial.
class PolynomialGate : public Layer {
 public:
  /// REQUIRES: coefficients of `layer`, which lives longer than this.
  PolynomialGate(const GatedMLP& layer, const std::vector<Numbers64>& coefficients);
  Tensor forward(const Tensor& x) override;

 private:
  const GatedMLP& layer_;
  std::vector<Tensor> coefficients_;  // [H] for each power
};

/// The feed-forward layers of a GPT. REQUIRES: they are gated.
std::vector<GatedMLP*> gated_layers(const GPT& model);

/// Tokens [B, T] through the blocks of a GPT, without dropout.
struct Walk {
  Tensor output;               ///< [B, T, C], of the last block
  std::vector<Tensor> inputs;  ///< [B, T, C], what the feed-forward layer of each block gets
};
/// `feed_forwards` stand in for its own, one for each block; without any they are its own.
Walk walk_with(GPT& model, const Indices& tokens, const std::vector<Layer*>& feed_forwards = {});

/// [B, T, V] for Walk::output.
Tensor logits_of(GPT& model, const Tensor& output);

}  // namespace holo
