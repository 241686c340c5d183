// gpt.cpp: computes the two branches of a block, creates the parts of a GPT, and passes tokens
// through them.
#include "holo/nn/gpt.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "holo/nn/feed_forward.h"
#include "nn/checks.h"

namespace holo {

// ---- one block ----

namespace {

Index channels_of(const MultiHeadAttention* attention) {
  if (attention != nullptr) return attention->embed_dim;
  throw UsageError("Block", "attention that is null", "a layer");
}

}  // namespace

Block::Block(std::unique_ptr<MultiHeadAttention> attention_layer,
             std::unique_ptr<Layer> feed_forward_layer, const BlockOptions& options)
    : attention_norm(
          add("attention_norm",
              make_norm(options.norm, channels_of(attention_layer.get()), options.norm_options))),
      attention(add("attention", std::move(attention_layer))),
      feed_forward_norm(add("feed_forward_norm",
                            make_norm(options.norm, attention->embed_dim, options.norm_options))),
      feed_forward(add("feed_forward", std::move(feed_forward_layer))),
      attention_dropout(options.dropout, options.dropout_seed),
      feed_forward_dropout(options.dropout, options.dropout_seed + 1) {
  register_module("attention_dropout", attention_dropout);
  register_module("feed_forward_dropout", feed_forward_dropout);
}

Tensor Block::operator()(const Tensor& x, KeyValueCache* cache) {
  const Scope scope(full_name());
  check_channels("Block", x, attention->embed_dim);
  const Tensor attended = (*attention)(attention_norm->forward(x), cache);
  const Tensor y = x + attention_dropout(attended);
  const Tensor fed = feed_forward->forward(feed_forward_norm->forward(y));
  check_channels("Block", fed, attention->embed_dim);
  return y + feed_forward_dropout(fed);
}

// ---- the model ----

namespace {

LayerNormOptions norm_options(const GPTOptions& options) {
  return {.epsilon = options.norm_epsilon,
          .weight = options.norm_gain,
          .bias = options.norm_gain && options.bias};
}

std::unique_ptr<Layer> norm_of(const GPTOptions& options) {
  return make_norm(options.norm, options.n_embd, norm_options(options));
}

Init init_of(const GPTOptions& options) { return Init::normal(options.init_std); }

// How the last linear layer of a branch is initialised. The GPT adds up 2 n_layer branches.
Init out_init_of(const GPTOptions& options) {
  if (!options.scaled_init) return init_of(options);
  return Init::normal(options.init_std / std::sqrt(2 * static_cast<double>(options.n_layer)));
}

MultiHeadAttentionOptions attention_options(const GPTOptions& options) {
  const bool rotary = options.positions == Positions::rotary;
  return {.num_heads_kv = options.n_head_kv,
          .causal = true,
          .qkv_bias = options.bias,
          .out_bias = options.bias,
          .rotary = {.channels = rotary ? options.n_embd / options.n_head : 0,
                     .base = options.rotary_base},
          .weight_init = init_of(options),
          .bias_init = Init::zero(),
          .out_weight_init = out_init_of(options)};
}

FeedForwardOptions feed_forward_options(const GPTOptions& options) {
  return {.hidden = options.hidden,
          .bias = options.bias,
          .weight_init = init_of(options),
          .out_weight_init = out_init_of(options)};
}

// Creates block i. The block's two dropouts use the two seeds that follow those of the embedding
// and of earlier blocks.
std::unique_ptr<Block> make_block(const GPTOptions& options, Index i, PythonRandom& random) {
  auto attention = std::make_unique<MultiHeadAttention>(options.n_embd, options.n_head, random,
                                                        attention_options(options));
  auto feed_forward =
      make_feed_forward(options.ffn, options.n_embd, random, feed_forward_options(options));
  return std::make_unique<Block>(
      std::move(attention), std::move(feed_forward),
      BlockOptions{.norm = options.norm,
                   .norm_options = norm_options(options),
                   .dropout = options.dropout,
                   .dropout_seed = options.dropout_seed + 1 + 2 * static_cast<std::uint64_t>(i)});
}

}  // namespace

GPT::GPT(const GPTOptions& given, PythonRandom& random)
    : options(check_gpt_options(given)),
      token_embedding(options.vocab_size, options.n_embd, random, init_of(options)),
      embedding_dropout(options.dropout, options.dropout_seed) {
  register_module("token_embedding", token_embedding);
  if (options.positions == Positions::learned) {
    register_module(
        "position_embedding",
        position_embedding.emplace(options.block_size, options.n_embd, random, init_of(options)));
  }
  if (!options.tied) {
    const LinearOptions linear{.bias = false, .weight_init = init_of(options)};
    register_module("head", head.emplace(options.n_embd, options.vocab_size, random, linear));
  }
  for (Index i = 0; i < options.n_layer; ++i) blocks.add(make_block(options, i, random));
  register_module("blocks", blocks);
  if (options.norm_embedding) embedding_norm = add("embedding_norm", norm_of(options));
  if (options.norm_final) final_norm = add("final_norm", norm_of(options));
  register_module("embedding_dropout", embedding_dropout);
}

void GPT::set_dropout_calls(std::uint64_t calls) {
  embedding_dropout.set_calls(calls);
  for (const auto& block : blocks) {
    block->attention_dropout.set_calls(calls);
    block->feed_forward_dropout.set_calls(calls);
  }
}

Tensor GPT::operator()(const Indices& tokens, GPTCache* cache) {
  const Scope scope(full_name());
  const Shape& shape = tokens.shape();
  const Index first = cache ? cache->length() : 0;
  if (shape.ndim() != 2 || shape[1] < 1 || shape[1] > options.block_size - first) {
    throw ShapeError("GPT",
                     fmt::format("tokens {}{}", shape.to_string(),
                                 first > 0 ? fmt::format(" after {} others", first) : ""),
                     fmt::format("[B, T] with T from 1 to {}", options.block_size - first),
                     "the last block_size tokens of a longer text");
  }
  Tensor x = token_embedding(tokens);
  if (position_embedding) {
    std::vector<Index> positions(static_cast<std::size_t>(shape[1]));
    std::iota(positions.begin(), positions.end(), first);
    x = x + (*position_embedding)(Indices({shape[1]}, std::move(positions)));
  }
  x = embedding_dropout(x);
  if (embedding_norm) x = embedding_norm->forward(x);
  if (cache) cache->blocks.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    x = (*blocks[i])(x, cache ? &cache->blocks[i] : nullptr);
  }
  if (final_norm) x = final_norm->forward(x);
  if (head) return (*head)(x);
  return linear(x, token_embedding.weight);
}

Index gpt_parameter_count(const GPTOptions& options) {
  check_gpt_options(options);
  const WithoutInit only_shapes(WithoutInit::Numbers::none);
  const auto count = [&options](Index n_layer) {
    PythonRandom random(0);
    GPTOptions same_blocks = options;
    same_blocks.n_layer = n_layer;
    return GPT(same_blocks, random).parameter_count();
  };
  const Index first = count(1), block = count(2) - first;
  return checked_add("GPT", first, checked_mul("GPT", options.n_layer - 1, block));
}

Tensor GPT::loss(const Indices& tokens, const Indices& targets) {
  return cross_entropy((*this)(tokens), targets).set_label("loss");
}

}  // namespace holo
