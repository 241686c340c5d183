// layers.cpp: golden cases of layers, of blocks that are made of them, and of stacks of blocks.
#include <functional>
#include <memory>
#include <optional>

#include "golden/golden.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/nn/attention.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Block, holo::BlockOptions, holo::BlockStack, holo::GatedMLP, holo::GatedMLPOptions;
using holo::HoloGateFlow, holo::HoloGateFlowLite, holo::HoloGateFlowLiteOptions;
using holo::HoloGateFlowOptions, holo::Index, holo::Linear, holo::MLP, holo::MLPOptions;
using holo::MultiHeadAttention, holo::MultiHeadAttentionOptions, holo::PythonRandom, holo::Tensor;

// The kind of norm that config names, by default a layer norm.
holo::Norm norm_of(const Json& config) {
  const std::string norm = config.text_or("norm", "layernorm");
  if (norm != "layernorm" && norm != "rmsnorm") throw Skip{"no norm " + norm};
  return norm == "layernorm" ? holo::Norm::layer : holo::Norm::rms;
}

// The number called `name` in config as an integer; nothing if it is missing or null.
std::optional<holo::Index> integer_in(const Json& config, const std::string& name) {
  const Json* const number = config.find(name);
  if (number == nullptr || number->is_null()) return std::nullopt;
  return number->integer();
}

// Loads the parameters of the case into `module` by name, computes the outputs by `forward` from
// the inputs, and judges outputs, loss and gradients.
using Forward = std::function<std::vector<holo::Tensor>(const Inputs&)>;
void judge_module(const Case& c, const holo::Module& module, const Forward& forward, Judge& judge) {
  Leaves leaves;
  const Inputs in = inputs_of(c, leaves);
  load_parameters(c, module, leaves);
  judge_outputs(c, forward(in), leaves, judge);
}

// ---- MLP and GatedMLP ----

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

std::unique_ptr<holo::Layer> make_mlp(const Json& config, PythonRandom& random) {
  return std::make_unique<MLP>(config["dim"].integer(), activation_of(config), random,
                               mlp_options(config));
}

std::unique_ptr<holo::Layer> make_gated_mlp(const Json& config, PythonRandom& random) {
  return std::make_unique<GatedMLP>(config["in_features"].integer(), random, gated_options(config));
}

// ---- HoloGateFlow and its light form ----

// What both forms have.
template <class Options>
Options options_of(const Json& config) {
  Options options;
  options.gate = config.text_or("gate", options.gate);
  options.affine.norm = norm_of(config);
  options.affine.epsilon = config.number_or("eps", options.affine.epsilon);
  options.affine.flow = config.boolean_or("flow", options.affine.flow);
  options.affine.residual = config.boolean_or("residual", options.affine.residual);
  return options;
}

HoloGateFlowOptions full_options(const Json& config) {
  HoloGateFlowOptions options = options_of<HoloGateFlowOptions>(config);
  const std::optional<Index> d1 = integer_in(config, "d1");
  if (d1) options.split = {{*d1, config["d2"].integer(), config["d3"].integer()}};
  options.activation1 = config.text_or("activation1", options.activation1);
  options.activation2 = config.text_or("activation2", options.activation2);
  options.activation3 = config.text_or("activation3", options.activation3);
  return options;
}

Index width(const Json& config) { return config["d_model"].integer(); }

HoloGateFlowLiteOptions lite_options(const Json& config) {
  return options_of<HoloGateFlowLiteOptions>(config);
}

std::unique_ptr<holo::Layer> make_holo_gate_flow(const Json& config, PythonRandom& random) {
  return std::make_unique<HoloGateFlow>(width(config), random, full_options(config));
}

std::unique_ptr<holo::Layer> make_holo_gate_flow_lite(const Json& config, PythonRandom& random) {
  return std::make_unique<HoloGateFlowLite>(width(config), random, lite_options(config));
}

// ---- attention and blocks ----

MultiHeadAttentionOptions attention_options(const Json& config) {
  MultiHeadAttentionOptions options;
  options.num_heads_kv = integer_in(config, "num_heads_kv");
  options.head_dim = integer_in(config, "head_dim");
  options.causal = config.boolean_or("causal", options.causal);
  if (config.find("softmax_scale") != nullptr) options.scale = config["softmax_scale"].number();
  options.qkv_bias = config.boolean_or("qkv_proj_bias", options.qkv_bias);
  options.out_bias = config.boolean_or("out_proj_bias", options.out_bias);
  options.rotary.channels = config.integer_or("rotary_emb_dim", 0);
  options.rotary.base = config.number_or("rotary_emb_base", options.rotary.base);
  return options;
}

std::unique_ptr<MultiHeadAttention> make_attention(const Json& config, PythonRandom& random) {
  return std::make_unique<MultiHeadAttention>(config["embed_dim"].integer(),
                                              config["num_heads"].integer(), random,
                                              attention_options(config));
}

std::unique_ptr<holo::Layer> make_feed_forward(const Json& config, PythonRandom& random) {
  const std::string mlp = config["mlp"].text();
  if (mlp == "mlp") return make_mlp(config["mlp_cfg"], random);
  if (mlp == "gated_mlp") return make_gated_mlp(config["mlp_cfg"], random);
  if (mlp == "holo") return make_holo_gate_flow(config["mlp_cfg"], random);
  if (mlp == "holo_lite") return make_holo_gate_flow_lite(config["mlp_cfg"], random);
  if (mlp == "none") return nullptr;
  throw Skip{"no mlp " + mlp};
}

std::unique_ptr<Block> make_block(const Json& config, PythonRandom& random) {
  auto attention = make_attention(config["mha"], random);
  return std::make_unique<Block>(std::move(attention), make_feed_forward(config, random),
                                 block_options(config));
}

// Pointers to layers; null for none.
struct Parts {
  holo::Layer *attention_norm, *attention, *feed_forward_norm, *feed_forward;
};

// A block that lacks a branch, or whose first branch is not attention.
struct SparseBlock : holo::Module {
  std::unique_ptr<holo::Layer> norm, mixer, norm2, mlp;

  SparseBlock(const Json& config, PythonRandom& random) {
    const Index C = config["dim"].integer();
    const BlockOptions options = block_options(config);
    norm = holo::make_norm(options.norm, C, {.epsilon = options.norm_options.epsilon});
    norm2 = holo::make_norm(options.norm, C, {.epsilon = options.norm_options.epsilon});
    const std::string kind = config["mixer"].text();
    if (kind == "mha") mixer = make_attention(config["mha"], random);
    if (kind == "linear") mixer = std::make_unique<Linear>(C, C, random);
    if (mixer == nullptr && kind != "identity") throw Skip{"no mixer " + kind};
    mlp = make_feed_forward(config, random);
    register_module("attention_norm", *norm);
    if (mixer) register_module("attention", *mixer);
    if (mlp) {
      register_module("feed_forward_norm", *norm2);
      register_module("feed_forward", *mlp);
    }
  }
  Parts parts() const { return {norm.get(), mixer.get(), norm2.get(), mlp.get()}; }
};

// The files have the two terms of a sum that the next block computes: hidden_states and residual.
std::vector<Tensor> terms_of(const Parts& parts, const Inputs& in) {
  const bool first = in.tensors.count("residual") == 0;
  const Tensor h = in.tensor("hidden_states");
  const Tensor x = first ? h : h + in.tensor("residual");
  const Tensor normed = parts.attention_norm->forward(x);
  const Tensor attended = parts.attention ? parts.attention->forward(normed) : normed;
  if (parts.feed_forward == nullptr) return {attended, x};
  const Tensor y = x + attended;
  return {parts.feed_forward->forward(parts.feed_forward_norm->forward(y)), y};
}

}  // namespace

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

// The layer, and the same in single ops.
void run_gated_mlp(const Case& c, Judge& judge) {
  for (const bool one_node : {true, false}) {
    PythonRandom random(1);
    const GatedMLP mlp(c.config["in_features"].integer(), random, gated_options(c.config));
    const auto output = [&](const Inputs& in) {
      if (one_node) return std::vector{mlp(in.tensor("x"))};
      const auto [value, gate] = mlp.halves(in.tensor("x"));
      return std::vector{mlp.fc2(value * activate(gate, mlp.activation))};
    };
    judge_module(c, mlp, output, judge);
    if (mlp.hidden_dim != c.config.integer_or("hidden_rounded", mlp.hidden_dim)) {
      judge.fail("another hidden size");
    }
  }
}

void run_holo_gate_flow(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const HoloGateFlow layer(width(c.config), random, full_options(c.config));
  judge_module(
      c, layer, [&](const Inputs& in) { return std::vector{layer(in.tensor("x"))}; }, judge);
}

void run_holo_gate_flow_lite(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const HoloGateFlowLite layer(width(c.config), random, lite_options(c.config));
  judge_module(
      c, layer, [&](const Inputs& in) { return std::vector{layer(in.tensor("x"))}; }, judge);
}

BlockOptions block_options(const Json& config) {
  return {.norm = norm_of(config), .norm_options = {.epsilon = config.number_or("eps", 1e-5)}};
}

std::vector<std::unique_ptr<Block>> make_blocks(const Json& config, PythonRandom& random) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (Index i = 0; i < config["n_layer"].integer(); ++i) {
    blocks.push_back(make_block(config["block"], random));
  }
  return blocks;
}

void run_attention(const Case& c, Judge& judge) {
  PythonRandom random(1);
  const auto layer = make_attention(c.config, random);
  judge_module(
      c, *layer, [&](const Inputs& in) { return std::vector{(*layer)(in.tensor("x"))}; }, judge);
}

void run_block(const Case& c, Judge& judge) {
  PythonRandom random(1);
  if (c.config["mixer"].text() != "mha" || c.config["mlp"].text() == "none") {
    const SparseBlock block(c.config, random);
    judge_module(
        c, block, [&](const Inputs& in) { return terms_of(block.parts(), in); }, judge);
    return;
  }
  const auto block = make_block(c.config, random);
  const Parts parts{block->attention_norm.get(), block->attention.get(),
                    block->feed_forward_norm.get(), block->feed_forward.get()};
  judge_module(
      c, *block,
      [&](const Inputs& in) {
        const std::vector<Tensor> terms = terms_of(parts, in);
        const Tensor h = in.tensor("hidden_states");
        const Tensor y = (*block)(in.tensors.count("residual") ? h + in.tensor("residual") : h);
        if (y.to_vector() != (terms[0] + terms[1]).to_vector()) judge.fail("the sum differs");
        return terms;
      },
      judge);
}

void run_block_stack(const Case& c, Judge& judge) {
  PythonRandom random(1);
  BlockStack stack(make_blocks(c.config, random), block_options(c.config["block"]));
  judge_module(
      c, stack, [&](const Inputs& in) { return std::vector{stack(in.tensor("x"))}; }, judge);
}

}  // namespace golden
