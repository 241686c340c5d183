// live_test.cpp: the GPT that a page of the book trains a few steps at a time.
#include "support/live/live_model.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gpt/layouts/json.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "support/corpus.h"
#include "support/name_batch.h"

using namespace holo;

namespace {

Json asked(LiveSession& session, const Question& question) {
  const std::string text = session.ask(question);
  CAPTURE(text);
  const Json answer = parse_json(text, "answer");
  CHECK(answer.find("error") == nullptr);
  return answer;
}

std::vector<double> numbers(const Json& answer, const char* name) {
  std::vector<double> all;
  for (const Json& item : answer[name].items()) all.push_back(item.number());
  return all;
}

std::string error_of(LiveSession& session, const Question& question) {
  return parse_json(session.ask(question), "answer")["error"].text();
}

}  // namespace

TEST_CASE("live gpt: its losses are those of the loop of chapter 17") {
  LiveSession session;
  const Json about = asked(session, {"gpt", "42"});
  CHECK(about["letters"].items().size() == 27);
  CHECK(about["held_out"].number() == 200);
  const std::vector<double> losses = numbers(asked(session, {"steps", "3"}), "losses");

  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  GPT model({.vocab_size = corpus.tokenizer.vocab_size(),
             .block_size = 16,
             .n_layer = 1,
             .n_head = 2,
             .n_embd = 32,
             .ffn = "swiglu",
             .norm = Norm::rms,
             .bias = false,
             .tied = false},
            random);
  CHECK(about["parameters"].number() == static_cast<double>(model.parameter_count()));
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.01, {.beta2 = 0.99});
  const CosineSchedule rate(0.01, 2000, 50, 0.001);
  REQUIRE(losses.size() == 3);
  for (std::size_t step = 0; step < 3; ++step) {
    const NameBatch names = name_batch(corpus, 32 * step, 32);
    optimizer.set_learning_rate(rate(static_cast<Index>(step)));
    optimizer.zero_grad();
    const Tensor loss = model.loss(names.tokens, names.targets);
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
    CHECK(losses[step] == doctest::Approx(static_cast<double>(loss.item())).epsilon(1e-5));
  }
}

TEST_CASE("live gpt: it learns, and what it says of a word is a distribution") {
  LiveSession session;
  asked(session, {"gpt", "1"});
  const double before = asked(session, {"steps", "1"})["held_out"].number();
  const double after = asked(session, {"steps", "60"})["held_out"].number();
  CHECK(before > 3.2);  // log 27 is 3.2958
  CHECK(after < before - 0.4);
  double sum = 0;
  for (const double p : numbers(asked(session, {"next", "emm"}), "p")) sum += p;
  CHECK(sum == doctest::Approx(1).epsilon(1e-4));
  CHECK(asked(session, {"names", "4", "0.7"})["names"].items().size() == 4);

  const Json attention = asked(session, {"attention", "emm"});
  CHECK(attention["heads"].number() == 2);
  CHECK(attention["positions"].number() == 4);
  const std::vector<double> weights = numbers(attention, "weights");
  REQUIRE(weights.size() == 2 * 4 * 4);
  for (std::size_t row = 0; row < 8; ++row) {
    double whole = 0;
    for (std::size_t s = 0; s < 4; ++s) {
      whole += weights[4 * row + s];
      if (s > row % 4) CHECK(weights[4 * row + s] == 0);
    }
    CHECK(whole == doctest::Approx(1).epsilon(1e-4));
  }
}

TEST_CASE("live gpt: a text of the reader's, a document a line") {
  LiveSession session;
  const Json about = asked(session, {"gpt", "7", "anna\notto\n\"x\"\n"});
  CHECK(about["documents"].number() == 3);
  CHECK(about["held_out"].number() == 0);
  CHECK(about["letters"].items().front().text() == "\"");
  CHECK(asked(session, {"steps", "2"})["held_out"].is_null());
}

TEST_CASE("live: a question that fails is an error and changes nothing") {
  LiveSession session;
  CHECK(error_of(session, {}) == "question: \"\"; expected gpt, which begins a model");
  CHECK(error_of(session, {"steps", "1"}) ==
        "question: \"steps\"; expected gpt, which begins a model");
  CHECK(error_of(session, {"gpt", "-1"}) ==
        "gpt: \"-1\"; expected a whole number from 0 to 1000000000");
  CHECK(error_of(session, {"gpt", "1", std::string(100'001, 'a')}) ==
        "text: 100001 bytes; expected at most 100,000");
  CHECK(error_of(session, {"gpt", "1", "\xff"}).starts_with("text: "));
  asked(session, {"gpt", "1"});
  CHECK(error_of(session, {"steps", "0"}) ==
        "steps: \"0\"; expected a whole number from 1 to 1000");
  CHECK(error_of(session, {"steps"}) == "steps: \"\"; expected a whole number from 1 to 1000");
  CHECK(error_of(session, {"names", "1", "x"}) == "names: \"x\"; expected a number");
  CHECK(error_of(session, {"names", "1", "0"}).find("temperature") != std::string::npos);
  CHECK(error_of(session, {"next", "abcdefghijklmnop"}) == "next: 16 letters; expected at most 15");
  CHECK(error_of(session, {"next", "a b"}) != "");
  CHECK(error_of(session, {"surface", "3", "1"}) ==
        "question: \"surface\"; expected about, steps, names, next or attention");
  CHECK(asked(session, {"steps", "1"})["step"].number() == 1);
}
