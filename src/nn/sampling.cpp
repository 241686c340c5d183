// sampling.cpp: computes probabilities from logits, draws tokens, and generates text.
#include "holo/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "holo/check.h"
#include "holo/nn/gpt.h"

namespace holo {
namespace {

// e^((x - max) / temperature) / sum
std::vector<double> softmax_of(std::span<const real> logits, double temperature) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const real logit : logits) {
    if (std::isnan(logit) || logit == std::numeric_limits<real>::infinity()) {
      throw Error("sample_token", fmt::format("a logit {}", logit), "numbers",
                  "a checkpoint from before the loss went wrong");
    }
    largest = std::max(largest, static_cast<double>(logit));
  }
  if (std::isinf(largest)) {
    throw Error("sample_token", logits.empty() ? "no logits" : "no finite logit",
                "at least one finite number");
  }
  std::vector<double> p;
  double sum = 0;
  for (const real logit : logits) {
    p.push_back(std::exp((static_cast<double>(logit) - largest) / temperature));
    sum += p.back();
  }
  for (double& value : p) value /= sum;
  return p;
}

// Takes the top_k likeliest tokens and keeps the smallest set of them whose probabilities sum to at
// least top_p of the total. Sets all other probabilities to 0.
void cut(std::vector<double>& p, const SamplingOptions& options) {
  const std::size_t k = options.top_k == 0 ? p.size() : static_cast<std::size_t>(options.top_k);
  if (k == p.size() && options.top_p == 1) return;
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  double kept = 0, sum = 0;
  for (std::size_t i = 0; i < k; ++i) kept += p[order[i]];
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i >= k || sum >= options.top_p * kept) {
      p[order[i]] = 0;
    } else {
      sum += p[order[i]];
    }
  }
}

}  // namespace

void check_sampling_options(const SamplingOptions& options, Index vocab_size) {
  constexpr const char* here = "sampling";
  if (!(options.temperature >= 1e-300) || !std::isfinite(options.temperature)) {
    throw UsageError(here, fmt::format("temperature {}", options.temperature),
                     "a finite number of at least 1e-300", "0.5, or greedy");
  }
  if (options.top_k < 0 || options.top_k > vocab_size) {
    throw UsageError(here, fmt::format("top_k {}", options.top_k),
                     fmt::format("0 to {}, the number of tokens", vocab_size));
  }
  if (!(options.top_p > 0 && options.top_p <= 1)) {
    throw UsageError(here, fmt::format("top_p {}", options.top_p), "0 < top_p <= 1", "0.9");
  }
}

std::vector<double> token_probabilities(std::span<const real> logits,
                                        const SamplingOptions& options) {
  check_sampling_options(options, static_cast<Index>(logits.size()));
  std::vector<double> p = softmax_of(logits, options.temperature);
  cut(p, options);
  return p;
}

Index sample_token(std::span<const real> logits, const SamplingOptions& options,
                   PythonRandom& random) {
  const std::vector<double> p = token_probabilities(logits, options);
  if (options.greedy) return std::max_element(p.begin(), p.end()) - p.begin();
  return static_cast<Index>(random.choices(p));
}

std::vector<Index> generate(GPT& model, std::vector<Index> tokens, Index count,
                            std::optional<Index> stop, const SamplingOptions& options,
                            PythonRandom& random, bool use_cache) {
  if (tokens.empty()) throw UsageError("generate", "no tokens to continue", "at least one", "BOS");
  const Evaluation evaluation;
  const NoGrad no_grad;
  const std::size_t prompt = tokens.size();
  const auto V = static_cast<std::size_t>(model.options.vocab_size);
  const auto block_size = static_cast<std::size_t>(model.options.block_size);
  GPTCache cache;
  for (Index i = 0; i < count; ++i) {
    // With the cache the model reads only new tokens; without it, all tokens that fit into a block.
    const bool cached = use_cache && tokens.size() <= block_size;
    const std::size_t from = cached ? static_cast<std::size_t>(cache.length())
                                    : tokens.size() - std::min(tokens.size(), block_size);
    const std::vector<Index> window(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                                    tokens.end());
    const Indices input({1, static_cast<Index>(window.size())}, window);
    const std::vector<real> all = model(input, cached ? &cache : nullptr).to_vector();
    const Index token = sample_token(std::span(all).last(V), options, random);
    if (stop && token == *stop) break;
    tokens.push_back(token);
  }
  return {tokens.begin() + static_cast<std::ptrdiff_t>(prompt), tokens.end()};
}

}  // namespace holo
