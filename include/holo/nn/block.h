// block.h: the block of a transformer: attention, in which positions exchange information, and a
// feed-forward layer, which treats each position by itself. Each has a norm before it, and its
// result is added to its input.
//
//   x = x + dropout(attention(attention_norm(x)))
//   x = x + dropout(feed_forward(feed_forward_norm(x)))
//
// Source: the Block of Karpathy's nanoGPT. Xiong et al. 2020 (arXiv 2002.04745) on pre-norm.
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
  double epsilon = 1e-5;  ///< of the norms
  bool norm_weight = true,
       norm_bias = true;           ///< whether the norms have them; an RMSNorm has no bias
  double dropout = 0;              ///< of each branch, in training
  std::uint64_t dropout_seed = 0;  ///< of attention; the other branch has the next one
};

/// Parameters: those of attention_norm., attention., feed_forward_norm. and feed_forward.
class Block : public Layer {
 public:
  /// Both layers keep the number of channels, C. Throws UsageError for a layer that is null, and a
  /// dropout that is not in 0 <= p < 1.
  Block(std::unique_ptr<MultiHeadAttention> attention, std::unique_ptr<Layer> feed_forward,
        const BlockOptions& options = {});

  /// x [B, T, C] to [B, T, C]. Throws ShapeError for another shape.
  Tensor operator()(const Tensor& x) { return apply(x, nullptr); }
  Tensor forward(const Tensor& x) override { return apply(x, nullptr); }
  /// The same for x that follows the positions in `cache`: see attention.h.
  Tensor operator()(const Tensor& x, KeyValueCache& cache) { return apply(x, &cache); }

  const std::unique_ptr<Layer> attention_norm;
  const std::unique_ptr<MultiHeadAttention> attention;
  const std::unique_ptr<Layer> feed_forward_norm, feed_forward;
  Dropout attention_dropout, feed_forward_dropout;

 private:
  Tensor apply(const Tensor& x, KeyValueCache* cache);
};

}  // namespace holo
