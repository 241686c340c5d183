// block.cpp: the two branches of a transformer block, and blocks one after the other.
#include "holo/nn/block.h"

#include <fmt/format.h>

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
  if (attention == nullptr) throw UsageError("Block", "attention that is null", "a layer");
  return attention->embed_dim;
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

Tensor Block::operator()(const Tensor& x) { return apply(x, nullptr); }
Tensor Block::operator()(const Tensor& x, KeyValueCache& cache) { return apply(x, &cache); }

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

BlockStack::BlockStack(std::vector<std::unique_ptr<Block>> blocks, const BlockOptions& options) {
  if (blocks.empty()) throw UsageError("BlockStack", "no blocks", "at least 1");
  for (std::unique_ptr<Block>& block : blocks) blocks_.add(std::move(block));
  register_module("blocks", blocks_);
  const Index C = blocks_[0]->attention->embed_dim;
  for (const auto& block : blocks_) {
    if (block->attention->embed_dim == C) continue;
    throw UsageError("BlockStack",
                     fmt::format("blocks of {} and {} channels", C, block->attention->embed_dim),
                     "the same number in each");
  }
  final_norm_ = add("final_norm", norm_of(C, options));
}

Tensor BlockStack::operator()(const Tensor& x) {
  const Scope scope(full_name());
  Tensor y = x;
  for (const auto& block : blocks_) y = (*block)(y);
  return final_norm_->forward(y);
}

}  // namespace holo
