// replayed_logits_test.cpp: texts by a Replay for each length are those of the model with a cache,
// bit for bit, whatever it is made of, and whatever has happened to its parameters between two.
#include "holo/replayed_logits.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "error_of.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/profiler.h"
#include "holo/sampling.h"

namespace replayed_logits_test {
namespace {

using namespace holo;

GPTOptions options_with(const std::string& ffn, Positions positions) {
  return {.vocab_size = 11,
          .block_size = 8,
          .n_layer = 2,
          .n_head = 2,
          .n_embd = 8,
          .ffn = ffn,
          .positions = positions,
          .dropout = 0.3,
          .init_std = 0.5};
}

// The logits of the model with a cache, which reads one token after the other.
std::vector<real> eager(GPT& model, const std::vector<Index>& tokens) {
  const NoGrad no_grad;
  model.eval();
  GPTCache cache;
  Tensor logits;
  for (const Index token : tokens) logits = model(Indices({1, 1}, {token}), cache);
  return logits.to_vector();
}

void train_a_step(GPT& model, AdamW& optimizer) {
  model.train();
  optimizer.zero_grad();
  const Indices tokens({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  model.loss(tokens, tokens).backward();
  optimizer.step();
}

}  // namespace

TEST_CASE("replayed logits: the bits of the model with a cache, before, in and after a training") {
  for (const char* const ffn : {"gelu", "swiglu", "holo_gate_flow"}) {
    for (const Positions positions : {Positions::learned, Positions::rotary}) {
      CAPTURE(ffn);
      CAPTURE(kind_name(positions));
      PythonRandom random(1);
      GPT model(options_with(ffn, positions), random);
      AdamW optimizer(model.parameters(), 0.1);
      ReplayedLogits logits(model);
      const std::vector<Index> first = {3, 1, 4, 1, 5, 9, 2, 6}, second = {3, 1, 10, 0, 0, 7};
      for (int step = 0; step < 3; ++step) {
        for (const std::vector<Index>& text : {first, second}) {
          for (std::size_t n = 1; n <= text.size(); ++n) {
            const std::vector<Index> tokens(text.begin(), text.begin() + std::ptrdiff_t(n));
            CHECK(logits(tokens) == eager(model, tokens));
          }
        }
        CHECK(logits(first) == eager(model, first));  // from the first token on
        logits({5, 1});
        CHECK(logits({3, 1, 4}) == eager(model, {3, 1, 4}));  // longer by one, of another text
        train_a_step(model, optimizer);
        CHECK(model.parameters()[0].grad().defined());
      }
      CHECK(logits.size() == 8);
      const Tensor grad = model.parameters()[0].grad();
      const std::vector<real> before = grad.to_vector();
      logits(first);
      CHECK(model.parameters()[0].grad().to_vector() == before);
    }
  }
}

TEST_CASE("replayed logits: generate() draws the same tokens") {
  PythonRandom random(1), mine(7), others(7);
  GPT model(options_with("relu2", Positions::learned), random);
  ReplayedLogits logits(model);
  for (int text = 0; text < 20; ++text) {
    const std::vector<Index> tokens = generate(std::ref(logits), {0}, 12, 0, {}, mine);
    CHECK(tokens == generate(model, {0}, 12, 0, {}, others));  // some longer than a block
  }
  CHECK(model.training());
}

TEST_CASE("replayed logits: longer texts than may be recorded go on in the usual way") {
  PythonRandom random(1);
  GPT model(options_with("gelu", Positions::rotary), random);
  ReplayedLogits logits(model, 10000);
  const std::vector<Index> text = {3, 1, 4, 1, 5, 9, 2, 6};
  for (int again = 0; again < 2; ++again) {
    for (std::size_t n = 1; n <= text.size(); ++n) {
      const std::vector<Index> tokens(text.begin(), text.begin() + std::ptrdiff_t(n));
      CHECK(logits(tokens) == eager(model, tokens));
    }
  }
  CHECK(logits.size() > 0);
  CHECK(logits.size() < text.size());
}

TEST_CASE("replayed logits: what is refused leaves the next text as it should be") {
  PythonRandom random(1);
  GPT model(options_with("gelu", Positions::learned), random);
  ReplayedLogits logits(model);
  check_error<UsageError>("ReplayedLogits: no tokens; expected at least one. Try: BOS",
                          [&] { logits({}); });
  logits({1, 2});
  CHECK_THROWS_AS(logits({1, 2, 11}), ShapeError);
  CHECK_THROWS_AS(logits({1, 11}), ShapeError);
  CHECK(logits({1, 2}) == eager(model, {1, 2}));
  {
    const Profiler profiler;
    check_error_with<Error>("Replay::run: an observer of this thread", [&] { logits({1}); });
  }
  CHECK(logits({1}) == eager(model, {1}));
}

}  // namespace replayed_logits_test
