// blocks.h: a transformer whose blocks differ in their feed-forward layers only.
#pragma once

#include "experiments/feed_forward.h"
#include "holo/nn/attention.h"
#include "holo/nn/gpt.h"

namespace holo {

struct ModelSizes {
  Index C = 48, n_layer = 3, n_head = 4;
};
/// For runs that only show that everything works.
inline constexpr ModelSizes quick_sizes{16, 3, 2};

/// Blocks one after the other, and a norm at the end. Parameters: those of blocks.0., blocks.1. and
/// so on, and of final_norm.
struct BlockStack : Layer {
  ModuleList<Block> blocks;
  std::unique_ptr<Layer> final_norm;

  explicit BlockStack(std::vector<std::unique_ptr<Block>> all, const BlockOptions& options = {}) {
    for (std::unique_ptr<Block>& block : all) blocks.add(std::move(block));
    register_module("blocks", blocks);
    const Index C = blocks.at(0)->attention->embed_dim;
    final_norm =
        add("final_norm", make_norm(options.norm, C, {.epsilon = options.norm_options.epsilon}));
  }
  /// x [B, T, C] to [B, T, C]
  Tensor operator()(const Tensor& x) {
    const Scope scope(full_name());
    Tensor y = x;
    for (const std::unique_ptr<Block>& block : blocks) y = (*block)(y);
    return final_norm->forward(y);
  }
  Tensor forward(const Tensor& x) override { return (*this)(x); }
};

/// Pre-norm blocks of attention and one of the layers each, and a norm at the end.
inline std::unique_ptr<BlockStack> make_blocks(const ModelSizes& sizes, Layers layers, bool causal,
                                               PythonRandom& random) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (std::unique_ptr<Layer>& layer : layers) {
    auto attention = std::make_unique<MultiHeadAttention>(
        sizes.C, sizes.n_head, random,
        MultiHeadAttentionOptions{.causal = causal, .qkv_bias = false, .out_bias = false});
    blocks.push_back(std::make_unique<Block>(std::move(attention), std::move(layer)));
  }
  return std::make_unique<BlockStack>(std::move(blocks));
}

}  // namespace holo
