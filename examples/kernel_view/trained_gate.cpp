// trained_gate.cpp: fits of the units of one layer; a GPT walked through by hand.
#include "kernel_view/trained_gate.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "holo/creation.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"

namespace holo {
namespace {

// [N, H] as H columns of doubles.
std::vector<Numbers64> columns_of(const Tensor& x) {
  const auto rows = static_cast<std::size_t>(x.size(0)), H = static_cast<std::size_t>(x.size(1));
  const std::vector<real> all = x.to_vector();
  std::vector<Numbers64> columns(H, Numbers64(rows));
  for (std::size_t n = 0; n < rows; ++n)
    for (std::size_t j = 0; j < H; ++j) columns[j][n] = static_cast<double>(all[n * H + j]);
  return columns;
}

}  // namespace

GateMeasure measure_gate(const GatedMLP& layer, const GateFunction& function,
                         const Tensor& inputs) {
  const NoGrad no_grad;
  const GatedMLP::Halves halves = layer.halves(inputs);
  const std::vector<Numbers64> gates = columns_of(halves.gate), values = columns_of(halves.value);
  GateMeasure found;
  for (std::size_t j = 0; j < gates.size(); ++j) {
    Numbers64 output;
    for (std::size_t n = 0; n < gates[j].size(); ++n)
      output.push_back(function.act(gates[j][n]) * values[j][n]);
    for (int degree = 1; degree <= 3; ++degree) {
      const auto k = static_cast<std::size_t>(degree - 1);
      PolynomialFit fit = fit_polynomial(gates[j], values[j], output, degree);
      if (std::isfinite(fit.left_over)) found.explained[k].push_back(1 - fit.left_over);
      found.coefficients[k].push_back(std::move(fit.coefficients));
    }
  }
  return found;
}

PolynomialGate::PolynomialGate(const GatedMLP& layer, const std::vector<Numbers64>& coefficients)
    : layer_(layer) {
  for (std::size_t k = 0; k < coefficients[0].size(); ++k) {
    Numbers64 of_power;
    for (const Numbers64& unit : coefficients) of_power.push_back(unit[k]);
    const auto H = static_cast<Index>(of_power.size());
    coefficients_.push_back(tensor(of_power, {H}));
  }
}

// The powers in the order of powers_of(): those of one degree from those of the degree before.
Tensor PolynomialGate::forward(const Tensor& x) {
  const GatedMLP::Halves halves = layer_.halves(x);
  std::vector<Tensor> powers = {halves.gate * real{0} + real{1}};
  Tensor sum = powers[0] * coefficients_[0];
  for (std::size_t k = 1; k < coefficients_.size();) {
    std::vector<Tensor> next;
    for (const Tensor& power : powers) next.push_back(halves.gate * power);
    next.push_back(halves.value * powers.back());
    for (const Tensor& power : next) sum = sum + power * coefficients_[k++];
    powers = std::move(next);
  }
  return layer_.fc2(sum);
}

std::vector<GatedMLP*> gated_layers(const GPT& model) {
  std::vector<GatedMLP*> layers;
  for (const auto& block : model.blocks)
    layers.push_back(&dynamic_cast<GatedMLP&>(*block->feed_forward));
  return layers;
}

Walk walk_with(GPT& model, const Indices& tokens, const std::vector<Layer*>& feed_forwards) {
  const NoGrad no_grad;
  Tensor x = model.token_embedding(tokens);
  if (model.position_embedding) {
    std::vector<Index> places;
    for (Index t = 0; t < tokens.shape().size(1); ++t) places.push_back(t);
    const Shape shape{tokens.shape().size(1)};
    x = x + (*model.position_embedding)(Indices(shape, std::move(places)));
  }
  if (model.embedding_norm) x = model.embedding_norm->forward(x);
  Walk walk;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const Block& block = *model.blocks[i];
    x = x + (*block.attention)(block.attention_norm->forward(x));
    walk.inputs.push_back(block.feed_forward_norm->forward(x));
    Layer& feed_forward = feed_forwards.empty() ? *block.feed_forward : *feed_forwards[i];
    x = x + feed_forward.forward(walk.inputs.back());
  }
  walk.output = x;
  return walk;
}

Tensor logits_of(GPT& model, const Tensor& output) {
  const NoGrad no_grad;
  const Tensor x = model.final_norm ? model.final_norm->forward(output) : output;
  return model.head ? (*model.head)(x) : linear(x, model.token_embedding.weight);
}

}  // namespace holo
