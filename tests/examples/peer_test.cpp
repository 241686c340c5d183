// peer_test.cpp: of the programs that a bench times beside ours, the fastest that is here is in
// the table; each word of PYTHON is one.
#include "bench/peers.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "environment_setting.h"
#include "examples/script.h"
#include "on_device.h"
#include "temporary_folder.h"

namespace peer_test {
namespace {

using namespace holo;

// Needs these seconds, one after the other.
Peer peer_with(const std::string& name, std::vector<double> seconds) {
  return {name, [seconds, next = std::size_t{0}](std::string&) mutable { return seconds[next++]; }};
}

}  // namespace

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

TEST_CASE("peer: on a GPU each PyTorch runs op by op, and compiled") {
  if (default_device() != Device::cuda) return;
  const TemporaryFolder folder;
  script(folder, "a_python",
         "case \"$*\" in *reduce-overhead) echo 2.15.0 compiled 30 50 ;; "
         "*' --device cuda '*) echo 2.15.0 eager 40 50 ;; esac");
  const EnvironmentSetting path("PATH", folder.name("") + ":" + std::getenv("PATH"));
  const EnvironmentSetting words("HOLO_PYTHON", "a_python");
  std::vector<Peer> peers = torch_peers("b", 1, 0.1);
  REQUIRE(peers.size() == 2);
  for (Peer& peer : peers) measure(peer);
  CHECK(peers[0].name == "PyTorch 2.15.0 eager");
  CHECK(peers[1].name == "PyTorch 2.15.0 compiled");
}

}  // namespace peer_test
