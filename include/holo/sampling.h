// sampling.h: draws the next token from the logits of a model, and generates text token by token.
//
//   p = softmax(logits / temperature);   top_k keeps the k most probable tokens;
//   top_p keeps the fewest of these, most probable first, whose sum reaches top_p
//
// All other tokens get probability 0. Equally probable tokens are ordered by id.
// Sources: Fan, Lewis, Dauphin 2018 (arXiv 1805.04833) for top_k; Holtzman et al. 2019 (1904.09751)
// for top_p; microgpt.py for the softmax in double and the choice.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "holo/random.h"
#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

class GPT;

struct SamplingOptions {
  double temperature = 1;  ///< values below 1 make probable tokens more probable
  Index top_k = 0;         ///< 0: all
  double top_p = 1;        ///< 1: all
  bool greedy = false;     ///< always takes the most probable token
};

/// Throws UsageError unless the temperature is finite and at least 1e-300, 0 <= top_k <=
/// vocab_size, and 0 < top_p <= 1.
void check_sampling_options(const SamplingOptions& options, Index vocab_size);

/// The probability of each token. Throws holo::Error when there are no logits, one is NaN or
/// +infinity, or all are -infinity. Also throws the same errors as check_sampling_options().
std::vector<double> token_probabilities(std::span<const real> logits,
                                        const SamplingOptions& options);

/// Draws a token with these probabilities by random.choices(); if greedy, draws no random number.
Index sample_token(std::span<const real> logits, const SamplingOptions& options,
                   PythonRandom& random);

/// Continues `tokens` (at least one) by up to `count` tokens. The token `stop` ends the text and is
/// not returned. The model runs in evaluation mode on at most the last block_size tokens. Nothing
/// in the model changes, so several threads may share it. With `use_cache` each token is computed
/// only once while the text fits into block_size, which is faster and gives the same result.
std::vector<Index> generate(GPT& model, std::vector<Index> tokens, Index count,
                            std::optional<Index> stop, const SamplingOptions& options,
                            PythonRandom& random, bool use_cache = true);

}  // namespace holo
