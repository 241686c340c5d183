// ranks_test.cpp: one rank speaks, a failure of one ends all with one message, and what all must
// have alike is compared.
#include "gpt/training/ranks.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/threads.h"
#include "support/command_line.h"
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
  void add(const Round&) override {}
  [[noreturn]] void stop(int code) override { throw code; }

  int mine;
  std::vector<std::string> others;
  bool alike = false;
};

std::string with(std::string facts, const std::string& name, const std::string& value) {
  std::size_t at = ("\n" + facts).find("\n" + name + "\t");
  REQUIRE(at != std::string::npos);
  at += name.size() + 1;
  return facts.replace(at, facts.find('\n', at) - at, value);
}

std::string disagreement(const std::vector<std::string>& facts) {
  return texts::message_of([&] { check_agreement(facts); });
}

}  // namespace

TEST_CASE("ranks: the first one prints, and the first that failed says why") {
  const auto fail = []() -> std::string { throw Error("here", "bad", "good"); };
  const auto work = [] { return std::string("text"); };
  // What rank `mine` says, on stdout and on stderr, and throws, when the others came to `others`.
  const auto ending = [&](int mine, const std::vector<std::string>& others,
                          const std::function<std::string()>& part) {
    const Captured out(1), err(2);
    SomeProcesses processes(mine, others);
    Ranks ranks(processes);
    std::fputs("told", stdout);
    std::fputs("warned", stderr);
    const std::string message = message_of([&] { ranks.together(part); });
    std::fputs(" at the end", stderr);
    return out.text() + "|" + err.text() + "|" + message;
  };
  const std::string failure = "|here: bad; expected good";
  CHECK(ending(0, {"+"}, fail) == "told|warnedrank 0:  at the end" + failure);
  CHECK(ending(1, {"+"}, fail) == "|rank 1:  at the end" + failure);
  CHECK(ending(0, {"2", "1"}, work) == "told|warned|rank 1: has failed; expected no failure");
}

TEST_CASE("ranks: one that fails by itself says why, and all end with its exit code") {
  const auto leaving = [](int mine, const std::function<void()>& fail) {
    const Captured out(1), err(2);
    SomeProcesses processes(mine);
    Ranks ranks(processes);
    int code = 0;
    try {
      fail();
    } catch (...) {
      try {
        ranks.leave();
      } catch (int stopped) {
        code = stopped;
      }
    }
    return err.text() + std::to_string(code);
  };
  CHECK(leaving(1, [] { throw Error("here", "bad", "good"); }) ==
        "rank 1: error: here: bad; expected good\n1");
  CHECK(leaving(0, [] { throw UsageError("--n", "1", "2"); }) ==
        "rank 0: error: --n: 1; expected 2\n2");
}

TEST_CASE("ranks: the first one alone has files to write; those of a machine share its threads") {
  struct Before {
    int threads = num_threads();
    ~Before() { set_num_threads(threads); }
  } const before;
  set_num_threads(6);
  TrainSettings given;
  given.out = "a", given.log = "b", given.plot = "c";
  given.progress = ProgressMode::bar;
  const auto settings = [&given](int mine, bool one_machine) {
    const Captured out(1), err(2);
    SomeProcesses processes(mine, {"+", "+"});
    processes.alike = one_machine;
    const Ranks ranks(processes);
    return settings_of_rank(given, ranks);
  };
  const auto files = [](const TrainSettings& s) { return s.out + s.log + s.plot; };
  const EnvironmentSetting of_user("OMP_NUM_THREADS", "5");
  CHECK(settings(0, true).threads == 0);
  ::unsetenv("OMP_NUM_THREADS");
  for (const int mine : {0, 1, 2}) {
    const TrainSettings together = settings(mine, true);
    CHECK(together.threads == std::max(1, num_threads() / 3));
    CHECK(together.processes_here == 3);
    CHECK(files(together) == (mine == 0 ? "abc" : ""));
    CHECK((together.progress == ProgressMode::bar) == (mine == 0));
    CHECK(settings(mine, false).threads == 0);
    CHECK(settings(mine, false).processes_here == 1);
  }
  given.threads = 4;
  CHECK(settings(1, true).threads == 4);
}

TEST_CASE("ranks: each gets what all have returned, in their order") {
  SomeProcesses processes(1, {"+5", "+12"});
  const Captured out(1), err(2);
  Ranks ranks(processes);
  CHECK(ranks.together([] { return std::string("7"); }) ==
        std::vector<std::string>{"5", "7", "12"});
  CHECK(ranks.largest([] { return 7; }) == 12);
}

TEST_CASE("agreement: what differs is named, with the first rank that has it otherwise") {
  TinyTraining tiny;
  tiny.settings.values = {{"seed", "7"}, {"batch", "3"}, {"data", "here/words"}};
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data);
  const std::string facts = facts_of(tiny.settings, data, trainer);
  CHECK(disagreement({facts, facts, facts}).empty());
  const std::string same = "; expected the same on all ranks";
  const std::pair<std::string, std::string> rows[] = {
      {with(facts, "--seed", "8"), "--seed: 7 on rank 0, 8 on rank 2" + same},
      {with(facts, "number type", "real = half"), "real = half on rank 2" + same},
      {with(facts, "data", "0123"), "data: " + data.hash() + " on rank 0, 0123 on rank 2" + same},
      {with(facts, "step", "4"), "step: 0 on rank 0, 4 on rank 2" + same},
      {with(facts, "processor", "vectors of 8 bits"), "Try: the same ARCH on all"},
      {facts.substr(0, facts.find("--seed")), "--seed: 7 on rank 0,  on rank 2" + same}};
  for (const auto& [other, said] : rows) {
    CHECK(texts::contains(disagreement({facts, facts, other}), said));
  }
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
