// holo_gate_flow.cpp: computes the three parts and the gate of HoloGateFlow and of its light form,
// then the norm, scale and shift, which are the same for both forms.
#include "holo/nn/holo_gate_flow.h"

#include <fmt/format.h>

#include <cmath>

#include "holo/nn/layers.h"
#include "nn/checks.h"

namespace holo {
namespace {

constexpr const char* where_full = "HoloGateFlow";
constexpr const char* where_lite = "HoloGateFlowLite";
constexpr Activation flow_activations[] = {Activation::gelu, Activation::silu,    Activation::relu,
                                           Activation::tanh, Activation::sigmoid, Activation::none};
constexpr Activation gates[] = {Activation::sigmoid, Activation::tanh, Activation::relu};

std::array<Index, 3> split_of(Index d_model, const HoloGateFlowOptions& options) {
  if (!options.split) {
    if (d_model >= 3) return {d_model / 3, d_model / 3, d_model - 2 * (d_model / 3)};
    throw UsageError(where_full, fmt::format("d_model {}", d_model),
                     "at least 3, one channel a part");
  }
  const auto& [d1, d2, d3] = *options.split;
  const bool parts = d1 >= 1 && d2 >= 1 && d3 >= 1 && d1 < d_model;
  if (parts && d3 == d_model - d1 - d2) return *options.split;
  throw UsageError(where_full,
                   fmt::format("a split {} + {} + {} of d_model {}", d1, d2, d3, d_model),
                   fmt::format("three parts of at least 1 that add up to {}", d_model),
                   "no split: d/3, d/3 and what is left");
}

LinearOptions with(const std::string& option, const char* name) {
  return {.activation = activation_named(where_full, name, option, flow_activations)};
}

// If the options give the third part no activation, its linear layer uses the gate's activation.
LinearOptions with_gate(Activation activation3, Activation gate) {
  return {.activation = activation3 == Activation::none ? gate : activation3};
}

Activation gate_named(const char* layer, const std::string& name) {
  return activation_named(layer, "gate", name, gates);
}

}  // namespace

AffineFlow::AffineFlow(const char* layer, Index channels, const AffineFlowOptions& options)
    : d_model(checked_size(layer, "d_model", channels)), residual(options.residual) {
  if (std::isfinite(options.flow_scale_bias)) return;
  throw UsageError(layer, fmt::format("flow_scale_bias {}", options.flow_scale_bias),
                   "a finite number", "0");
}

void AffineFlow::begin_flow(PythonRandom& random, const AffineFlowOptions& options) {
  if (!options.flow) return;
  LinearOptions scale{.activation = Activation::sigmoid};
  scale.bias_init = Init::constant(options.flow_scale_bias);
  register_module("flow_scale", flow_scale.emplace(2 * d_model, d_model, random, scale));
  register_module("flow_shift", flow_shift.emplace(2 * d_model, d_model, random));
  norm = add("norm", make_norm(options.norm, 2 * d_model, {.epsilon = options.epsilon}));
}

Tensor AffineFlow::flow_out(const Tensor& x, const Tensor& z, const Linear& projection) const {
  const Tensor y = projection(z);
  if (!flow_scale) return residual ? x + y : y;
  const Tensor n = norm->forward(z);
  const Tensor scale = flow_scale->before_activation(n), shift = (*flow_shift)(n);
  return affine_flow(residual ? x : Tensor(), scale, y, shift);
}

HoloGateFlow::HoloGateFlow(Index channels, PythonRandom& random, const HoloGateFlowOptions& options)
    : AffineFlow(where_full, channels, options.affine),
      split(split_of(channels, options)),
      activation3(
          activation_named(where_full, "activation3", options.activation3, flow_activations)),
      gate(gate_named(where_full, options.gate)),
      W1(split[0], channels, random, with(options.activation1, "activation1")),
      W2(split[1], channels, random, with(options.activation2, "activation2")),
      W3(split[2], channels, random, with_gate(activation3, gate)),
      W_out(checked_mul(where_full, 2, channels), channels, random) {
  register_module("W1", W1);
  register_module("W2", W2);
  register_module("W3", W3);
  register_module("W_out", W_out);
  begin_flow(random, options.affine);
}

Tensor HoloGateFlow::operator()(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels(where_full, x, d_model);
  const std::vector<Tensor> parts = holo::split(x, {split.begin(), split.end()}, -1);
  const Tensor a1 = W1.before_activation(parts[0]), a2 = W2.before_activation(parts[1]);
  const bool gate_alone = activation3 == Activation::none;
  const Tensor a3 = gate_alone ? W3.before_activation(parts[2]) : W3(parts[2]);
  return flow_out(x, holo_gate(a1, a2, a3, {W1.activation, W2.activation, gate}), W_out);
}

HoloGateFlowLite::HoloGateFlowLite(Index channels, PythonRandom& random,
                                   const HoloGateFlowLiteOptions& options)
    : AffineFlow(where_lite, channels, options.affine),
      gate(gate_named(where_lite, options.gate)),
      fc1(channels, checked_mul(where_lite, 3, channels), random),
      fc2(checked_mul(where_lite, 2, channels), channels, random) {
  register_module("fc1", fc1);
  register_module("fc2", fc2);
  begin_flow(random, options.affine);
}

Tensor HoloGateFlowLite::operator()(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels(where_lite, x, d_model);
  const std::vector<Tensor> a = holo::split(fc1(x), {d_model, d_model, d_model}, -1);
  return flow_out(x, holo_gate(a[0], a[1], a[2], {.gate = gate}), fc2);
}

}  // namespace holo
