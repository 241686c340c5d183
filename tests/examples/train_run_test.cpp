// train_run_test.cpp: the loop of a training does what is due, and when: rows of the log,
// validation losses, samples, checkpoints; where it ends, what was learned is kept.
#include "gpt/training/train_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "gpt/saved_run.h"
#include "holo/checkpoint.h"
#include "holo/data.h"
#include "text/texts.h"

namespace train_run_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;

// A run with everything it needs; `printed` has its output.
struct TinyRun {
  explicit TinyRun(const TrainSettings& s, const std::string& resume = "")
      : settings(s), data(s.data), trainer(settings, data) {
    if (!resume.empty()) trainer.resume(resume);
    log.emplace(settings.log, trainer.step());
    run.emplace(settings, data, trainer, *log);
  }
  End train() {
    const Captured out(1);
    const End end = run->train();
    printed = out.text();
    return end;
  }
  std::string samples(Index count) {
    const Captured out(1);
    run->print_samples(count);
    return out.text();
  }

  TrainSettings settings;
  Dataset data;
  Trainer trainer;
  std::optional<TrainingLog> log;
  std::optional<TrainRun> run;
  std::string printed;
};

// Steps of a log with a validation loss.
std::vector<Index> validated(const TrainingLog& log) {
  std::vector<Index> steps;
  for (const LogRow& row : log.rows()) {
    if (!std::isnan(row.validation_loss)) steps.push_back(row.step);
  }
  return steps;
}

SavedRun saved(const std::string& path) {
  return saved_run_of(CheckpointFile(path).metadata(), path);
}
Index saved_step(const std::string& path) { return saved(path).step; }

// Notes after each step which one is on the disk; 0: none.
struct Watched : TrainRun {
  using TrainRun::TrainRun;
  int after_step(const StepResult& result, double seconds, const Interrupt& interrupt) override {
    const int signal = TrainRun::after_step(result, seconds, interrupt);
    saved_steps.push_back(std::filesystem::exists(out) ? saved_step(out) : 0);
    return signal;
  }
  std::string out;
  std::vector<Index> saved_steps;
};

}  // namespace

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
  CHECK(count(run.printed, "validation loss") == 3);
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

  s.data.files = {tiny.folder.write("controls", std::string(200, '\x1B'))};
  s.data.form = TextForm::running;
  s.steps = 8;
  const std::string texts = TinyRun(s).samples(9);
  CHECK(count(texts, "---- sample ") == 9);
  CHECK(contains(texts, "\\x1B"));
  CHECK_FALSE(contains(texts, "\x1B"));
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
  CHECK(count(run.printed, "it was lowest") == 1);
  CHECK(run.printed.find(told) > run.printed.find("step 9: "));
}

TEST_CASE("train run: --stop-after counts the steps of this call, up to the last one") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.stop_after = 3;
  TinyRun first(s);
  CHECK(first.train() == End::stopped);
  CHECK(first.trainer.step() == 3);
  CHECK(saved_step(s.out) == 3);
  CHECK(validated(*first.log).empty());
  CHECK(contains(first.printed, "3 steps in "));
  TinyRun second(s, s.out);
  CHECK(second.train() == End::stopped);
  CHECK(second.trainer.step() == 6);
  CHECK(second.log->rows().front().step == 4);
  CHECK(contains(second.printed, "3 steps in "));
  TinyRun third(s, s.out);
  CHECK(third.train() == End::finished);
  CHECK(saved_step(s.out) == 8);
  CHECK(contains(third.printed, "2 steps in "));
}

TEST_CASE("train run: a checkpoint every --save-every steps, and one at the end") {
  const std::pair<Index, std::vector<Index>> rows[] = {
      {0, {0, 0, 0, 0, 0, 0, 0, 0}}, {1, {1, 2, 3, 4, 5, 6, 7, 8}}, {3, {0, 0, 3, 3, 3, 6, 6, 6}}};
  for (const auto& [save_every, saved_steps] : rows) {
    TinyTraining tiny;
    tiny.settings.save_every = save_every;
    tiny.settings.out = tiny.folder.name("run");
    TinyRun made(tiny.settings);
    Watched run(made.settings, made.data, made.trainer, *made.log);
    run.out = tiny.settings.out;
    const Captured out(1);
    run.train();
    CHECK(run.saved_steps == saved_steps);
    CHECK(saved_step(run.out) == 8);
  }
}

TEST_CASE("train run: the last step is saved once, and nothing without --out") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.save_every = 4;
  TinyRun run(s);
  run.train();
  CHECK(saved_step(s.out) == 8);
  const auto mark = std::filesystem::last_write_time(s.out) - std::chrono::hours(1);
  std::filesystem::last_write_time(s.out, mark);
  CHECK(run.train() == End::finished);  // no step more: no write more
  CHECK(std::filesystem::last_write_time(s.out) == mark);
  s.out = "";
  s.save_every = 0;
  const std::size_t files = tiny.folder.count();
  TinyRun kept_nowhere(s);
  CHECK(kept_nowhere.train() == End::finished);
  CHECK(tiny.folder.count() == files);
}

}  // namespace train_run_test
