// ranks_test.cpp: one rank speaks, a failure of one ends all with one message, and what all must
// have alike is compared.
#include "gpt/training/ranks.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "environment_setting.h"
#include "examples/tiny_training.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/threads.h"
#include "message_of.h"
#include "support/command_line.h"
#include "temporary_folder.h"
#include "text/texts.h"

namespace ranks_test {
namespace {

using namespace holo;
using namespace tiny_training;

// Rank `mine` of several; the parts of the others came to `others`, or to what its own did.
class SomeProcesses final : public Processes {
 public:
  explicit SomeProcesses(int number = 0, std::vector<std::string> texts = {"+"})
      : mine(number), others(std::move(texts)) {}
  int rank() const override { return mine; }
  int size() const override { return static_cast<int>(others.size()) + 1; }
  std::vector<std::string> gather(const std::string& text) override {
    std::vector<std::string> all = alike ? std::vector(others.size(), text) : others;
    all.insert(all.begin() + mine, text);
    return all;
  }
  void start(const Bucket&) override {}
  void finish() override {}
  [[noreturn]] void stop(int code) override { throw code; }

  int mine;
  std::vector<std::string> others;
  bool alike = false;
};

// What the process prints goes into files while this lives.
class Printed {
 public:
  Printed() {
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
      before_[descriptor - 1] = ::dup(descriptor);
      std::fflush(file(descriptor));
      FILE* const to = std::fopen(name(descriptor).c_str(), "w");
      REQUIRE(to != nullptr);
      ::dup2(::fileno(to), descriptor);
      std::fclose(to);
    }
  }
  ~Printed() {
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
      std::fflush(file(descriptor));
      ::dup2(before_[descriptor - 1], descriptor);
      ::close(before_[descriptor - 1]);
    }
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  std::string on(int descriptor) const {
    std::fflush(file(descriptor));
    return folder_.read(std::to_string(descriptor));
  }

 private:
  static FILE* file(int descriptor) { return descriptor == STDOUT_FILENO ? stdout : stderr; }
  std::string name(int descriptor) const { return folder_.name(std::to_string(descriptor)); }
  TemporaryFolder folder_;
  int before_[2];
};

std::string with(std::string facts, const std::string& name, const std::string& value) {
  const std::string zero(1, '\0');
  std::size_t at = facts.find(zero + name + zero);
  REQUIRE(at != std::string::npos);
  at += name.size() + 2;
  return facts.replace(at, facts.find('\0', at) - at, value);
}

std::string disagreement(const std::vector<std::string>& facts) {
  return texts::message_of([&] { check_agreement(facts); });
}

}  // namespace

TEST_CASE("ranks: the first one prints, the others do not, and speak when they alone failed") {
  std::string out[2], err[2];
  for (int mine = 0; mine < 2; ++mine) {
    const Printed printed;
    SomeProcesses processes(mine);
    Ranks ranks(processes);
    std::fputs("told", stdout);
    std::fputs("warned", stderr);
    message_of(
        [&] { ranks.together([]() -> std::string { throw Error("here", "bad", "good"); }); });
    std::fputs(" at the end", stderr);
    out[mine] = printed.on(STDOUT_FILENO), err[mine] = printed.on(STDERR_FILENO);
  }
  CHECK(out[0] == "told");
  CHECK(err[0] == "warnedrank 0:  at the end");
  CHECK(out[1] == "");
  CHECK(err[1] == "rank 1:  at the end");
}

TEST_CASE("ranks: the first that failed says why, the others only that it has") {
  const auto work = [] { return std::string("text"); };
  std::string message, err;
  {
    const Printed printed;
    SomeProcesses processes(0, {"2", "1"});
    Ranks ranks(processes);
    message = message_of([&] { ranks.together(work); });
    std::fputs("more", stderr);
    err = printed.on(STDERR_FILENO);
  }
  CHECK(message == "rank 1: has failed; expected no failure");
  CHECK(err == "");
}

TEST_CASE("ranks: the first one alone has files to write; those of a machine share its threads") {
  struct Before {
    int threads = num_threads();
    ~Before() { set_num_threads(threads); }
  } const before;
  set_num_threads(6);
  TrainSettings given;
  given.out = "a", given.log = "b", given.plot = "c", given.save_tokenizer = "d";
  given.progress = ProgressMode::bar;
  const auto settings = [&given](int mine, bool one_machine) {
    const Printed printed;
    SomeProcesses processes(mine, {"+", "+"});
    processes.alike = one_machine;
    const Ranks ranks(processes);
    return settings_of_rank(given, ranks);
  };
  const auto files = [](const TrainSettings& s) {
    return s.out + s.log + s.plot + s.save_tokenizer;
  };
  const EnvironmentSetting of_user("OMP_NUM_THREADS", "5");
  CHECK(settings(0, true).threads == 0);
  ::unsetenv("OMP_NUM_THREADS");
  for (const int mine : {0, 1, 2}) {
    const TrainSettings together = settings(mine, true);
    CHECK(together.threads == std::max(1, num_threads() / 3));
    CHECK(together.processes_here == 3);
    CHECK(files(together) == (mine == 0 ? "abcd" : ""));
    CHECK((together.progress == ProgressMode::bar) == (mine == 0));
    CHECK(settings(mine, false).threads == 0);
    CHECK(settings(mine, false).processes_here == 1);
  }
  given.threads = 4;
  CHECK(settings(1, true).threads == 4);
}

TEST_CASE("ranks: help that one asks for is an error of all, help that all ask for is help") {
  SomeProcesses processes;
  Ranks ranks(processes);
  const auto help = []() -> std::string { throw HelpRequested{"usage"}; };
  const auto work = [] { return std::string("text"); };
  CHECK(ranks.together(work) == std::vector<std::string>{"text", ""});
  processes.others = {"0"};
  CHECK_THROWS_AS(ranks.together(help), HelpRequested);
  CHECK(message_of([&] { ranks.together(work); }) ==
        "--help: on rank 1, not on all ranks; expected all or none");
  for (const char* const other : {"+", "1", "2"}) {
    processes.others = {other};
    CHECK(message_of([&] { ranks.together(help); }) ==
          "--help: on rank 0, not on all ranks; expected all or none");
  }
}

TEST_CASE("agreement: what differs is named, with the first rank that has it otherwise") {
  TinyTraining tiny;
  tiny.settings.values = {{"seed", "7"}, {"batch", "3"}, {"data", "here/words"}};
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data);
  const std::string facts = facts_of(tiny.settings, data, trainer);
  CHECK(disagreement({facts}).empty());
  CHECK(disagreement({facts, facts, facts}).empty());
  CHECK(disagreement({facts, facts, with(facts, "--seed", "8")}) ==
        "UsageError: --seed: 7 on rank 0, 8 on rank 2; expected the same on all ranks");
  CHECK(disagreement({facts, with(facts, "number type", "real = half")})
            .find("real = half on rank 1") != std::string::npos);
  CHECK(disagreement({facts, with(facts, "data", "0123")})
            .find("data: " + data.hash() + " on rank 0, 0123") != std::string::npos);
  CHECK(disagreement({facts, with(facts, "step", "4")}) ==
        "UsageError: step: 0 on rank 0, 4 on rank 1; expected the same on all ranks");
  CHECK(disagreement({facts, with(facts, "processor", "vectors of 8 bits")})
            .find("Try: the same ARCH on all") != std::string::npos);
  CHECK(
      disagreement({facts, facts.substr(0, facts.find("--seed") + 3)}).find("nothing on rank 1") !=
      std::string::npos);
}

TEST_CASE("agreement: names of files may differ, parameters may not") {
  TinyTraining tiny;
  tiny.settings.values = {{"data", "here/words"}};
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data), other(tiny.settings, data);
  TrainSettings elsewhere = tiny.settings;
  elsewhere.values = {{"data", "there/words"}};
  const std::string facts = facts_of(tiny.settings, data, trainer);
  CHECK(disagreement({facts, facts_of(elsewhere, data, other)}).empty());
  const NoGrad no_grad;
  other.model().parameters()[0].add_(full(other.model().parameters()[0].shape(), real(1e-3)));
  const std::string message = disagreement({facts, facts_of(elsewhere, data, other)});
  CHECK(message.rfind("UsageError: parameters: ", 0) == 0);
}

}  // namespace ranks_test
