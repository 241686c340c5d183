// other_build_test.cpp: bench_train_step asks the program of another build, and says what is
// missing.
#include "bench/peers.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "environment_setting.h"
#include "examples/script.h"
#include "temporary_folder.h"
#include "text/texts.h"

namespace other_build_test {
namespace {

using namespace holo;
using texts::message_of;

// A build whose bench_train_step has these lines.
std::string build_with(const TemporaryFolder& folder, const std::string& lines) {
  const std::string build = folder.name("a build");
  std::filesystem::create_directories(build + "/bin");
  script(folder, "a build/bin/bench_train_step", lines);
  return build;
}

}  // namespace

TEST_CASE("other build: its time and its name") {
  const TemporaryFolder folder;
  const std::string build =
      build_with(folder, "[ \"$*\" = 'b --threads 2 --seconds 0.5' ] && echo 0.25");
  const EnvironmentSetting beside("HOLO_BENCH_BESIDE", build);
  Peer peer = build_peer("b", 2, 0.5);
  CHECK(peer.name == build);
  measure(peer);
  CHECK(peer.best == 0.25);
  CHECK(peer.name == build);
  CHECK(message_of([&] { seconds_of_other_build("c", 2, 0.5); }) ==
        build + "/bin/bench_train_step: no time of step c; expected a build with that program");
}

TEST_CASE("other build: a folder without that program") {
  const TemporaryFolder folder;
  const EnvironmentSetting beside("HOLO_BENCH_BESIDE", folder.name("none"));
  CHECK(message_of([&] { seconds_of_other_build("b", 1, 1); }) ==
        folder.name("none/bin/bench_train_step") +
            ": does not exist; expected the program of another build. Try: make bench "
            "BENCH=train_step with the settings of that build");
}

}  // namespace other_build_test
