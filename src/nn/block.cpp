// block.cpp: computes the two branches of a transformer block.
#include "holo/nn/block.h"

#include "holo/ops.h"
#include "nn/checks.h"

namespace holo {
namespace {

std::unique_ptr<Layer> norm_of(Index C, const BlockOptions& options) {
  return make_norm(
      options.norm, C,
      {.epsilon = options.epsilon, .weight = options.norm_weight, .bias = options.norm_bias});
}

Index channels_of(const MultiHeadAttention* attention) {
  if (attention != nullptr) return attention->embed_dim;
  throw UsageError("Block", "attention that is null", "a layer");
}

}  // namespace

Block::Block(std::unique_ptr<MultiHeadAttention> attention_layer,
             std::unique_ptr<Layer> feed_forward_layer, const BlockOptions& options)
    : attention_norm(add("attention_norm", norm_of(channels_of(attention_layer.get()), options))),
      attention(add("attention", std::move(attention_layer))),
      feed_forward_norm(add("feed_forward_norm", norm_of(attention->embed_dim, options))),
      feed_forward(add("feed_forward", std::move(feed_forward_layer))),
      attention_dropout(options.dropout, options.dropout_seed),
      feed_forward_dropout(options.dropout, options.dropout_seed + 1) {
  register_module("attention_dropout", attention_dropout);
  register_module("feed_forward_dropout", feed_forward_dropout);
}

Tensor Block::apply(const Tensor& x, KeyValueCache* cache) {
  const Scope scope(full_name());
  check_channels("Block", x, attention->embed_dim);
  const Tensor normed = attention_norm->forward(x);
  const Tensor attended = cache ? (*attention)(normed, *cache) : (*attention)(normed);
  const Tensor y = x + attention_dropout(attended);
  const Tensor fed = feed_forward->forward(feed_forward_norm->forward(y));
  check_channels("Block", fed, attention->embed_dim);
  return y + feed_forward_dropout(fed);
}

}  // namespace holo
