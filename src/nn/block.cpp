// block.cpp: the two branches of a transformer block, and blocks one after the other.
#include "holo/nn/block.h"

#include <fmt/format.h>

#include "holo/ops.h"
#include "nn/check_channels.h"
#include "nn/choice.h"

namespace holo {

std::unique_ptr<Layer> make_norm(const std::string& name, Index C,
                                 const LayerNormOptions& options) {
  if (checked_choice("Block", "norm", name, norm_names) == 1) {
    return std::make_unique<RMSNorm>(
        C, RMSNormOptions{.epsilon = options.epsilon, .weight = options.weight});
  }
  return std::make_unique<LayerNorm>(C, options);
}

namespace {

std::unique_ptr<Layer> norm_of(Index C, const BlockOptions& options) {
  return make_norm(
      options.norm, C,
      {.epsilon = options.epsilon, .weight = options.norm_weight, .bias = options.norm_bias});
}

// Of both layers, once they are known to be there.
Index channels_of(const MultiHeadAttention* attention, const Layer* feed_forward) {
  if (attention == nullptr) throw UsageError("Block", "attention that is null", "a layer");
  if (feed_forward == nullptr) throw UsageError("Block", "feed_forward that is null", "a layer");
  return attention->embed_dim;
}

}  // namespace

Block::Block(std::unique_ptr<MultiHeadAttention> attention_layer,
             std::unique_ptr<Layer> feed_forward_layer, const BlockOptions& options)
    : attention_norm(
          norm_of(channels_of(attention_layer.get(), feed_forward_layer.get()), options)),
      attention(std::move(attention_layer)),
      feed_forward_norm(norm_of(attention->embed_dim, options)),
      feed_forward(std::move(feed_forward_layer)),
      attention_dropout(options.dropout, options.dropout_seed),
      feed_forward_dropout(options.dropout, options.dropout_seed + 1) {
  register_module("attention_norm", *attention_norm);
  register_module("attention", *attention);
  register_module("feed_forward_norm", *feed_forward_norm);
  register_module("feed_forward", *feed_forward);
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

BlockStack::Blocks::Blocks(std::vector<std::unique_ptr<Block>> blocks_)
    : blocks(std::move(blocks_)) {
  if (blocks.empty()) throw UsageError("BlockStack", "no blocks", "at least 1");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] == nullptr) {
      throw UsageError("BlockStack", fmt::format("block {} is null", i), "a Block");
    }
    const Index first = blocks[0]->attention->embed_dim, C = blocks[i]->attention->embed_dim;
    if (C != first) {
      throw UsageError("BlockStack", fmt::format("blocks of {} and {} channels", first, C),
                       "the same number in each");
    }
    register_module(std::to_string(i), *blocks[i]);
  }
}

BlockStack::BlockStack(std::vector<std::unique_ptr<Block>> blocks, const BlockOptions& options)
    : blocks_(std::move(blocks)),
      final_norm_(norm_of(blocks_.blocks[0]->attention->embed_dim, options)) {
  register_module("blocks", blocks_);
  register_module("final_norm", *final_norm_);
}

Tensor BlockStack::operator()(const Tensor& x) {
  const Scope scope(full_name());
  Tensor y = x;
  for (const auto& block : blocks_.blocks) y = (*block)(y);
  return final_norm_->forward(y);
}

}  // namespace holo
