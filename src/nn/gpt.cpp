// gpt.cpp: the parts of a GPT, and how a text goes through them.
#include "holo/nn/gpt.h"

#include <fmt/format.h>

#include <cmath>

#include "holo/nn/feed_forward.h"
#include "holo/nn/norm.h"
#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

std::unique_ptr<Layer> make_norm(const GPTOptions& options) {
  if (options.norm == "rms") {
    return std::make_unique<RMSNorm>(options.n_embd, RMSNormOptions{.weight = options.norm_gain});
  }
  return std::make_unique<LayerNorm>(
      options.n_embd,
      LayerNormOptions{.weight = options.norm_gain, .bias = options.norm_gain && options.bias});
}

Init init_of(const GPTOptions& options) { return Init::normal(options.init_std); }

// Of the map that ends a branch: 2 n_layer branches are added to one another.
Init out_init_of(const GPTOptions& options) {
  if (!options.scaled_init) return init_of(options);
  return Init::normal(options.init_std / std::sqrt(2 * static_cast<double>(options.n_layer)));
}

MultiHeadAttentionOptions attention_options(const GPTOptions& options) {
  const bool rotary = options.positions == "rotary";
  return {.causal = true,
          .qkv_bias = options.bias,
          .out_bias = options.bias,
          .rotary = {.channels = rotary ? options.n_embd / options.n_head : 0},
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

const GPTOptions& checked(const GPTOptions& options) {
  check_gpt_options(options);
  return options;
}

}  // namespace

GPTBlock::GPTBlock(const GPTOptions& options, std::uint64_t seed, PythonRandom& random)
    : attention_norm(make_norm(options)),
      attention(options.n_embd, options.n_head, random, attention_options(options)),
      feed_forward_norm(make_norm(options)),
      feed_forward(
          make_feed_forward(options.ffn, options.n_embd, random, feed_forward_options(options))),
      attention_dropout(options.dropout, seed),
      feed_forward_dropout(options.dropout, seed + 1) {
  register_module("attention_norm", *attention_norm);
  register_module("attention", attention);
  register_module("feed_forward_norm", *feed_forward_norm);
  register_module("feed_forward", *feed_forward);
  register_module("attention_dropout", attention_dropout);
  register_module("feed_forward_dropout", feed_forward_dropout);
}

Tensor GPTBlock::operator()(const Tensor& x, KeyValueCache* cache) {
  const Tensor normed = attention_norm->forward(x);
  const Tensor attended = cache ? attention(normed, *cache) : attention(normed);
  const Tensor y = x + attention_dropout(attended);
  return y + feed_forward_dropout(feed_forward->forward(feed_forward_norm->forward(y)));
}

GPT::GPT(const GPTOptions& options_, PythonRandom& random)
    : options(checked(options_)),
      token_embedding(options.vocab_size, options.n_embd, random, init_of(options)),
      embedding_dropout(options.dropout, options.dropout_seed) {
  register_module("token_embedding", token_embedding);
  if (options.positions == "learned") {
    position_embedding.emplace(options.block_size, options.n_embd, random, init_of(options));
    register_module("position_embedding", *position_embedding);
  }
  if (!options.tied) {
    head.emplace(options.n_embd, options.vocab_size, random,
                 LinearOptions{.bias = false, .weight_init = init_of(options)});
    register_module("head", *head);
  }
  for (Index i = 0; i < options.n_layer; ++i) {
    const auto seed = options.dropout_seed + 1 + 2 * static_cast<std::uint64_t>(i);
    blocks.push_back(std::make_unique<GPTBlock>(options, seed, random));
    named_blocks_.add(std::to_string(i), *blocks.back());
  }
  register_module("blocks", named_blocks_);
  if (options.norm_embedding) {
    embedding_norm = make_norm(options);
    register_module("embedding_norm", *embedding_norm);
  }
  if (options.norm_final) {
    final_norm = make_norm(options);
    register_module("final_norm", *final_norm);
  }
  register_module("embedding_dropout", embedding_dropout);
}

void GPT::set_dropout_calls(std::uint64_t calls) {
  embedding_dropout.set_calls(calls);
  for (const auto& block : blocks) {
    block->attention_dropout.set_calls(calls);
    block->feed_forward_dropout.set_calls(calls);
  }
}

Tensor GPT::operator()(const Indices& tokens) { return apply(tokens, nullptr); }

Tensor GPT::operator()(const Indices& tokens, GPTCache& cache) {
  cache.blocks.resize(blocks.size());
  return apply(tokens, &cache);
}

Tensor GPT::apply(const Indices& tokens, GPTCache* cache) {
  const Shape& shape = tokens.shape();
  const Index first = cache ? cache->length() : 0;
  if (shape.ndim() != 2 || shape[1] < 1 || shape[1] > options.block_size - first) {
    throw ShapeError("GPT",
                     fmt::format("tokens {}{}", shape.to_string(),
                                 first > 0 ? fmt::format(" after {} others", first) : ""),
                     fmt::format("[B, T] with T from 1 to {}", options.block_size - first),
                     "the last block_size tokens of a longer text", {shape});
  }
  Tensor x = token_embedding(tokens);
  if (position_embedding) {
    std::vector<Index> positions;
    for (Index t = 0; t < shape[1]; ++t) positions.push_back(first + t);
    x = x + (*position_embedding)(Indices({shape[1]}, std::move(positions)));
  }
  x = embedding_dropout(x);
  if (embedding_norm) x = embedding_norm->forward(x);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    x = (*blocks[i])(x, cache ? &cache->blocks[i] : nullptr);
  }
  if (final_norm) x = final_norm->forward(x);
  return linear(x, head ? head->weight : token_embedding.weight);
}

Tensor GPT::loss(const Indices& tokens, const Indices& targets) {
  return cross_entropy((*this)(tokens), targets);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
