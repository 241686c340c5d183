// peers.h: other programs that take the same training step, to be timed in turn with ours: each
// PyTorch that is here (torch_peer.py), and bench_train_step of another build.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/check.h"
#include "holo/device.h"

namespace holo {

struct Peer {
  std::string name;  ///< what the table says; measuring may tell more
  /// Runs it; returns the best seconds of a step, 0 when it is not here.
  std::function<double(std::string& name)> run;
  double best = 0;  ///< seconds of a step so far; 0 until measured
};

/// Runs the peer once more and keeps its best.
inline void measure(Peer& peer) {
  const double seconds = peer.run(peer.name);
  if (seconds > 0 && (peer.best == 0 || seconds < peer.best)) peer.best = seconds;
}

/// The one that needed least; without a name when none was measured.
inline Peer fastest(const std::vector<Peer>& peers) {
  Peer least;
  for (const Peer& peer : peers) {
    if (peer.best > 0 && (least.best == 0 || peer.best < least.best)) least = peer;
  }
  return least;
}

/// The best seconds of `step`, measured for about so many `seconds`; 0 when this Python has no
/// torch. `name` becomes "PyTorch 2.15.0 MKL".
inline double seconds_of_torch(const std::string& python, const std::string& step, int threads,
                               double seconds, const std::string& more, std::string& name) {
  const std::string command = fmt::format(
      "{} examples/bench/torch_peer.py --case {} --threads {} --seconds {}{} 2>/dev/null", python,
      step, threads, seconds, more);
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return 0;
  char version[64] = "", blas[64] = "";
  double best = 0, median = 0;
  const int found = std::fscanf(pipe, "%63s %63s %lf %lf", version, blas, &best, &median);
  pclose(pipe);
  if (found != 4) return 0;
  name = fmt::format("PyTorch {} {}", version, blas);
  return best * 1e-3;
}

/// The flags of the peers of one Python: on a GPU it runs op by op, and compiled; its products are
/// as exact as ours. None for bf16, where torch rounds more than the inputs of products.
inline std::vector<std::string> flags_of_torch() {
  if (in_host_memory(default_device())) return {""};
  if (matmul_precision() == MatmulPrecision::bf16) return {};
  const std::string flags =
      fmt::format(" --device cuda --precision {}", matmul_precision_name(matmul_precision()));
  return {flags, flags + " --compile reduce-overhead"};
}

/// The peers for each word of HOLO_PYTHON.
inline std::vector<Peer> torch_peers(const std::string& step, int threads, double seconds) {
  const char* pythons = std::getenv("HOLO_PYTHON");
  std::istringstream words(pythons == nullptr ? "python3" : pythons);
  std::vector<Peer> peers;
  for (std::string python; words >> python;) {
    for (const std::string& flags : flags_of_torch()) {
      peers.push_back({python, [=](std::string& name) {
                         return seconds_of_torch(python, step, threads, seconds, flags, name);
                       }});
    }
  }
  return peers;
}

/// The folder of the other build, HOLO_BENCH_BESIDE: "build/g++-arch-any" say; "" without one.
inline std::string other_build() {
  const char* const folder = std::getenv("HOLO_BENCH_BESIDE");
  return folder == nullptr ? "" : folder;
}

/// The seconds of a step there. Throws holo::Error when it gives none.
inline double seconds_of_other_build(const std::string& step, int threads, double seconds) {
  const std::string program = other_build() + "/bin/bench_train_step";
  if (!std::filesystem::exists(program)) {
    throw Error(program, "does not exist", "the program of another build",
                "make bench BENCH=train_step with the settings of that build");
  }
  const std::string command =
      fmt::format("'{}' {} --threads {} --seconds {}", program, step, threads, seconds);
  double best = 0;
  if (std::FILE* const pipe = popen(command.c_str(), "r"); pipe != nullptr) {
    if (std::fscanf(pipe, "%lf", &best) != 1) best = 0;
    pclose(pipe);
  }
  if (best <= 0) throw Error(program, "no time of step " + step, "a build with that program");
  return best;
}

inline Peer build_peer(const std::string& step, int threads, double seconds) {
  return {other_build(),
          [=](std::string&) { return seconds_of_other_build(step, threads, seconds); }};
}

}  // namespace holo
