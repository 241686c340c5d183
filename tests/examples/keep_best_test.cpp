// keep_best_test.cpp: beside the last checkpoint lies the one with the lowest validation loss, of
// the whole run, wherever it was stopped and resumed.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "examples/tiny_run.h"
#include "gpt/saved_run.h"
#include "gpt/training/train_run.h"
#include "holo/checkpoint.h"
#include "holo/data.h"

namespace keep_best_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;

// A training whose validation loss goes up and down.
struct Restless : TinyTraining {
  Restless() {
    settings.learning_rate = 0.2;
    settings.eval_every = 1;
    settings.keep_best = true;
    settings.steps = 10;
    settings.out = folder.name("run.safetensors");
  }
  std::string best() const { return folder.name("run.best.safetensors"); }
};

struct Lowest {
  Index step = 0;
  double loss = HUGE_VAL;
};
Lowest lowest_of(const TrainingLog& log, Index last) {
  Lowest found;
  for (const LogRow& row : log.rows()) {
    if (row.step <= last && row.validation_loss < found.loss)
      found = {row.step, row.validation_loss};
  }
  return found;
}

SavedRun saved(const std::string& path) {
  return saved_run_of(CheckpointFile(path).metadata(), path);
}

}  // namespace

TEST_CASE("keep best: the file beside that of --out") {
  CHECK(best_file_of("gpt.safetensors") == "gpt.best.safetensors");
  CHECK(best_file_of("a/b.c/gpt.safetensors") == "a/b.c/gpt.best.safetensors");
  CHECK(best_file_of("gpt") == "gpt.best");
  CHECK(best_file_of(".safetensors") == ".safetensors.best");
  CHECK(best_file_of("gpt.safetensors.old") == "gpt.safetensors.old.best");
}

TEST_CASE("keep best: the checkpoint of the lowest validation loss, and the last one") {
  const Restless tiny;
  TinyRun run(tiny.settings);
  CHECK(run.train() == End::finished);
  const Lowest lowest = lowest_of(*run.log, 10);
  REQUIRE(lowest.step > 1);
  REQUIRE(lowest.step < 10);
  const SavedRun best = saved(tiny.best()), last = saved(tiny.settings.out);
  CHECK(best.step == lowest.step);
  CHECK(last.step == 10);
  for (const SavedRun* one : {&best, &last}) {
    REQUIRE(one->best);
    CHECK(one->best->step == lowest.step);
    CHECK(one->best->loss == lowest.loss);
  }
  CHECK(contains(run.printed, ", kept in " + tiny.best() + "\n"));

  TrainSettings until = tiny.settings;
  until.stop_after = lowest.step;
  until.keep_best = false;
  until.out = tiny.folder.name("until.safetensors");
  TinyRun same(until);
  same.train();
  const auto numbers = [&](const std::string& path) {
    const Dataset data = tiny.data();
    Trainer trainer(tiny.settings, data);
    trainer.resume(path, false);
    return numbers_of(trainer.model());
  };
  CHECK(distance(numbers(tiny.best()), numbers(until.out)) == 0);
  CHECK_FALSE(std::filesystem::exists(best_file_of(until.out)));
  CHECK_FALSE(saved(until.out).best);
}

TEST_CASE("keep best: stopped after any step and resumed, the same two files") {
  const Restless whole;
  TinyRun(whole.settings).train();
  for (Index k = 1; k < 10; ++k) {
    const Restless part;
    TrainSettings s = part.settings;
    s.stop_after = k;
    TinyRun(s).train();
    s.stop_after = 0;
    TinyRun(s, s.out).train();
    // The settings name no files, so that the bytes are the same.
    CHECK(read_file(part.settings.out) == read_file(whole.settings.out));
    CHECK(read_file(part.best()) == read_file(whole.best()));
  }
}

TEST_CASE("keep best: killed between the best one and the last one, the same two files") {
  const Restless whole;
  TinyRun all(whole.settings);
  all.train();
  const Restless part;
  TrainSettings s = part.settings;
  s.stop_after = 1;
  TinyRun(s).train();
  const std::string early = part.folder.name("early.safetensors");
  std::filesystem::copy_file(s.out, early);
  s.stop_after = lowest_of(*all.log, 10).step + 1;
  TinyRun(s, s.out).train();
  std::filesystem::copy_file(early, s.out, std::filesystem::copy_options::overwrite_existing);
  s.stop_after = 0;
  TinyRun(s, s.out).train();
  CHECK(read_file(s.out) == read_file(whole.settings.out));
  CHECK(read_file(part.best()) == read_file(whole.best()));
}

TEST_CASE("keep best: a part of the run without it leaves the file, and what is known of it") {
  const Restless tiny;
  TinyRun whole(tiny.settings);
  whole.train();
  const std::string path = tiny.best();
  TrainSettings s = tiny.settings;
  s.stop_after = 2;
  TinyRun(s).train();
  const std::string bytes = read_file(path);
  const Index kept = saved(path).step;
  s.keep_best = false;
  s.stop_after = 7;
  TinyRun(s, s.out).train();
  CHECK(read_file(path) == bytes);
  REQUIRE(saved(s.out).best);
  CHECK(saved(s.out).best->step == kept);
  s.keep_best = true;
  s.stop_after = 0;
  TinyRun(s, s.out).train();
  const Lowest late = lowest_of(*whole.log, 10);
  CHECK((saved(path).step == kept || saved(path).step >= late.step));
}

TEST_CASE("keep best: the first validation of a new run replaces what an older run left") {
  const Restless tiny;
  TinyRun(tiny.settings).train();
  TrainSettings s = tiny.settings;
  s.learning_rate = 0;
  s.stop_after = 3;
  TinyRun(s).train();
  CHECK(saved(tiny.best()).step == 1);  // and no later one, which is as good
}

TEST_CASE("keep best: what a file may say of it") {
  SavedRun run;
  run.model = microgpt_options(4);
  CHECK_FALSE(saved_run_of(metadata_of(run), "file").best);
  run.best = {12, 2.3456789012345678};
  SafetensorsMetadata metadata = metadata_of(run);
  const SavedRun back = saved_run_of(metadata, "file");
  REQUIRE(back.best);
  CHECK(back.best->step == 12);
  CHECK(back.best->loss == 2.3456789012345678);
  for (const char* wrong : {"", "x", "nan", "inf", "1e999", "2.0 "}) {
    metadata["best_loss"] = wrong;
    CHECK(message_of([&] { saved_run_of(metadata, "file"); }) ==
          std::string("file: \"best_loss\" is '") + wrong + "'; expected a number");
  }
  metadata["best_loss"] = "2";
  metadata["best_step"] = "-1";
  CHECK(contains(message_of([&] { saved_run_of(metadata, "file"); }), "\"step\" is '-1'"));
}

}  // namespace keep_best_test
