// blocks.h: a transformer whose blocks differ in their feed-forward layers only.
#pragma once

#include "experiments/feed_forward.h"
#include "holo/nn/attention.h"
#include "holo/nn/block.h"

namespace holo {

struct ModelSizes {
  Index C = 48, n_layer = 3, n_head = 4;
};
/// For runs that only show that everything works.
inline constexpr ModelSizes quick_sizes{16, 3, 2};

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
