// sampling_test.cpp: the probabilities are those of the definitions, tokens are drawn by them, and
// a text grows the same way with a cache as without one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "holo/nn/gpt.h"
#include "holo/sampling.h"
#include "nn/layer_check.h"

namespace sampling_test {
namespace {

using namespace layer_check;

constexpr real infinity = std::numeric_limits<real>::infinity();

void check_near(const std::vector<double>& got, const std::vector<double>& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i);
    CHECK(got[i] == doctest::Approx(want[i]).epsilon(1e-6));
  }
}

std::vector<real> logs(std::initializer_list<double> weights) {
  std::vector<real> logits;
  for (const double weight : weights) logits.push_back(static_cast<real>(std::log(weight)));
  return logits;
}

GPT& small_model() {
  static PythonRandom random(1);
  static GPT gpt({.vocab_size = 11,
                  .block_size = 8,
                  .n_layer = 2,
                  .n_head = 2,
                  .n_embd = 12,
                  .dropout = 0.5,
                  .init_std = 0.5},
                 random);
  return gpt;
}

// Notes how many positions it is given.
struct Positions : holo::Layer {
  std::vector<Index> seen;
  Tensor forward(const Tensor& x) override {
    seen.push_back(x.shape()[1]);
    return x;
  }
};

}  // namespace

TEST_CASE("token_probabilities: softmax, sharper below a temperature of 1") {
  const std::vector<real> logits = logs({1, 2, 4, 1});
  check_near(token_probabilities(logits, {}), {0.125, 0.25, 0.5, 0.125});
  check_near(token_probabilities(logits, {.temperature = 0.5}),
             {1 / 22.0, 4 / 22.0, 16 / 22.0, 1 / 22.0});
  check_near(token_probabilities(logits, {.temperature = 1e6}), {0.25, 0.25, 0.25, 0.25});
  check_near(token_probabilities(logits, {.temperature = 1e-300}), {0, 0, 1, 0});
  check_near(token_probabilities(std::vector<real>{1e4, -infinity, 0}, {}), {1, 0, 0});
}

TEST_CASE("token_probabilities: top_k and top_p keep the most probable") {
  const std::vector<real> logits = logs({0.1, 0.3, 0.2, 0.3, 0.1});
  const auto kept = [&](const SamplingOptions& options) {
    std::vector<std::size_t> places;
    const std::vector<double> p = token_probabilities(logits, options);
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] > 0) places.push_back(i);
    }
    return places;
  };
  using Places = std::vector<std::size_t>;
  CHECK(kept({.top_k = 1}) == Places{1});  // of equal ones the first
  CHECK(kept({.top_k = 2}) == Places{1, 3});
  CHECK(kept({.top_k = 3}) == Places{1, 2, 3});
  CHECK(kept({.top_k = 4}) == Places{0, 1, 2, 3});
  CHECK(kept({.top_k = 5}) == Places{0, 1, 2, 3, 4});
  CHECK(kept({.top_p = 1e-9}) == Places{1});
  CHECK(kept({.top_p = 0.29}) == Places{1});
  CHECK(kept({.top_p = 0.31}) == Places{1, 3});
  CHECK(kept({.top_p = 0.59}) == Places{1, 3});
  CHECK(kept({.top_p = 0.61}) == Places{1, 2, 3});
  CHECK(kept({.top_p = 0.95}) == Places{0, 1, 2, 3, 4});
  const std::vector<double> half = token_probabilities(std::vector<real>(4, 0), {.top_p = 0.5});
  CHECK(std::count(half.begin(), half.end(), 0.0) == 2);  // its sum is reached exactly
  // top_p of what top_k has left: 0.3 / 0.6
  CHECK(kept({.top_k = 2, .top_p = 0.49}) == Places{1});
  CHECK(kept({.top_k = 2, .top_p = 0.51}) == Places{1, 3});
}

TEST_CASE("sample_token: as often as its probability says; greedy: the first of the largest") {
  const std::vector<real> logits = logs({1, 2, 4, 1});
  PythonRandom random(7);
  std::vector<int> counts(4, 0);
  for (int i = 0; i < 8000; ++i) {
    ++counts[static_cast<std::size_t>(sample_token(logits, {}, random))];
  }
  const double expected[] = {1000, 2000, 4000, 1000};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::fabs(counts[i] - expected[i]) < 150);

  PythonRandom untouched(7), used(7);
  CHECK(sample_token(logs({1, 3, 3, 2}), {.greedy = true}, used) == 1);
  CHECK(used.random() == untouched.random());
}

TEST_CASE("sample_token and its options: what is refused") {
  PythonRandom random(1);
  const std::vector<real> two = {0, 1};
  const auto refused = [&](const std::string& message, const SamplingOptions& options) {
    check_error<UsageError>(message, [&] { sample_token(two, options, random); });
  };
  for (const double t : {0.0, -1.0, 1e-301}) {
    CHECK_THROWS_AS(sample_token(two, {.temperature = t}, random), UsageError);
  }
  refused(
      "sampling: temperature nan; expected a finite number of at least 1e-300. Try: 0.5, or greedy",
      {.temperature = std::nan("")});
  refused(
      "sampling: temperature inf; expected a finite number of at least 1e-300. Try: 0.5, or greedy",
      {.temperature = HUGE_VAL});
  refused("sampling: top_k 3; expected 0 to 2, the number of tokens", {.top_k = 3});
  refused("sampling: top_k -1; expected 0 to 2, the number of tokens", {.top_k = -1});
  refused("sampling: top_p 0; expected 0 < top_p <= 1. Try: 0.9", {.top_p = 0});
  refused("sampling: top_p 1.5; expected 0 < top_p <= 1. Try: 0.9", {.top_p = 1.5});
  refused("sampling: top_p nan; expected 0 < top_p <= 1. Try: 0.9", {.top_p = std::nan("")});
  const auto bad_logits = [&](const std::string& message, const std::vector<real>& logits) {
    check_error<Error>(message, [&] { sample_token(logits, {}, random); });
  };
  bad_logits("sample_token: no logits; expected at least one finite number", {});
  bad_logits("sample_token: no finite logit; expected at least one finite number",
             {-infinity, -infinity});
  bad_logits(
      "sample_token: a logit inf; expected numbers. Try: a checkpoint from before the loss "
      "went wrong",
      {0, infinity});
  CHECK_THROWS_AS(sample_token(std::vector<real>{0, std::nanf("")}, {}, random), Error);
}

TEST_CASE("generate: the same text with a cache and without, also beyond the block") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const std::size_t prompt : {1U, 3U, 8U, 12U}) {
      std::vector<Index> tokens(prompt);
      std::iota(tokens.begin(), tokens.end(), Index{0});
      for (Index& token : tokens) token %= 11;
      PythonRandom a(seed), b(seed);
      const std::vector<Index> with = generate(small_model(), tokens, 20, {}, {}, a);
      const std::vector<Index> without = generate(small_model(), tokens, 20, {}, {}, b, false);
      CHECK(with.size() == 20);
      CHECK(with == without);
      CHECK(a.random() == b.random());
    }
  }
}

TEST_CASE("generate: with a cache each token is computed once, until the block is full") {
  PythonRandom random(1);
  GPT model(small_model().options, random);
  const std::unique_ptr<holo::Layer> norm = std::move(model.final_norm);  // registered: it stays
  const auto positions_of = [&](std::vector<Index> prompt, bool use_cache) {
    auto positions = std::make_unique<Positions>();
    const std::vector<Index>& seen = positions->seen;
    model.final_norm = std::move(positions);
    generate(model, std::move(prompt), 8, {}, {}, random, use_cache);
    return std::vector<Index>(seen);
  };
  using Counts = std::vector<Index>;
  CHECK(positions_of({1, 2, 3}, true) == Counts{3, 1, 1, 1, 1, 1, 8, 8});  // of a block of 8
  CHECK(positions_of({1, 2, 3}, false) == Counts{3, 4, 5, 6, 7, 8, 8, 8});
  CHECK(positions_of({1, 2, 3, 4, 5, 6, 7, 8, 9}, true) == Counts(8, 8));
}

TEST_CASE("generate: ends at the stop token, leaves training as it was and records no graph") {
  GPT& model = small_model();
  PythonRandom a(5), b(5);
  const std::vector<Index> free = generate(model, {1}, 30, {}, {}, a);
  const Index stop = free[6];
  const auto first = std::find(free.begin(), free.end(), stop);
  const std::vector<Index> stopped = generate(model, {1}, 30, stop, {}, b);
  CHECK(stopped == std::vector<Index>(free.begin(), first));
  CHECK(model.training());
  CHECK(model.dropout_calls() == 0);
  CHECK(generate(model, {1}, 0, {}, {}, a).empty());
  CHECK_THROWS_AS(generate(model, {}, 3, {}, {}, a), UsageError);
  CHECK_THROWS_AS(generate(model, {11}, 3, {}, {}, a), ShapeError);
  CHECK(model.training());
  model.eval();
  generate(model, {1}, 1, {}, {}, a);
  CHECK(!model.training());
  model.train();
  const std::vector<Index> greedy = generate(model, {1}, 12, {}, {.greedy = true}, a);
  CHECK(greedy == generate(model, {1}, 12, {}, {.greedy = true}, b));
}

}  // namespace sampling_test
