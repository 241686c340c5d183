// block_layers.cpp: golden cases of attention, of blocks and of stacks of them.
#include "golden/block_layers.h"

#include "golden/layers.h"
#include "holo/nn/attention.h"

namespace golden {
namespace {

using holo::Block, holo::BlockOptions, holo::BlockStack, holo::Index, holo::Linear;
using holo::MultiHeadAttention, holo::MultiHeadAttentionOptions, holo::PythonRandom, holo::Tensor;

MultiHeadAttentionOptions attention_options(const Json& config) {
  MultiHeadAttentionOptions options;
  options.num_heads_kv = integer_in(config, "num_heads_kv");
  options.head_dim = integer_in(config, "head_dim");
  options.causal = config.boolean_or("causal", options.causal);
  if (config.find("softmax_scale") != nullptr) options.scale = config["softmax_scale"].number();
  options.qkv_bias = config.boolean_or("qkv_proj_bias", options.qkv_bias);
  options.out_bias = config.boolean_or("out_proj_bias", options.out_bias);
  options.mlp_dim = config.integer_or("mlp_dim", options.mlp_dim);
  options.d_conv = config.integer_or("d_conv", options.d_conv);
  options.rotary.channels = config.integer_or("rotary_emb_dim", 0);
  options.rotary.base = config.number_or("rotary_emb_base", options.rotary.base);
  options.rotary.interleaved = config.boolean_or("rotary_emb_interleaved", false);
  return options;
}

std::unique_ptr<MultiHeadAttention> make_attention(const Json& config, PythonRandom& random) {
  return std::make_unique<MultiHeadAttention>(config["embed_dim"].integer(),
                                              config["num_heads"].integer(), random,
                                              attention_options(config));
}

std::unique_ptr<holo::Layer> make_mixer(const Json& config, PythonRandom& random) {
  const std::string mixer = config["mixer"].text();
  const Index dim = config["dim"].integer();
  if (mixer == "mha") return make_attention(config["mha"], random);
  if (mixer == "linear") return std::make_unique<Linear>(dim, dim, random);
  if (mixer == "identity") return nullptr;
  throw Skip{"no mixer " + mixer};
}

std::unique_ptr<holo::Layer> make_mlp_branch(const Json& config, PythonRandom& random) {
  const std::string mlp = config["mlp"].text();
  if (mlp == "mlp") return make_mlp(config["mlp_cfg"], random);
  if (mlp == "gated_mlp") return make_gated_mlp(config["mlp_cfg"], random);
  if (mlp == "holo") return make_holo_gate_flow(config["mlp_cfg"], random);
  if (mlp == "holo_lite") return make_holo_gate_flow_lite(config["mlp_cfg"], random);
  if (mlp == "none") return nullptr;
  throw Skip{"no mlp " + mlp};
}

}  // namespace

BlockOptions block_options(const Json& config) {
  const std::string norm = config.text_or("norm", "layernorm");
  return {norm == "layernorm" ? "layer"
          : norm == "rmsnorm" ? "rms"
                              : norm,
          config.number_or("eps", 1e-5)};
}

std::unique_ptr<Block> make_block(const Json& config, PythonRandom& random) {
  std::unique_ptr<holo::Layer> mixer = make_mixer(config, random);
  return std::make_unique<Block>(config["dim"].integer(), std::move(mixer),
                                 make_mlp_branch(config, random), block_options(config));
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
  const auto block = make_block(c.config, random);
  judge_module(
      c, *block,
      [&](const Inputs& in) {
        const bool first = in.names.count("residual") == 0;
        const Block::Pair pair =
            (*block)(in.tensor("hidden_states"), first ? Tensor() : in.tensor("residual"));
        return std::vector{pair.hidden, pair.residual};
      },
      judge);
}

void run_block_stack(const Case& c, Judge& judge) {
  PythonRandom random(1);
  BlockStack stack(make_blocks(c.config, random), block_options(c.config["block"]));
  judge_module(
      c, stack, [&](const Inputs& in) { return std::vector{stack(in.tensor("x"))}; }, judge);
}

Facts facts_of_attention(const Json& config) {
  PythonRandom random(1);
  const auto layer = make_attention(config, random);
  const auto sizes = [](const Tensor& t) { return std::vector{t.size(0), t.size(1)}; };
  return {{"head_dim", {layer->head_dim}},
          {"mlp_dim_rounded", {layer->mlp_dim}},
          {"in_proj", sizes(layer->in_proj.weight)},
          {"out_proj", sizes(layer->out_proj.weight)}};
}

}  // namespace golden
