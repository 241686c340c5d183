// gpt_test.cpp: the GPT is the model of the scalar program number for number, its text can be seen
// in pieces, and its size is known before it is made. It begins with the standard deviation of each
// of its parameters, and with a stream of random numbers for each of its dropouts.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>

#include "holo/data.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "nn/layer_check.h"
#include "support/corpus.h"

namespace gpt_test {

using namespace layer_check;

// ---- how it begins ----

namespace {

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

// ---- what it computes ----

namespace {

GPTOptions small(const std::string& ffn = "gelu") {
  return {.vocab_size = 11, .block_size = 8, .n_layer = 2, .n_head = 2, .n_embd = 12, .ffn = ffn};
}

// With weights so large that a change of one token shows everywhere.
GPTOptions sharp(const std::string& ffn, Positions positions) {
  GPTOptions options = small(ffn);
  options.positions = positions;
  options.init_std = 0.5;
  return options;
}

Indices some_tokens(Index B, Index T, std::uint64_t seed, Index V = 11) {
  PythonRandom random(seed);
  std::vector<Index> values;
  for (Index i = 0; i < B * T; ++i) {
    values.push_back(static_cast<Index>(random.randbelow(static_cast<std::uint64_t>(V))));
  }
  return Indices({B, T}, values);
}

Indices columns(const Indices& tokens, Index from, Index to) {
  const Index B = tokens.shape()[0], T = tokens.shape()[1];
  std::vector<Index> values;
  for (Index b = 0; b < B; ++b) {
    for (Index t = from; t < to; ++t) {
      values.push_back(tokens.values()[static_cast<std::size_t>(b * T + t)]);
    }
  }
  return Indices({B, to - from}, values);
}

double largest_difference(const Tensor& a, const Tensor& b) {
  REQUIRE(a.shape() == b.shape());
  const std::vector<real> x = a.to_vector(), y = b.to_vector();
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(x[i]) - static_cast<double>(y[i])));
  }
  return largest;
}

// "1 0x1.b3434e3a6cc20p+1 3.400491503265144" a line.
std::vector<double> losses_of_microgpt() {
  const char* root = std::getenv("HOLO_ROOT");
  const std::string path = fmt::format("{}/tests/data/own_losses_relu.txt", root ? root : ".");
  std::istringstream lines(read_file(path));
  std::vector<double> losses;
  std::string step, hex, decimal;
  while (lines >> step >> hex >> decimal) losses.push_back(std::stod(decimal));
  return losses;
}

}  // namespace

TEST_CASE("GPT: the losses of the scalar program for 1,000 steps, from the same seed") {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  GPT gpt(microgpt_options(static_cast<Index>(corpus.vocab_size())), random);
  CHECK(gpt.parameter_count() == 4192);
  Adam optimizer(gpt.parameters(), 0.01, {.beta1 = 0.85, .beta2 = 0.99});
  const LinearSchedule schedule(0.01, 1000);
  const std::vector<double> expected = losses_of_microgpt();
  REQUIRE(expected.size() == 1000);
  double largest = 0;
  for (Index step = 0; step < 1000; ++step) {
    const std::vector<int>& document =
        corpus.documents[static_cast<std::size_t>(step) % corpus.documents.size()];
    const auto T = std::min<Index>(16, static_cast<Index>(document.size()) - 1);
    const Indices x({1, T}, {document.begin(), document.begin() + T});
    const Indices y({1, T}, {document.begin() + 1, document.begin() + T + 1});
    optimizer.set_learning_rate(schedule(step));
    optimizer.zero_grad();
    const Tensor loss = gpt.loss(x, y);
    loss.backward();
    optimizer.step();
    largest = std::max(largest, std::fabs(static_cast<double>(loss.item()) -
                                          expected[static_cast<std::size_t>(step)]));
  }
  MESSAGE("GPT: 1,000 losses, at most ", largest, " from the scalar program");
  CHECK(largest > 0);
  CHECK(largest < (in_double ? 1e-12 : 1e-6));
}

TEST_CASE("GPT: the number of parameters is known before the model is made") {
  std::set<Index> counts;
  for (const std::string& ffn : feed_forward_names()) {
    for (const bool bias : {false, true}) {
      for (const bool tied : {false, true}) {
        GPTOptions options = small(ffn);
        options.bias = bias;
        options.tied = tied;
        options.norm_embedding = bias != tied;
        options.norm = tied ? Norm::rms : Norm::layer;
        options.positions = bias ? Positions::learned : Positions::rotary;
        PythonRandom random(1);
        CAPTURE(ffn);
        CHECK(GPT(options, random).parameter_count() == gpt_parameter_count(options));
        counts.insert(gpt_parameter_count(options));
      }
    }
  }
  CHECK(counts.size() > 12);
  GPTOptions no_gain = small();
  no_gain.norm_gain = false;
  PythonRandom random(1);
  CHECK(GPT(no_gain, random).parameter_count() == gpt_parameter_count(no_gain));
  GPTOptions grouped = small();
  grouped.n_head_kv = 1;
  CHECK(GPT(grouped, random).parameter_count() == gpt_parameter_count(grouped));
  CHECK(gpt_parameter_count(grouped) < gpt_parameter_count(small()));
  CHECK(gpt_parameter_count(microgpt_options(27)) == 4192);
  GPTOptions nano = nano_options(65);
  nano.bias = false;
  CHECK(gpt_parameter_count(nano) == 65 * 128 + 64 * 128 + 4 * (12 * 128 * 128 + 2 * 128) + 128);
  GPTOptions absurd = nano;
  absurd.n_embd = Index{1} << 40;
  CHECK_THROWS_AS(gpt_parameter_count(absurd), Error);
}

TEST_CASE("GPT: the formula of the header, part after part, in training and in evaluation") {
  for (const bool norm_embedding : {false, true}) {
    for (const bool norm_final : {false, true}) {
      GPTOptions options = sharp("gelu", Positions::learned);
      options.norm_embedding = norm_embedding;
      options.norm_final = norm_final;
      options.tied = norm_embedding != norm_final;
      options.dropout = 0.2;
      PythonRandom random(1);
      GPT gpt(options, random);
      randomize(gpt, 9);
      const Indices tokens = some_tokens(2, 8, 7);
      for (const bool training : {true, false}) {
        gpt.train(training);
        gpt.set_dropout_calls(0);
        Tensor x = gpt.token_embedding(tokens) + gpt.position_embedding->weight;
        x = gpt.embedding_dropout(x);
        CHECK((gpt.embedding_norm != nullptr) == norm_embedding);
        if (norm_embedding) x = gpt.embedding_norm->forward(x);
        for (const auto& b : gpt.blocks) {
          x = x + b->attention_dropout((*b->attention)(b->attention_norm->forward(x)));
          const Tensor normed = b->feed_forward_norm->forward(x);
          x = x + b->feed_forward_dropout(b->feed_forward->forward(normed));
        }
        CHECK((gpt.final_norm != nullptr) == norm_final);
        if (norm_final) x = gpt.final_norm->forward(x);
        CHECK(gpt.head.has_value() != options.tied);
        x = linear(x, options.tied ? gpt.token_embedding.weight : gpt.head->weight);
        gpt.set_dropout_calls(0);
        CHECK(largest_difference(gpt(tokens), x) < (in_double ? 1e-12 : 1e-4));
      }
    }
  }
}

TEST_CASE("GPT: with a cache, piece by piece, the same logits as in one call") {
  for (const std::string& ffn :
       {std::string("gelu"), std::string("swiglu"), std::string("holo_gate_flow")}) {
    for (const Positions positions : {Positions::learned, Positions::rotary}) {
      CAPTURE(ffn);
      CAPTURE(kind_name(positions));
      PythonRandom random(1);
      GPT gpt(sharp(ffn, positions), random);
      const NoGrad no_grad;
      const Indices tokens = some_tokens(3, 8, 7);
      const Tensor whole = gpt(tokens);
      for (const std::vector<Index>& pieces :
           {std::vector<Index>{1, 1, 1, 1, 1, 1, 1, 1}, {3, 1, 4}, {8}}) {
        GPTCache cache;
        Index at = 0;
        for (const Index piece : pieces) {
          const Tensor part = gpt(columns(tokens, at, at + piece), &cache);
          at += piece;
          CHECK(cache.length() == at);
          CHECK(largest_difference(part, slice(whole, 1, at - piece, at)) <
                (in_double ? 1e-13 : 1e-5));
        }
        CHECK_THROWS_AS(gpt(columns(tokens, 0, 1), &cache), ShapeError);
      }
    }
  }
}

TEST_CASE("GPT: dropout in training alone, and the same after its calls are set back") {
  GPTOptions options = small();
  options.dropout = 0.3;
  options.dropout_seed = 5;
  PythonRandom random(1);
  GPT gpt(options, random);
  const Indices tokens = some_tokens(2, 8, 7);
  const Tensor first = gpt(tokens), second = gpt(tokens);
  CHECK(gpt.dropout_calls() == 2);
  CHECK(largest_difference(first, second) > 1e-3);
  gpt.set_dropout_calls(0);
  CHECK(largest_difference(gpt(tokens), first) == 0);
  CHECK(largest_difference(gpt(tokens), second) == 0);
  gpt.eval();
  CHECK(largest_difference(gpt(tokens), gpt(tokens)) == 0);
  CHECK(gpt.dropout_calls() == 2);
}

TEST_CASE("GPT options: as text and back, and what is refused") {
  GPTOptions options = microgpt_options(27);
  options.hidden = 40;
  options.positions = Positions::rotary;
  const auto text = gpt_options_to_text(options);
  CHECK(gpt_options_to_text(gpt_options_from_text(text, "f")) == text);
  CHECK(text.at("gpt.hidden") == "40");
  CHECK(gpt_options_to_text(small()).at("gpt.hidden") == "default");
  for (const char* const name : {"gpt.n_head_kv", "gpt.norm_epsilon", "gpt.rotary_base"}) {
    CHECK(text.count(name) == 0);  // files of before, and for programs of before
  }
  const std::map<std::string, std::string> all = {
      {"gpt.vocab_size", "9"},   {"gpt.block_size", "6"},       {"gpt.n_layer", "2"},
      {"gpt.n_head", "4"},       {"gpt.n_head_kv", "2"},        {"gpt.n_embd", "8"},
      {"gpt.ffn", "swiglu"},     {"gpt.hidden", "12"},          {"gpt.norm", "layer"},
      {"gpt.norm_gain", "yes"},  {"gpt.norm_epsilon", "1e-06"}, {"gpt.norm_embedding", "yes"},
      {"gpt.norm_final", "yes"}, {"gpt.positions", "rotary"},   {"gpt.rotary_base", "500000"},
      {"gpt.bias", "yes"},       {"gpt.tied", "yes"},
  };
  const GPTOptions read = gpt_options_from_text(all, "f");
  CHECK(gpt_options_to_text(read) == all);
  CHECK(read.n_layer == 2);
  CHECK(read.n_head_kv == 2);
  CHECK(read.norm_epsilon == 1e-6);
  CHECK(read.rotary_base == 5e5);
  const auto refused = [&](const std::string& name, const std::string& value,
                           const std::string& message) {
    auto changed = text;
    changed[name] = value;
    check_error<Error>(message, [&] { gpt_options_from_text(changed, "f"); });
  };
  refused("gpt.n_layer", "4x", "f: \"gpt.n_layer\" is \"4x\"; expected a whole number");
  refused("gpt.norm", "batch", "f: \"gpt.norm\" is \"batch\"; expected layer or rms");
  refused("gpt.positions", "alibi",
          "f: \"gpt.positions\" is \"alibi\"; expected learned or rotary");
  refused("gpt.tied", "true", "f: \"gpt.tied\" is \"true\"; expected yes or no");
  refused("gpt.n_layer", "0", "f: n_layer 0; expected at least 1");
  refused("gpt.n_head_kv", "3",
          "f: n_head_kv 3 and n_head 4; expected an n_head_kv that divides n_head");
  refused("gpt.norm_epsilon", "-1",
          "f: norm_epsilon -1; expected a finite number of 0 or more. Try: 1e-5");
  refused("gpt.norm_epsilon", "1x", "f: \"gpt.norm_epsilon\" is \"1x\"; expected a number");
  refused("gpt.rotary_base", "0", "f: rotary_base 0; expected a finite number above 0. Try: 1e4");
  refused(
      "gpt.color", "red",
      "f: an unknown \"gpt.color\"; expected the options of a GPT. Try: a newer version of this "
      "library");
  auto without = text;
  without.erase("gpt.norm");
  check_error<Error>(
      "f: no \"gpt.norm\"; expected all options of a GPT. Try: a file that "
      "train_gpt wrote",
      [&] { gpt_options_from_text(without, "f"); });
}

TEST_CASE("GPT: what it refuses") {
  const auto refused = [](const std::string& message, auto change) {
    GPTOptions options = small();
    change(options);
    check_error<UsageError>(message, [&] {
      PythonRandom random(1);
      GPT gpt(options, random);
    });
  };
  refused(
      "GPT: n_embd 65 is not divisible by n_head 4; expected a multiple of it. Try: n_embd 64 or "
      "68",
      [](GPTOptions& o) { o.n_embd = 65, o.n_head = 4; });
  refused("GPT: vocab_size 0; expected at least 1", [](GPTOptions& o) { o.vocab_size = 0; });
  refused(
      "GPT: rotary positions with 3 channels a head; expected an even number: they are rotated "
      "in pairs. Try: another n_head or n_embd",
      [](GPTOptions& o) { o.positions = Positions::rotary, o.n_embd = 6; });
  refused("GPT: dropout 1; expected 0 <= dropout < 1. Try: 0.1",
          [](GPTOptions& o) { o.dropout = 1; });
  refused("GPT: init_std inf; expected a finite number of 0 or more. Try: 0.02",
          [](GPTOptions& o) { o.init_std = HUGE_VAL; });
  refused(
      "feed_forward: \"mish\"; expected one of relu gelu gelu_tanh silu relu2 glu bilinear "
      "reglu geglu swiglu holo_gate_flow holo_gate_flow_lite. Try: gelu",
      [](GPTOptions& o) { o.ffn = "mish"; });
  refused(
      "feed_forward: hidden 8 for holo_gate_flow; expected no hidden: C determines its size. Try: "
      "no hidden, or another layer",
      [](GPTOptions& o) { o.ffn = "holo_gate_flow", o.hidden = 8; });
  PythonRandom random(1);
  GPT gpt(small(), random);
  check_error<ShapeError>(
      "GPT: tokens [1,9]; expected [B, T] with T from 1 to 8. Try: the last "
      "block_size tokens of a longer text",
      [&] { gpt(some_tokens(1, 9, 1)); });
  CHECK_THROWS_AS(gpt(Indices({1, 2}, {3, 11})), ShapeError);
  CHECK_THROWS_AS(gpt(Indices({1, 0}, {})), ShapeError);
  CHECK_THROWS_AS(gpt(Indices({1, 2, 3})), ShapeError);
}

}  // namespace gpt_test
