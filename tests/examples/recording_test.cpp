// recording_test.cpp: --trace writes the log of a program, also of one that an error ends, and
// nothing when there is nothing to write.
#include "support/recording.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "gpt/layouts/json.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/data.h"
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
  const Json log = parse_json(read_file(path));
  CHECK(log.find("program")->text() == "program");
  CHECK(log.find("command")->text() == "program --trace 'a b.json'");  // without the folder
  CHECK(log.find("event_count")->number() == 6);
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
  CHECK(parse_json(read_file(path)).find("event_count")->number() == 2);
}

TEST_CASE("recording: a part of a program may end it") {
  const TemporaryFolder folder;
  const std::string path = folder.name("log.json");
  CHECK(run_with_trace(path, [](int, char**) {
          read_flags();
          const Value x(3.0, "x");
          if (!is_recording()) throw Error("recording", "none", "one");
          end_recording();
          static_cast<void>(x * x);
          if (is_recording()) throw Error("recording", "one", "none");
        }) == 0);
  CHECK(parse_json(read_file(path)).find("event_count")->number() == 1);
}

}  // namespace recording_test
