// mlp.cpp: computes an MLP with fused or with composed ops, and its size and cost.
#include "holo/nn/mlp.h"

#include <fmt/format.h>

#include <string_view>

#include "holo/nn/activation.h"
#include "nn/checks.h"

namespace holo {
namespace {

constexpr std::string_view activation_names[] = {"relu",   "gelu",  "silu",     "glu",
                                                 "swiglu", "relu2", "gelu_tanh"};

bool is_gated(const std::string& activation) {
  checked_choice("MLP", "activation", activation, activation_names);
  return activation == "glu" || activation == "swiglu";
}

Activation function_of(const std::string& activation) {
  if (activation == "glu") return Activation::sigmoid;
  if (activation == "swiglu") return Activation::silu;
  return activation_named("MLP", "activation", activation);
}

LinearOptions linear_options(const MLPOptions& options, const InitOfOutputs& init, Index outputs) {
  const Init weight = init ? init(outputs) : Init::fan_in();
  return {options.bias, Activation::none, weight, Init::zero()};
}

Index outputs_of_first(Index hidden_dim, bool gated) {
  return checked_mul("MLP", gated ? 2 : 1, hidden_dim);
}

}  // namespace

Index MLP::hidden_size(Index dim, double expansion_factor) {
  const double product = static_cast<double>(checked_size("MLP", "dim", dim)) * expansion_factor;
  if (product >= 1 && product < 0x1p53) return static_cast<Index>(product);
  throw UsageError("MLP",
                   fmt::format("a hidden size of {} (dim {}, expansion_factor {})", product, dim,
                               expansion_factor),
                   "at least 1 and below 2^53",
                   fmt::format("expansion_factor {}", MLPOptions().expansion_factor));
}

MLP::MLP(Index channels, const std::string& name, PythonRandom& random, const MLPOptions& options)
    : MLP(channels,
          options.hidden ? checked_size("MLP", "hidden", *options.hidden)
                         : hidden_size(channels, options.expansion_factor),
          name, random, options) {}

MLP::MLP(Index channels, Index units, const std::string& name, PythonRandom& random,
         const MLPOptions& options)
    : dim(channels),
      hidden_dim(units),
      activation(name),
      backend(options.backend),
      gated(is_gated(name)),
      layer1(dim, outputs_of_first(hidden_dim, gated), random,
             linear_options(options, options.init_in, outputs_of_first(hidden_dim, gated))),
      layer2(hidden_dim, dim, random, linear_options(options, options.init_out, dim)),
      dropout(options.dropout, options.dropout > 0 ? random.getrandbits(64) : 0),
      function_(function_of(activation)),
      fused_(checked_choice("MLP", "backend", options.backend, backend_names) == 0) {
  register_module("layer1", layer1);
  register_module("layer2", layer2);
  register_module("dropout", dropout);
}

// function(x W^T + b)
Tensor MLP::dense(const Linear& layer, const Tensor& x, Activation function) const {
  const Scope scope(layer.full_name());
  if (fused_) return linear(x, layer.weight, layer.bias, function);
  const Tensor product = matmul(x, transpose(layer.weight, 0, 1));
  return activate(layer.bias.defined() ? product + layer.bias : product, function);
}

MLP::Halves MLP::halves(const Tensor& x) const {
  const Scope scope(full_name());
  if (!gated) {
    throw UsageError("MLP", "halves of the plain activation " + activation, "glu or swiglu",
                     "hidden(x)");
  }
  check_channels("MLP", x, dim);
  const Tensor both = dense(layer1, x, Activation::none);
  const std::vector<Tensor> parts = split(both, {hidden_dim, hidden_dim}, -1);
  return {parts[0], parts[1]};
}

Tensor MLP::hidden(const Tensor& x) const {
  const Scope scope(full_name());
  if (gated && !fused_) {
    const Halves half = halves(x);
    return activate(half.gate, function_) * half.value;
  }
  check_channels("MLP", x, dim);
  if (gated) return holo::gated(layer1(x), function_, Gate::first);
  return dense(layer1, x, function_);
}

}  // namespace holo
