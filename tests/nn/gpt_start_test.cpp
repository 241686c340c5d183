// gpt_start_test.cpp: how a GPT begins: the standard deviation of each of its parameters, and a
// stream of random numbers for each of its dropouts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "holo/nn/gpt.h"
#include "nn/layer_check.h"

namespace gpt_start_test {
namespace {

using namespace layer_check;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// n_layer 3: the square roots of 3 and of 2 * 3 are far from one another and from those of 1 and 4.
GPTOptions options_with(const std::string& ffn, bool tied, bool scaled_init) {
  return {.vocab_size = 90,
          .block_size = 64,
          .n_layer = 3,
          .n_head = 2,
          .n_embd = 64,
          .ffn = ffn,
          .tied = tied,
          .init_std = 0.05,
          .scaled_init = scaled_init};
}

// Of the maps that end a branch, gains, biases and all others.
double expected_std(const std::string& name, const GPTOptions& options) {
  if (ends_with(name, ".bias")) return 0;
  const bool ends = ends_with(name, "attention.out_proj.weight") ||
                    ends_with(name, "feed_forward.layer2.weight") ||
                    ends_with(name, "feed_forward.fc2.weight");
  return ends && options.scaled_init ? options.init_std / std::sqrt(2.0 * 3) : options.init_std;
}

using Mask = std::vector<char>;

// 1 where a dropout keeps a number, 0 elsewhere.
Mask mask_of(Dropout& dropout) {
  Mask kept;
  for (const real x : dropout(ones({20000})).to_vector()) kept.push_back(x != 0);
  return kept;
}

}  // namespace

TEST_CASE("GPT: the standard deviation of each parameter is the one of its formula") {
  for (const char* ffn : {"gelu", "swiglu"}) {
    for (const bool tied : {false, true}) {
      for (const bool scaled_init : {false, true}) {
        const GPTOptions options = options_with(ffn, tied, scaled_init);
        PythonRandom random(3);
        const GPT gpt(options, random);
        for (const NamedParameter& parameter : gpt.named_parameters()) {
          CAPTURE(ffn);
          CAPTURE(scaled_init);
          CAPTURE(parameter.name);
          const std::vector<real> numbers = parameter.tensor.to_vector();
          if (ends_with(parameter.name, "norm.weight")) {
            CHECK(numbers == std::vector<real>(numbers.size(), 1));
            continue;
          }
          double squares = 0;
          for (const real x : numbers) squares += static_cast<double>(x) * static_cast<double>(x);
          const double std = std::sqrt(squares / static_cast<double>(numbers.size()));
          // The relative error of the estimate is 1 / sqrt(2 n): 0.011 for the smallest, 64 * 64.
          const double expected = expected_std(parameter.name, options);
          CHECK(std::fabs(std - expected) <= 0.05 * expected);
        }
      }
    }
  }
}

TEST_CASE("GPT: each dropout of the model draws a stream of its own") {
  const double p = 0.3;
  GPTOptions options = options_with("gelu", true, true);
  options.dropout = p;
  options.dropout_seed = 5;
  PythonRandom random(1);
  GPT gpt(options, random);
  std::vector<Mask> masks{mask_of(gpt.embedding_dropout)};
  for (const auto& block : gpt.blocks) {
    masks.push_back(mask_of(block->attention_dropout));
    masks.push_back(mask_of(block->feed_forward_dropout));
  }
  masks.push_back(mask_of(gpt.embedding_dropout));  // of the next call
  REQUIRE(masks.size() == 8);
  for (std::size_t a = 0; a < masks.size(); ++a) {
    const auto kept = static_cast<double>(std::count(masks[a].begin(), masks[a].end(), 1));
    CHECK(std::fabs(kept / 20000 - (1 - p)) < 0.02);
    for (std::size_t b = 0; b < a; ++b) CHECK(masks[a] != masks[b]);
  }
}

TEST_CASE("a GPT without initialisation is made of zeros, and draws no random number") {
  const GPTOptions options = options_with("swiglu", false, true);
  PythonRandom random(3), untouched(3);
  {
    const WithoutInit without_init;
    const GPT model(options, random);
    for (const NamedParameter& parameter : model.named_parameters()) {
      INFO(parameter.name);
      CHECK(parameter.tensor.requires_grad());
      const std::vector<real> numbers = parameter.tensor.to_vector();
      const real one_number = ends_with(parameter.name, "norm.weight") ? 1 : 0;  // gains draw none
      CHECK(std::count(numbers.begin(), numbers.end(), one_number) == parameter.tensor.numel());
    }
  }
  CHECK(random.random() == untouched.random());
  const GPT usual(options, random);
  CHECK(usual.token_embedding.weight.at({0, 0}) != 0);
}

}  // namespace gpt_start_test
