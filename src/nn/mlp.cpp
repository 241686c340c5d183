// mlp.cpp: computes the sizes of an MLP and of a GatedMLP, and applies their two linear layers.
#include "holo/nn/mlp.h"

#include <fmt/format.h>

#include <string_view>

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
    : dim(channels),
      hidden_dim(options.hidden ? checked_size("MLP", "hidden", *options.hidden)
                                : hidden_size(channels, options.expansion_factor)),
      activation(name),
      gated(is_gated(name)),
      layer1(dim, checked_mul("MLP", gated ? 2 : 1, hidden_dim), random,
             {options.bias, gated ? Activation::none : function_of(name), options.weight_init,
              Init::zero()}),
      layer2(hidden_dim, dim, random,
             {options.bias, Activation::none, options.out_weight_init, Init::zero()}),
      dropout(options.dropout, options.dropout > 0 ? random.getrandbits(64) : 0),
      function_(function_of(name)) {
  register_module("layer1", layer1);
  register_module("layer2", layer2);
  register_module("dropout", dropout);
}

MLP::Halves MLP::halves(const Tensor& x) const {
  const Scope scope(full_name());
  if (!gated) {
    throw UsageError("MLP", "halves of the plain activation " + activation, "glu or swiglu",
                     "hidden(x)");
  }
  check_channels("MLP", x, dim);
  const std::vector<Tensor> parts = split(layer1(x), {hidden_dim, hidden_dim}, -1);
  return {parts[0], parts[1]};
}

Tensor MLP::hidden(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels("MLP", x, dim);
  const Tensor first = layer1(x);
  return gated ? holo::gated(first, function_, Gate::first) : first;
}

// ---- GatedMLP ----

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
      fc1(inputs, checked_mul("GatedMLP", 2, hidden_dim), random,
          linear_options(options, options.weight_init)),
      fc2(hidden_dim, out, random,
          linear_options(options, options.out_weight_init.value_or(options.weight_init))) {
  register_module("fc1", fc1);
  register_module("fc2", fc2);
}

GatedMLP::Halves GatedMLP::halves(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels("GatedMLP", x, in);
  const std::vector<Tensor> parts = split(fc1(x), {hidden_dim, hidden_dim}, -1);
  return {parts[0], parts[1]};
}

Tensor GatedMLP::operator()(const Tensor& x) const {
  const Scope scope(full_name());
  check_channels("GatedMLP", x, in);
  return fc2(gated(fc1(x), activation, Gate::second));
}

}  // namespace holo
