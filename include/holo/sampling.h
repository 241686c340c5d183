// sampling.h: draws the next token from the logits of a model, and generates text token by token.
//
//   p = softmax(logits / temperature);   top_k: the k most probable stay;
//   top_p: of these the fewest, from the most probable on, whose sum reaches top_p
//
// All other tokens get 0. Equally probable ones are in the order of their ids.
// Sources: Fan, Lewis, Dauphin 2018 (arXiv 1805.04833) for top_k; Holtzman et al. 2019 (1904.09751)
// for top_p; the softmax in double and the choice as in microgpt.py.
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
  double temperature = 1;  ///< below 1: probable tokens become more probable
  Index top_k = 0;         ///< 0: all
  double top_p = 1;        ///< 1: all
  bool greedy = false;     ///< the most probable one, always
};

/// Throws UsageError unless the temperature is a finite number from 1e-300 on, 0 <= top_k <=
/// vocab_size, and 0 < top_p <= 1.
void check_sampling_options(const SamplingOptions& options, Index vocab_size);

/// The probabilities with which a token is drawn. Throws holo::Error when there are no logits, one
/// is NaN or +infinity, or all are -infinity; and as check_sampling_options() does.
std::vector<double> token_probabilities(std::span<const real> logits,
                                        const SamplingOptions& options);

/// Draws a token with these probabilities, by random.choices(); greedy uses no random number.
Index sample_token(std::span<const real> logits, const SamplingOptions& options,
                   PythonRandom& random);

/// Continues `tokens`, at least one, by up to `count` tokens; `stop` ends it and is not returned.
/// The model sees at most the last block_size tokens, in evaluation, and is not changed: several
/// threads may do this with one model. With `use_cache` each token is
/// computed once while the text fits into block_size: the same result, faster.
std::vector<Index> generate(GPT& model, std::vector<Index> tokens, Index count,
                            std::optional<Index> stop, const SamplingOptions& options,
                            PythonRandom& random, bool use_cache = true);

}  // namespace holo
