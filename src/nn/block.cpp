// block.cpp: residual branches, and what closes a stack of them.
#include "holo/nn/block.h"

#include <fmt/format.h>

#include "holo/nn/norm.h"
#include "holo/ops.h"
#include "nn/check_channels.h"
#include "nn/check_size.h"
#include "nn/choice.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

std::unique_ptr<Layer> make_norm(const std::string& name, Index C, double epsilon) {
  if (checked_choice("Block", "norm", name, norm_names) == 1) {
    return std::make_unique<RMSNorm>(C, RMSNormOptions{.epsilon = epsilon});
  }
  return std::make_unique<LayerNorm>(C, LayerNormOptions{.epsilon = epsilon});
}

Block::Block(Index dim_, std::unique_ptr<Layer> mixer, std::unique_ptr<Layer> mlp,
             const BlockOptions& options)
    : dim(checked_size("Block", "dim", dim_)),
      norm_(make_norm(options.norm, dim, options.epsilon)),
      mixer_(std::move(mixer)),
      mlp_(std::move(mlp)) {
  register_module("norm", *norm_);
  if (mixer_) register_module("mixer", *mixer_);
  if (!mlp_) return;
  norm2_ = make_norm(options.norm, dim, options.epsilon);
  register_module("norm2", *norm2_);
  register_module("mlp", *mlp_);
}

Block::Pair Block::operator()(const Tensor& hidden, const Tensor& residual) {
  check_channels("Block", hidden, dim);
  if (residual.defined() && !(residual.shape() == hidden.shape())) {
    throw ShapeError("Block", "hidden and residual of two shapes", "equal ones", "",
                     {hidden.shape(), residual.shape()});
  }
  Pair pair{hidden, residual.defined() ? hidden + residual : hidden};
  pair.hidden = norm_->forward(pair.residual);
  if (mixer_) pair.hidden = mixer_->forward(pair.hidden);
  if (!mlp_) return pair;
  pair.residual = pair.residual + pair.hidden;
  pair.hidden = mlp_->forward(norm2_->forward(pair.residual));
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
    : layers_(std::move(blocks)),
      norm_f_(make_norm(options.norm, layers_.blocks[0]->dim, options.epsilon)) {
  register_module("layers", layers_);
  register_module("norm_f", *norm_f_);
}

Tensor BlockStack::operator()(const Tensor& x) {
  Block::Pair pair{x, Tensor()};
  for (const auto& block : layers_.blocks) pair = (*block)(pair.hidden, pair.residual);
  return norm_f_->forward(pair.hidden + pair.residual);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
