// gpt.h: a transformer that predicts, for each position of a text, the token that comes next.
//
//   x = token_embedding[token] + position_embedding[position]               [B, T, C]
//   x = x + attention(attention_norm(x))                                    in each block
//   x = x + feed_forward(feed_forward_norm(x))                              (block.h)
//   logits = final_norm(x) head^T                                           [B, T, V]
//
// Tokens are [B, T]: B texts, T positions, C channels, V different tokens. A branch, attention(...)
// or feed_forward(...), computes a term to add to x. In training, dropout applies to the first sum
// and to the result of each branch. With rotary positions there is no position_embedding; attention
// rotates its queries and keys instead. If tied, head is token_embedding.
//
// Source: Radford et al. 2019 (GPT-2), in the form of Karpathy's nanoGPT and microgpt.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "holo/nn/attention.h"
#include "holo/nn/block.h"
#include "holo/nn/dropout.h"
#include "holo/nn/embedding.h"
#include "holo/nn/gpt_options.h"
#include "holo/nn/module.h"

namespace holo {

/// The keys and values of all positions so far, for each block, to generate token by token.
struct GPTCache {
  std::vector<KeyValueCache> blocks;
  Index length() const { return blocks.empty() ? 0 : blocks[0].length(); }
};

/// Parameters: token_embedding.weight [V, C]; position_embedding.weight [block_size, C], if
/// positions are learned; head.weight [V, C], unless it is tied. Then follow the parameters of the
/// blocks (blocks.0., blocks.1. and so on), of embedding_norm. and of final_norm. The numbers are
/// drawn in this order, one after the other.
class GPT : public Module {
 public:
  /// Throws what check_gpt_options() throws.
  GPT(const GPTOptions& options, PythonRandom& random);

  /// Maps tokens [B, T] to logits [B, T, V]. Throws ShapeError for any other shape, for T outside
  /// [1, block_size], and for a token outside [0, V).
  Tensor operator()(const Indices& tokens) { return apply(tokens, nullptr); }
  /// Appends the tokens to the positions in the cache, and returns the logits of the new tokens.
  Tensor operator()(const Indices& tokens, GPTCache& cache) { return apply(tokens, &cache); }

  /// The mean of -log p(target) over targets [B, T], in nats; a target of -100 is ignored.
  /// Its label is "loss".
  Tensor loss(const Indices& tokens, const Indices& targets);

  /// The number of calls in training, which a checkpoint needs to continue a training run exactly.
  std::uint64_t dropout_calls() const { return embedding_dropout.calls(); }
  void set_dropout_calls(std::uint64_t calls);

  const GPTOptions options;
  Embedding token_embedding;
  std::optional<Embedding> position_embedding;
  std::optional<Linear> head;
  ModuleList<Block> blocks;
  std::unique_ptr<Layer> embedding_norm, final_norm;  // null if the options leave them out
  Dropout embedding_dropout;

 private:
  Tensor apply(const Indices& tokens, GPTCache* cache);
};

}  // namespace holo
