// train_run_test.cpp: the loop of a training does what is due, and when: a row of the log for each
// step, validation losses and samples. Checkpoints are in train_run_saves_test.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "examples/tiny_run.h"

namespace train_run_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// A training whose clock sees steps of these seconds.
struct Clocked : TrainRun {
  using TrainRun::TrainRun;
  int after_step(const StepResult& result, double, const Interrupt& interrupt) override {
    return TrainRun::after_step(result, seconds, interrupt);
  }
  double seconds = 0;
};

}  // namespace

TEST_CASE("train run: where the clock sees no time pass, rates are 0, and the log can go on") {
  for (const double seconds : {0.0, -1e9}) {
    TinyTraining tiny;
    TrainSettings& s = tiny.settings;
    s.log = tiny.folder.name("log.csv");
    TinyRun made(s);
    Clocked run(made.settings, made.data, made.trainer, *made.log);
    run.seconds = seconds;
    const Captured out(1);
    CHECK(run.train() == End::finished);
    CHECK(contains(out.text(), " s, 0 tokens/s\n"));
    for (const LogRow& row : made.log->rows()) CHECK(row.tokens_per_second == 0);
    CHECK(TrainingLog(s.log, 8).rows().size() == 8);
  }
}

TEST_CASE("train run: a row for each step, validation where it is due and at the end") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.eval_every = 3;
  s.learning_rate = 0.03;
  TinyRun run(s);
  const Dataset data = tiny.data();
  Trainer alone(s, data);
  CHECK(run.train() == End::finished);
  const std::vector<LogRow>& rows = run.log->rows();
  REQUIRE(rows.size() == 8);
  for (Index step = 1; step <= 8; ++step) {
    const StepResult result = alone.train_step();
    const LogRow& row = rows[static_cast<std::size_t>(step - 1)];
    CHECK(row.step == step);
    CHECK(row.loss == result.loss);
    CHECK(row.learning_rate == result.learning_rate);
    CHECK(row.gradient_norm == result.gradient_norm);
    CHECK(row.tokens_per_second > 0);
    if (std::isnan(row.validation_loss)) continue;
    CHECK(row.validation_loss == alone.validation_loss());
    CHECK(contains(run.printed,
                   fmt::format("step {}: validation loss {:.4f}\n", step, row.validation_loss)));
  }
  CHECK(validated(*run.log) == std::vector<Index>{3, 6, 8});
  CHECK(count_of(run.printed, "validation loss") == 3);
  CHECK(contains(run.printed, "8 steps in "));

  s.eval_every = 0;
  TinyRun at_the_end(s);
  at_the_end.train();
  CHECK(validated(*at_the_end.log) == std::vector<Index>{8});
  s.data.validation = 0;
  TinyRun without(s);
  without.train();
  CHECK(validated(*without.log).empty());
  CHECK_FALSE(contains(without.printed, "validation"));
}

TEST_CASE("train run: samples on the way are at most 5, and none at the last step") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.sample_every = 4;
  s.samples = 7;
  TinyRun run(s);
  run.train();
  CHECK(count_of(run.printed, "sample ") == 5);
  CHECK(contains(run.printed, "sample  5: "));
  CHECK(count_of(run.samples(7), "sample ") == 7);
  s.samples = 2;
  TinyRun fewer(s);
  fewer.train();
  CHECK(count_of(fewer.printed, "sample ") == 2);
}

TEST_CASE("train run: samples are numbered texts, those of the training part with a mark") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.steps = 60;
  s.sampling.temperature = 0.5;
  TinyRun run(s);
  run.train();
  const std::string printed = run.samples(20);
  std::string expected;
  int known = 0;
  for (Index i = 0; i < 20; ++i) {
    const std::string text = run.trainer.sample(i);
    known += run.data.is_in_training(text);
    expected +=
        fmt::format("sample {:2}: {}{}\n", i + 1, text, run.data.is_in_training(text) ? " *" : "");
  }
  REQUIRE(known > 0);
  REQUIRE(known < 20);
  CHECK(printed == expected + "(* is in the training data; the others are new)\n");

  s.data.form = TextForm::running;
  s.data.files = {tiny.folder.write("controls", std::string(200, '\x1B'))};
  s.steps = 8;
  TinyRun running(s);
  const std::string texts = running.samples(9);
  CHECK(count_of(texts, "---- sample ") == 9);
  CHECK(contains(texts, "\\x1B"));
  CHECK_FALSE(contains(texts, "\x1B"));
  s.data.form = TextForm::documents;
  s.data.files = {tiny.folder.write("two", "\x1B\x1B\x1B\n\x1B\x1B\n")};
  s.data.validation = 0;
  TinyRun lines(s);
  CHECK(contains(lines.samples(5), "\\x1B"));
  CHECK_FALSE(contains(lines.samples(5), "\x1B"));
}

TEST_CASE("train run: the lowest validation loss is told at the end, when it was long before") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  // What is learned from one part is wrong in the other.
  s.data.files = {tiny.folder.write("parts", std::string(60, 'a') + std::string(20, 'b'))};
  s.data.form = TextForm::running;
  s.eval_every = 2;
  s.steps = 9;
  TinyRun run(s);
  run.train();
  const std::vector<LogRow>& rows = run.log->rows();
  REQUIRE(rows[3].validation_loss > 1.02 * rows[1].validation_loss);
  REQUIRE(rows[8].validation_loss > 1.02 * rows[1].validation_loss);
  const std::string told =
      fmt::format("it was lowest at step 2, {:.4f}: ", rows[1].validation_loss);
  CHECK(contains(run.printed, told));
  CHECK(count_of(run.printed, "it was lowest") == 1);
  CHECK(run.printed.find(told) > run.printed.find("step 9: "));
}

}  // namespace train_run_test
