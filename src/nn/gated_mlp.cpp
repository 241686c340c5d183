// gated_mlp.cpp: computes the sizes of a gated MLP and applies its two linear layers.
#include "holo/nn/gated_mlp.h"

#include <fmt/format.h>

#include "holo/nn/activation.h"
#include "nn/checks.h"

namespace holo {
namespace {

LinearOptions linear_options(const GatedMLPOptions& options, const Init& weight_init) {
  return {options.bias, Activation::none, weight_init, options.bias_init};
}

}  // namespace

Index GatedMLP::hidden_size(Index in, const GatedMLPOptions& options) {
  checked_size("GatedMLP", "in", in);
  const Index multiple = checked_size("GatedMLP", "multiple_of", options.multiple_of);
  const Index asked = checked_size(
      "GatedMLP", "hidden", options.hidden ? *options.hidden : checked_mul("GatedMLP", 8, in) / 3);
  const Index blocks = asked / multiple + (asked % multiple > 0 ? 1 : 0);
  return checked_mul("GatedMLP", blocks, multiple);
}

GatedMLP::GatedMLP(Index inputs, PythonRandom& random, const GatedMLPOptions& options)
    : in(inputs),
      hidden_dim(hidden_size(inputs, options)),
      out(checked_size("GatedMLP", "out", options.out.value_or(inputs))),
      activation(activation_named("GatedMLP", "activation", options.activation)),
      backend(options.backend),
      fc1(inputs, checked_mul("GatedMLP", 2, hidden_dim), random,
          linear_options(options, options.weight_init)),
      fc2(hidden_dim, out, random,
          linear_options(options, options.out_weight_init.value_or(options.weight_init))),
      fused_(checked_choice("GatedMLP", "backend", options.backend, backend_names) == 0) {
  register_module("fc1", fc1);
  register_module("fc2", fc2);
}

GatedMLP::Halves GatedMLP::halves(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels("GatedMLP", x, in);
  const std::vector<Tensor> parts = split(fc1(x), {hidden_dim, hidden_dim}, -1);
  return {parts[0], parts[1]};
}

Tensor GatedMLP::composed(const Tensor& x) const {
  const Halves half = halves(x);
  return fc2(half.value * activate(half.gate, activation));
}

Tensor GatedMLP::fused(const Tensor& x) const {
  check_channels("GatedMLP", x, in);
  return fc2(gated(fc1(x), activation, Gate::second));
}

}  // namespace holo
