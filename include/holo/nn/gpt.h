// gpt.h: a transformer that predicts, for each position of a text, the token that comes next.
//
//   x = token_embedding[token] + position_embedding[position]               [B, T, C]
//   x = x + attention(attention_norm(x))                                    in each Block
//   x = x + feed_forward(feed_forward_norm(x))
//   logits = final_norm(x) head^T                                           [B, T, V]
//
// Tokens [B, T] are B texts of T positions; there are C channels and V distinct tokens. The
// branches attention(...) and feed_forward(...) add their results to x. In training, dropout
// applies to the embeddings and to the result of each branch. With rotary positions, attention
// rotates queries and keys, and there is no position_embedding. A tied head reuses
// token_embedding's weight.
//
// Source: Radford et al. 2019 (GPT-2), as implemented in Karpathy's nanoGPT and microgpt.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "holo/nn/attention.h"
#include "holo/nn/gpt_options.h"
#include "holo/nn/layers.h"

namespace holo {

// ---- one block of a transformer ----

struct BlockOptions {
  Norm norm = Norm::layer;
  LayerNormOptions norm_options = {};  ///< of both norms; an RMSNorm has no bias
  double dropout = 0;                  ///< dropout probability in each branch, during training
  std::uint64_t dropout_seed = 0;  ///< the seed for attention; feed_forward uses dropout_seed + 1
};

/// Attention lets positions exchange information; a feed-forward layer then processes each position
/// alone. A norm precedes each of the two layers, and the block adds each layer's result to x:
///   x = x + dropout(attention(attention_norm(x)))
///   x = x + dropout(feed_forward(feed_forward_norm(x)))
/// Parameters: attention_norm.*, attention.*, feed_forward_norm.* and feed_forward.*.
/// Sources: the Block of Karpathy's nanoGPT; Xiong et al. 2020 (arXiv 2002.04745) on pre-norm.
class Block : public Layer {
 public:
  /// Both layers must map C channels to C channels. Throws UsageError if a layer is null or dropout
  /// is not in [0, 1).
  Block(std::unique_ptr<MultiHeadAttention> attention, std::unique_ptr<Layer> feed_forward,
        const BlockOptions& options = {});

  /// Maps x [B, T, C] to [B, T, C]. Throws ShapeError for any other shape. With a cache, x holds
  /// the positions that follow those in the cache: see attention.h.
  Tensor operator()(const Tensor& x, KeyValueCache* cache = nullptr);
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const std::unique_ptr<Layer> attention_norm;
  const std::unique_ptr<MultiHeadAttention> attention;
  const std::unique_ptr<Layer> feed_forward_norm, feed_forward;
  Dropout attention_dropout, feed_forward_dropout;
};

// ---- the model ----

/// The keys and values of each block for all positions so far, for generating text token by token.
struct GPTCache {
  std::vector<KeyValueCache> blocks;
  Index length() const { return blocks.empty() ? 0 : blocks[0].length(); }
};

/// Parameters: token_embedding.weight [V, C]; position_embedding.weight [block_size, C], if
/// positions are learned; head.weight [V, C], unless the head is tied. Next come the parameters of
/// the modules blocks.0, blocks.1 and so on, embedding_norm and final_norm. The initial values are
/// drawn in the listed order.
class GPT : public Module {
 public:
  /// Throws the same errors as check_gpt_options().
  GPT(const GPTOptions& options, PythonRandom& random);

  /// Maps tokens [B, T] to logits [B, T, V]. Throws ShapeError for any other shape, for T outside
  /// [1, block_size], or for a token outside [0, V). With a cache, appends the tokens to the text
  /// in the cache, and returns the logits of these tokens only.
  Tensor operator()(const Indices& tokens, GPTCache* cache = nullptr);

  /// The mean of -log p(target) over targets [B, T], in nats, ignoring every target equal to -100.
  /// The tensor's label is "loss".
  Tensor loss(const Indices& tokens, const Indices& targets);

  /// The number of calls in training mode; store it with a checkpoint to continue a run exactly.
  std::uint64_t dropout_calls() const { return embedding_dropout.calls(); }
  void set_dropout_calls(std::uint64_t calls);

  const GPTOptions options;
  Embedding token_embedding;
  std::optional<Embedding> position_embedding;
  std::optional<Linear> head;
  ModuleList<Block> blocks;
  std::unique_ptr<Layer> embedding_norm, final_norm;  // null if the options omit the norm
  Dropout embedding_dropout;
};

}  // namespace holo
