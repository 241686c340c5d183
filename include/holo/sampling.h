// sampling.h: draws the next token from a model's logits, and generates text token by token.
//
//   p = softmax(logits / temperature);   top_k keeps the k most probable tokens;
//   top_p keeps the fewest of these, most probable first, whose sum reaches top_p
//
// All other tokens have probability 0. Among equally probable tokens, smaller ids come first.
// Sources: Fan, Lewis, Dauphin 2018 (arXiv 1805.04833) for top_k; Holtzman et al. 2019 (1904.09751)
// for top_p; microgpt.py for the softmax in double and the random choice.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "holo/random.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

class GPT;

struct SamplingOptions {
  double temperature = 1;  ///< below 1, probable tokens become even more probable
  Index top_k = 0;         ///< how many tokens to keep; 0 keeps all
  double top_p = 1;        ///< total probability to keep; 1 keeps all tokens
  bool greedy = false;     ///< true: always take the most probable token
};

/// Throws UsageError unless the temperature is finite and at least 1e-300, 0 <= top_k <=
/// vocab_size, and 0 < top_p <= 1.
void check_sampling_options(const SamplingOptions& options, Index vocab_size);

/// The probability of each token. Throws the same errors as check_sampling_options(). Throws
/// holo::Error if there are no logits, if a logit is NaN or +infinity, or if all are -infinity.
std::vector<double> token_probabilities(std::span<const real> logits,
                                        const SamplingOptions& options);

/// Draws a token with random.choices(), using token_probabilities(). If greedy, returns the most
/// probable token and draws no number.
Index sample_token(std::span<const real> logits, const SamplingOptions& options,
                   PythonRandom& random);

/// Extends `tokens` (at least one) by up to `count` new tokens. The token `stop` ends the text and
/// is not returned. The model runs in evaluation mode on at most the last block_size tokens. The
/// model does not change, so several threads may share it. `use_cache` is faster and does not
/// change the result: while the text fits into block_size, each token is processed only once.
std::vector<Index> generate(GPT& model, std::vector<Index> tokens, Index count,
                            std::optional<Index> stop, const SamplingOptions& options,
                            PythonRandom& random, bool use_cache = true);

}  // namespace holo
