// other_build_test.cpp: bench_train_step asks the program of another build, at the best level of
// that build, and says what is missing.
#include "bench/other_build.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "temporary_folder.h"
#include "text/texts.h"

namespace {

using namespace holo;
using texts::message_of;

// Sets a variable of the environment for as long as it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Setting() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// A build whose bench_train_step is this script.
std::string build_with(const TemporaryFolder& folder, const std::string& script) {
  namespace fs = std::filesystem;
  const std::string build = folder.name("a build");
  fs::create_directories(build + "/bin");
  const std::string program = build + "/bin/bench_train_step";
  std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
  fs::permissions(program, fs::perms::owner_all);
  return build;
}

}  // namespace

TEST_CASE("other build: its time, its name and the level of its kernels") {
  const TemporaryFolder folder;
  const std::string build =
      build_with(folder, "[ \"$*\" = 'b --threads 2 --seconds 0.5' ] && echo 0.25 x86-64-v3");
  const Setting beside("HOLO_BENCH_BESIDE", build);
  Peer peer = build_peer("b", 2, 0.5);
  CHECK(peer.name == build);
  measure(peer);
  CHECK(peer.best == 0.25);
  CHECK(peer.name == build + ", x86-64-v3");
  std::string name;
  CHECK(message_of([&] { seconds_of_other_build("c", 2, 0.5, name); }) ==
        build + "/bin/bench_train_step: no time of step c; expected a build with that program");
}

TEST_CASE("other build: HOLO_CPU_LEVEL is not for it") {
  const TemporaryFolder folder;
  const Setting beside("HOLO_BENCH_BESIDE",
                       build_with(folder, "echo 1 \"${HOLO_CPU_LEVEL-its own}\""));
  const Setting level("HOLO_CPU_LEVEL", "x86-64");
  std::string name;
  CHECK(seconds_of_other_build("b", 1, 1, name) == 1);
  CHECK(name == other_build() + ", its");  // a word
}

TEST_CASE("other build: a folder without that program") {
  const TemporaryFolder folder;
  const Setting beside("HOLO_BENCH_BESIDE", folder.name("none"));
  std::string name;
  CHECK(message_of([&] { seconds_of_other_build("b", 1, 1, name); }) ==
        folder.name("none/bin/bench_train_step") +
            ": is not there; expected the program of another build. Try: make bench "
            "BENCH=train_step with the settings of that build");
}
