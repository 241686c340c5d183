// gated_units.cpp: where each kind of layer keeps its two rows, and its activations.
#include "gpt/gates/gated_units.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/activation.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/holo_gate_flow.h"

namespace holo {
namespace {

// The rows of `weight` [H, part] as rows of C channels, from channel `first` on.
Tensor padded(const Tensor& weight, Index first, Index C) {
  const std::vector<real> from = weight.to_vector();
  const Index H = weight.size(0), part = weight.size(1);
  std::vector<real> to(static_cast<std::size_t>(H * C), real{0});
  for (Index j = 0; j < H; ++j)
    std::copy_n(from.data() + j * part, part, to.data() + j * C + first);
  return from_values({H, C}, to);
}

// The lengths of H columns of `weight` [out, in], from column `first` on.
Numbers64 column_sizes(const Tensor& weight, Index first, Index H) {
  const std::vector<real> w = weight.to_vector();
  const Index in = weight.size(1);
  Numbers64 squares(static_cast<std::size_t>(H), 0.0);
  for (Index i = 0; i < weight.size(0); ++i) {
    for (Index j = 0; j < H; ++j) {
      const auto x = static_cast<double>(w[static_cast<std::size_t>(i * in + first + j)]);
      squares[static_cast<std::size_t>(j)] += x * x;
    }
  }
  for (double& x : squares) x = std::sqrt(x);
  return squares;
}

double products(Index d) { return static_cast<double>(d) * static_cast<double>(d + 1) / 2; }

Tensor rows(const Tensor& weight, Index first, Index count) {
  return slice(weight, 0, first, first + count);
}

GatedUnits units_of_mlp(const GatedMLP& layer) {
  const Index H = layer.hidden_dim;
  return {rows(layer.fc1.weight, H, H), rows(layer.fc1.weight, 0, H),
          column_sizes(layer.fc2.weight, 0, H),
          std::min(static_cast<double>(H), products(layer.in))};
}

GatedUnits units_of_flow(const HoloGateFlow& layer) {
  const Index d = layer.d_model;
  const auto& [d1, d2, d3] = layer.split;
  const double pairs = static_cast<double>(d2) * static_cast<double>(d3);
  return {padded(layer.W3.weight, d1 + d2, d), padded(layer.W2.weight, d1, d),
          column_sizes(layer.W_out.weight, d, d), std::min(static_cast<double>(d), pairs)};
}

GatedUnits units_of_lite(const HoloGateFlowLite& layer) {
  const Index d = layer.d_model;
  return {rows(layer.fc1.weight, 2 * d, d), rows(layer.fc1.weight, d, d),
          column_sizes(layer.fc2.weight, d, d), std::min(static_cast<double>(d), products(d))};
}

GatedNumbers numbers_of(const Tensor& gate, const Tensor& value, const Tensor& opening,
                        Activation value_activation) {
  return {gate, value, opening, opening * activate(value, value_activation)};
}

}  // namespace

std::optional<GatedUnits> gated_units(const Layer& layer) {
  const NoGrad no_grad;
  if (const auto* mlp = dynamic_cast<const GatedMLP*>(&layer)) return units_of_mlp(*mlp);
  if (const auto* flow = dynamic_cast<const HoloGateFlow*>(&layer)) return units_of_flow(*flow);
  if (const auto* lite = dynamic_cast<const HoloGateFlowLite*>(&layer)) return units_of_lite(*lite);
  return std::nullopt;
}

GatedNumbers gated_numbers(const Layer& layer, const Tensor& x) {
  const NoGrad no_grad;
  if (const auto* mlp = dynamic_cast<const GatedMLP*>(&layer)) {
    const GatedMLP::Halves halves = mlp->halves(x);
    return numbers_of(halves.gate, halves.value, activate(halves.gate, mlp->activation),
                      Activation::none);
  }
  if (const auto* flow = dynamic_cast<const HoloGateFlow*>(&layer)) {
    const std::vector<Tensor> parts = split(x, flow->split, -1);
    const Tensor a = flow->W3.before_activation(parts[2]);
    const Tensor opening = activate(activate(a, flow->activation3), flow->gate);
    return numbers_of(a, flow->W2.before_activation(parts[1]), opening, flow->W2.activation);
  }
  const auto& lite = dynamic_cast<const HoloGateFlowLite&>(layer);
  const Index d = lite.d_model;
  const std::vector<Tensor> parts = split(lite.fc1(x), {d, d, d}, -1);
  return numbers_of(parts[2], parts[1], activate(parts[2], lite.gate), Activation::silu);
}

}  // namespace holo
