// bench_test.cpp: what `make bench` says besides times: the processor, and which of the programs
// that are timed beside ours is in the table.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "bench/peers.h"
#include "bench/train_cases.h"
#include "helpers.h"
#include "text/texts.h"

namespace bench_test {
namespace {

using namespace holo;
using texts::message_of;

std::string processor_in(const std::string& text) {
  std::istringstream cpuinfo(text);
  return processor_of(cpuinfo);
}

// Needs these seconds, one after the other.
Peer peer_with(const std::string& name, std::vector<double> seconds) {
  return {name, [seconds, next = std::size_t{0}](std::string&) mutable { return seconds[next++]; }};
}

// Writes a shell script that replaces another program.
void script(const TemporaryFolder& folder, const std::string& name, const std::string& lines) {
  const std::string path = folder.write(name, "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// A build whose bench_train_step has these lines.
std::string build_with(const TemporaryFolder& folder, const std::string& lines) {
  const std::string build = folder.name("a build");
  std::filesystem::create_directories(build + "/bin");
  script(folder, "a build/bin/bench_train_step", lines);
  return build;
}

}  // namespace

TEST_CASE("a processor has the name that it gives itself, with its family and its model") {
  CHECK(processor_in("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n"
                     "model name\t: AMD EPYC\n\nprocessor\t: 1\nmodel\t\t: 2\n") ==
        "AMD EPYC, family 25 model 17");
  CHECK(processor_in("") == "unknown processor");
  CHECK(processor_in("Features : fp asimd\n: 3\nno colon\nmodel name :\n") == "unknown processor");
}

TEST_CASE("peer: the best of its times, whenever it was; 0 is none") {
  Peer peer = peer_with("a", {0, 0.3, 0.2, 0, 0.4});
  std::vector<double> best;
  for (int i = 0; i < 5; ++i) {
    measure(peer);
    best.push_back(peer.best);
  }
  CHECK(best == std::vector<double>{0, 0.3, 0.2, 0.2, 0.2});
}

TEST_CASE("peer: the fastest of those that are here") {
  std::vector<Peer> peers = {peer_with("missing", {0}), peer_with("slow", {3}),
                             peer_with("fast", {2}), peer_with("slower", {4})};
  CHECK(fastest(peers).name.empty());  // none is measured
  for (Peer& peer : peers) measure(peer);
  CHECK(fastest(peers).name == "fast");
  CHECK(fastest(peers).best == 2);
  CHECK(fastest({}).best == 0);
}

TEST_CASE("peer: a PyTorch for each word of HOLO_PYTHON, named by its version and its BLAS") {
  const OnDevice on_cpu(Device::cpu);
  const TemporaryFolder folder;
  script(folder, "good_python", "[ \"$3\" = b ] && echo 2.15.0 MKL 40 50");
  script(folder, "bad_python", "echo no torch here >&2; exit 1");
  const EnvironmentSetting path("PATH", folder.name("") + ":" + std::getenv("PATH"));
  const EnvironmentSetting words("HOLO_PYTHON", " bad_python  good_python");
  std::vector<Peer> peers = torch_peers("b", 1, 0.1);
  REQUIRE(peers.size() == 2);
  CHECK(peers[0].name == "bad_python");
  for (Peer& peer : peers) measure(peer);
  CHECK(peers[0].best == 0);
  CHECK(fastest(peers).name == "PyTorch 2.15.0 MKL");
  CHECK(fastest(peers).best == doctest::Approx(0.04));
}

TEST_CASE("other build: its time and its name, or a folder without that program") {
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
  const EnvironmentSetting none("HOLO_BENCH_BESIDE", folder.name("none"));
  CHECK(message_of([&] { seconds_of_other_build("b", 1, 1); }) ==
        folder.name("none/bin/bench_train_step") +
            ": does not exist; expected the program of another build. Try: make bench "
            "BENCH=train_step with the settings of that build");
}

// The peer of the case microgpt computes what the trainer computes.
TEST_CASE("microgpt by hand: the losses of the trainer, step by step") {
  const OnDevice on_cpu(Device::cpu);
  TrainSettings settings = preset_named("microgpt");
  settings.data.batch_size = settings.batch;
  settings.schedule = "constant";
  const Dataset data(settings.data);
  Trainer trainer(settings, data);
  MicrogptByHand by_hand(trainer.model().parameters());
  for (Index step = 0; step < 50; ++step) {
    const TokenBatch batch = data.batch(step);
    const real loss = by_hand.step(batch.tokens.values().data(), batch.targets.values().data(),
                                   static_cast<int>(batch.target_count), settings.learning_rate);
    CAPTURE(step);
    CHECK(static_cast<double>(loss) == doctest::Approx(trainer.train_step().loss).epsilon(1e-4));
  }
}

}  // namespace bench_test
