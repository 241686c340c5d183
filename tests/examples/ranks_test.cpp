// ranks_test.cpp: what the first rank does when others fail, or ask for help.
#include "gpt/processes/ranks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "holo/check.h"
#include "message_of.h"
#include "support/command_line.h"

namespace ranks_test {
namespace {

using namespace holo;

// The first of two processes; the other one's part came to `other`.
class TwoProcesses final : public Processes {
 public:
  int rank() const override { return 0; }
  int size() const override { return 2; }
  std::vector<std::string> gather(const std::string& text) override { return {text, other}; }
  void start(const Bucket&) override {}
  void finish() override {}
  [[noreturn]] void stop(int code) override { throw code; }

  std::string other = "+";
};

}  // namespace

TEST_CASE("ranks: help that one asks for is an error of all, help that all ask for is help") {
  TwoProcesses processes;
  Ranks ranks(processes);
  const auto help = []() -> std::string { throw HelpRequested{"usage"}; };
  const auto work = [] { return std::string("text"); };
  CHECK(ranks.together(work) == std::vector<std::string>{"text", ""});
  processes.other = "0";
  CHECK_THROWS_AS(ranks.together(help), HelpRequested);
  CHECK(message_of([&] { ranks.together(work); }) ==
        "--help: on rank 1, not on all ranks; expected all or none");
  for (const char* const other : {"+", "1", "2"}) {
    processes.other = other;
    CHECK(message_of([&] { ranks.together(help); }) ==
          "--help: on rank 0, not on all ranks; expected all or none");
  }
}

}  // namespace ranks_test
