// train_run_saves_test.cpp: when a training saves and where it ends: --save-every, --stop-after, a
// signal, and what cannot go on; then what was learned is kept.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "examples/tiny_run.h"
#include "gpt/saved_run.h"
#include "holo/checkpoint.h"

namespace train_run_saves_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;

Index saved_step(const std::string& path) {
  return saved_run_of(CheckpointFile(path).metadata(), path).step;
}

// Documents of one letter each, in order; the embedding of the letter of step `step` is NaN, and
// the learning rate is 0: that step fails, and no other one.
struct PoisonedRun {
  PoisonedRun(const TinyTraining& tiny, Index step, Index save_every) {
    TrainSettings s = tiny.settings;
    s.data.files = {tiny.folder.write("letters", "a\nb\nc\nd\ne\nf\n")};
    s.data.validation = 0;
    s.data.shuffle = false;
    s.data.batch_size = s.batch = 1;
    s.learning_rate = 0;
    s.save_every = save_every;
    s.out = tiny.folder.name("poisoned");
    s.steps = 6;
    run.emplace(s);
    const Tensor table = run->trainer.model().token_embedding.weight;
    std::vector<real> values = table.to_vector();
    const Index letter = run->data.batch(step - 1).tokens.values()[1];
    std::fill_n(values.begin() + 8 * letter, 8, std::numeric_limits<real>::quiet_NaN());
    set_parameter(table, values);
  }
  std::optional<TinyRun> run;
};

// From here on nothing can be written through the descriptors that this process has of a file.
void make_unwritable(const std::string& path) {
  struct stat file {};
  struct stat open {};
  REQUIRE(::stat(path.c_str(), &file) == 0);
  const int read_only = ::open("/dev/null", O_RDONLY);
  for (int descriptor = 3; descriptor < 64; ++descriptor) {
    const bool is_open = ::fstat(descriptor, &open) == 0;
    if (!is_open || open.st_ino != file.st_ino || open.st_dev != file.st_dev) continue;
    ::dup2(read_only, descriptor);
  }
  ::close(read_only);
}

}  // namespace

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
  const TinyTraining tiny;
  for (const auto& [save_every, saved] : {std::pair<Index, Index>{1, 4}, {2, 4}, {3, 3}}) {
    PoisonedRun poisoned(tiny, 5, save_every);
    TinyRun& run = *poisoned.run;
    const std::string message = run.error();
    CHECK(contains(message, "step 5: the loss is nan"));
    CHECK(contains(message, fmt::format("{}, of step {}; expected", run.settings.out, saved)));
    CHECK(saved_step(run.settings.out) == saved);
    std::filesystem::remove(run.settings.out);
  }
  PoisonedRun never(tiny, 5, 0);
  CHECK(contains(never.run->error(), "no checkpoint was written"));
  CHECK_FALSE(std::filesystem::exists(never.run->settings.out));
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

TEST_CASE("train run: what was learned is kept when the log takes no more") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.log = tiny.folder.name("log.csv");
  TinyRun run(s);
  make_unwritable(s.log);
  CHECK(contains(run.error(), s.log + ": "));
  CHECK(run.trainer.step() == 1);
  CHECK(saved_step(s.out) == 1);
}

TEST_CASE("train run: a signal ends it after the step, with a checkpoint") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.log = tiny.folder.name("log.csv");
  s.steps = 5000;
  TinyRun run(s);
  const auto header = std::filesystem::file_size(s.log);
  std::atomic<bool> is_over = false;
  std::thread stop([&] {
    while (std::filesystem::file_size(s.log) == header && !is_over) std::this_thread::yield();
    if (is_over) return;
    ::kill(::getpid(), SIGPIPE);  // which no text on stderr follows
  });
  const End end = run.train();
  is_over = true;
  stop.join();
  CHECK(end == End::interrupted);
  CHECK(run.run->signal() == SIGPIPE);
  CHECK(run.trainer.step() >= 1);
  CHECK(run.trainer.step() < s.steps);
  CHECK(saved_step(s.out) == run.trainer.step());
  CHECK(static_cast<Index>(run.log->rows().size()) == run.trainer.step());
}

}  // namespace train_run_saves_test
