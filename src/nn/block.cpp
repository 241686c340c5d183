// block.cpp: the residual branches of a transformer block, and stacks of blocks.
#include "holo/nn/block.h"

#include <fmt/format.h>

#include "holo/ops.h"
#include "nn/check_channels.h"
#include "nn/check_size.h"
#include "nn/choice.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

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

}  // namespace

Block::Block(Index channels, std::unique_ptr<Layer> mixer_layer, std::unique_ptr<Layer> mlp_layer,
             const BlockOptions& options)
    : dim(checked_size("Block", "dim", channels)),
      norm(norm_of(channels, options)),
      mixer(std::move(mixer_layer)),
      norm2(mlp_layer ? norm_of(channels, options) : nullptr),
      mlp(std::move(mlp_layer)),
      mixer_dropout(options.dropout, options.dropout_seed),
      mlp_dropout(options.dropout, options.dropout_seed + 1) {
  register_module(options.names.norm, *norm);
  if (mixer) register_module(options.names.mixer, *mixer);
  if (mlp) {
    register_module(options.names.norm2, *norm2);
    register_module(options.names.mlp, *mlp);
  }
  register_module(options.names.mixer + "_dropout", mixer_dropout);
  register_module(options.names.mlp + "_dropout", mlp_dropout);
}

Block::Pair Block::operator()(const Tensor& hidden, const Tensor& residual, KeyValueCache* cache) {
  const Scope scope(full_name());
  check_channels("Block", hidden, dim);
  if (residual.defined() && !(residual.shape() == hidden.shape())) {
    throw ShapeError("Block", "hidden and residual of two shapes", "equal ones", "",
                     {hidden.shape(), residual.shape()});
  }
  Pair pair{hidden, residual.defined() ? hidden + residual : hidden};
  pair.hidden = norm->forward(pair.residual);
  if (mixer) {
    pair.hidden = cache ? mixer->forward_cached(pair.hidden, *cache) : mixer->forward(pair.hidden);
    pair.hidden = mixer_dropout(pair.hidden);
  }
  if (!mlp) return pair;
  pair.residual = pair.residual + pair.hidden;
  pair.hidden = mlp_dropout(mlp->forward(norm2->forward(pair.residual)));
  return pair;
}

BlockStack::Layers::Layers(std::vector<std::unique_ptr<Block>> blocks_)
    : blocks(std::move(blocks_)) {
  if (blocks.empty()) throw UsageError("BlockStack", "no blocks", "at least 1");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] == nullptr) {
      throw UsageError("BlockStack", fmt::format("block {} is null", i), "a Block");
    }
    if (blocks[i]->dim != blocks[0]->dim) {
      throw UsageError("BlockStack",
                       fmt::format("blocks of dim {} and {}", blocks[0]->dim, blocks[i]->dim),
                       "equal ones");
    }
    register_module(std::to_string(i), *blocks[i]);
  }
}

BlockStack::BlockStack(std::vector<std::unique_ptr<Block>> blocks, const BlockOptions& options)
    : layers_(std::move(blocks)), norm_f_(norm_of(layers_.blocks[0]->dim, options)) {
  register_module("layers", layers_);
  register_module("norm_f", *norm_f_);
}

Tensor BlockStack::operator()(const Tensor& x) {
  const Scope scope(full_name());
  Block::Pair pair{x, Tensor()};
  for (const auto& block : layers_.blocks) pair = (*block)(pair.hidden, pair.residual);
  return norm_f_->forward(pair.hidden + pair.residual);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
