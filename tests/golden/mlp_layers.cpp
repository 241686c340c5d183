// mlp_layers.cpp: golden cases of MLP, GatedMLP and the MLP block of microgpt.
#include "golden/block_layers.h"
#include "golden/layers.h"
#include "holo/creation.h"
#include "holo/nn/mlp.h"

namespace golden {
namespace {

using holo::GatedMLP, holo::GatedMLPOptions, holo::Index, holo::Init, holo::MLP, holo::MLPOptions;
using holo::PythonRandom, holo::Tensor;

std::string activation_of(const Json& config) { return config.text_or("activation", "gelu"); }

MLPOptions mlp_options(const Json& config) {
  MLPOptions options;
  options.expansion_factor = config.number_or("expansion_factor", options.expansion_factor);
  options.dropout = config.number_or("dropout", options.dropout);
  options.bias = config.boolean_or("bias", options.bias);
  return options;
}

GatedMLPOptions gated_options(const Json& config) {
  GatedMLPOptions options;
  options.hidden = integer_in(config, "hidden_features");
  options.out = integer_in(config, "out_features");
  options.activation = config.text_or("activation", options.activation);
  options.bias = config.boolean_or("bias", options.bias);
  options.multiple_of = config.integer_or("multiple_of", options.multiple_of);
  return options;
}

// With the mask of the case in the place of a random one.
Tensor with_mask(MLP& mlp, const Inputs& in, double p) {
  const Tensor a = mlp.hidden(in.tensor("x"));
  return mlp.output(dropout(a, p, in.tensor("keep")));
}

}  // namespace

std::unique_ptr<holo::Layer> make_mlp(const Json& config, PythonRandom& random) {
  return std::make_unique<MLP>(config["dim"].integer(), activation_of(config), random,
                               mlp_options(config));
}

std::unique_ptr<holo::Layer> make_gated_mlp(const Json& config, PythonRandom& random) {
  return std::make_unique<GatedMLP>(config["in_features"].integer(), random, gated_options(config));
}

void run_mlp(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const MLPOptions options = mlp_options(c.config);
  MLP mlp(c.config["dim"].integer(), activation_of(c.config), random, options);
  const bool masked = c.has("aux.keep");
  if (!masked) mlp.eval();
  judge_module(
      c, mlp,
      [&](const Inputs& in) {
        return std::vector{masked ? with_mask(mlp, in, options.dropout) : mlp(in.tensor("x"))};
      },
      judge);
  if (mlp.hidden_dim != c.config.integer_or("hidden_dim", mlp.hidden_dim)) {
    judge.fail("another hidden_dim");
  }
}

void run_micro_gpt_mlp_block(const Case& c, Judge& judge) {
  PythonRandom random(1);
  MLP mlp(c.config["dim"].integer(), activation_of(c.config), random, mlp_options(c.config));
  judge_module(
      c, mlp,
      [&](const Inputs& in) {
        const Tensor& x = in.tensor("x");
        return std::vector{x + mlp(rms_norm(x, Tensor(), c.config["eps"].number()))};
      },
      judge);
}

void run_gated_mlp(const Case& c, Judge& judge) {
  for (const char* const backend : {"fused", "composed"}) {
    PythonRandom random(1);
    GatedMLPOptions options = gated_options(c.config);
    options.backend = backend;
    const GatedMLP mlp(c.config["in_features"].integer(), random, options);
    judge_module(
        c, mlp, [&](const Inputs& in) { return std::vector{mlp(in.tensor("x"))}; }, judge);
    if (mlp.hidden_dim != c.config.integer_or("hidden_rounded", mlp.hidden_dim)) {
      judge.fail("another hidden size");
    }
  }
}

}  // namespace golden
