// recording_test.cpp: --trace writes the log of a program, also of one that an error ends, and
// nothing when there is nothing to write.
#include "support/recording.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "helpers.h"
#include "holo/check.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "support/command_line.h"

namespace recording_test {

using namespace holo;

namespace {

std::string path_of_test;

void read_flags() {
  std::string words[] = {"program", "--trace", path_of_test};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  CommandLine(3, argv, "About it.").finish();
}

// Its exit code; its own output is not shown.
int run_with_trace(const std::string& path, void (*program)(int, char**)) {
  path_of_test = path;
  std::fflush(nullptr);  // what waits there would be written by the child too
  ChildProcess child([&] {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) return 98;
    if (std::freopen("/dev/null", "w", stderr) == nullptr) return 98;
    return run_program(0, nullptr, program);
  });
  return child.wait();
}

}  // namespace

TEST_CASE("recording: the log has the program, its command, and what it computed") {
  const TemporaryFolder folder;
  const std::string path = folder.name("a b.json");
  CHECK(run_with_trace(path, [](int, char**) {
          const Value before(1.0, "before");
          read_flags();
          const Value x(3.0, "x");
          (x * before).backward();
        }) == 0);
  const TraceLog log = load_trace(path);
  CHECK(log.program == "program");
  CHECK(log.command == "program --trace 'a b.json'");  // without the folder
  CHECK(log.events.size() == 6);
}

TEST_CASE("recording: an error ends the program, and the log until then is written") {
  const TemporaryFolder folder;
  const std::string path = folder.name("log.json");
  CHECK(run_with_trace(path, [](int, char**) {
          read_flags();
          const Value x(3.0, "x");
          static_cast<void>(x * x);
          throw Error("here", "this", "that");
        }) == 1);
  CHECK(load_trace(path).events.size() == 2);
}

}  // namespace recording_test
