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

}  // namespace

BlockOptions block_options(const Json& config) {
  return {norm_of(config), config.number_or("eps", 1e-5)};
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
    norm = holo::make_norm(options.norm, C, {.epsilon = options.epsilon});
    norm2 = holo::make_norm(options.norm, C, {.epsilon = options.epsilon});
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
