// sampling.h: which token comes next: from the logits of a model, by chance.
//
//   p = softmax(logits / temperature);   top_k: the k most probable stay;
//   top_p: of these the fewest, from the most probable on, whose sum reaches top_p
//
// The others get 0. Equal ones stay in the order of their ids.
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
inline namespace HOLO_REAL_NAMESPACE {

class GPT;

struct SamplingOptions {
  double temperature = 1;  ///< below 1: more of what is probable already
  Index top_k = 0;         ///< 0: all
  double top_p = 1;        ///< 1: all
  bool greedy = false;     ///< the most probable one, always
};

/// Throws UsageError unless the temperature is a finite number from 1e-300 on, 0 <= top_k <=
/// vocab_size, and 0 < top_p <= 1.
void check_sampling_options(const SamplingOptions& options, Index vocab_size);

/// The probabilities that a token is drawn by. Throws holo::Error when there are no logits, one is
/// NaN or +infinity, or all are -infinity; and as check_sampling_options() does.
std::vector<double> token_probabilities(std::span<const real> logits,
                                        const SamplingOptions& options);

/// A token by these probabilities: random.choices() of them; greedy draws nothing.
Index sample_token(std::span<const real> logits, const SamplingOptions& options,
                   PythonRandom& random);

/// Continues `tokens`, at least one, by up to `count`; after `stop`, which is not returned, it
/// ends. The model sees at most the last block_size tokens, in evaluation. With `use_cache` each
/// token is computed once while the text fits the block: the same result, faster.
std::vector<Index> generate(GPT& model, std::vector<Index> tokens, Index count,
                            std::optional<Index> stop, const SamplingOptions& options,
                            PythonRandom& random, bool use_cache = true);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
