// block.h: one block of a transformer. Attention lets positions exchange information; a
// feed-forward layer then processes each position alone. A norm precedes each of the two layers,
// and the block adds each layer's result to x.
//
//   x = x + dropout(attention(attention_norm(x)))
//   x = x + dropout(feed_forward(feed_forward_norm(x)))
//
// Sources: the Block of Karpathy's nanoGPT; Xiong et al. 2020 (arXiv 2002.04745) on pre-norm.
#pragma once

#include <cstdint>
#include <memory>

#include "holo/nn/attention.h"
#include "holo/nn/dropout.h"
#include "holo/nn/module.h"
#include "holo/nn/norm.h"

namespace holo {

struct BlockOptions {
  Norm norm = Norm::layer;
  double epsilon = 1e-5;  ///< epsilon of both norms
  bool norm_weight = true,
       norm_bias = true;           ///< learned gains and biases; an RMSNorm has no bias
  double dropout = 0;              ///< dropout probability in each branch, during training
  std::uint64_t dropout_seed = 0;  ///< the seed for attention; feed_forward uses dropout_seed + 1
};

/// Parameters: attention_norm.*, attention.*, feed_forward_norm.* and feed_forward.*.
class Block : public Layer {
 public:
  /// Both layers must map C channels to C channels. Throws UsageError if a layer is null or dropout
  /// is not in [0, 1).
  Block(std::unique_ptr<MultiHeadAttention> attention, std::unique_ptr<Layer> feed_forward,
        const BlockOptions& options = {});

  /// Maps x [B, T, C] to [B, T, C]. Throws ShapeError for any other shape.
  Tensor operator()(const Tensor& x) { return apply(x, nullptr); }
  Tensor forward(const Tensor& x) override { return apply(x, nullptr); }
  /// x holds the positions that follow those in `cache`: see attention.h.
  Tensor operator()(const Tensor& x, KeyValueCache& cache) { return apply(x, &cache); }

  const std::unique_ptr<Layer> attention_norm;
  const std::unique_ptr<MultiHeadAttention> attention;
  const std::unique_ptr<Layer> feed_forward_norm, feed_forward;
  Dropout attention_dropout, feed_forward_dropout;

 private:
  Tensor apply(const Tensor& x, KeyValueCache* cache);
};

}  // namespace holo
