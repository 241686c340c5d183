// torch_peer.h: asks torch_peer.py what each PyTorch that is here needs for the same step.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "bench/peer.h"

namespace holo {

/// The best seconds of `step`, measured for about so many `seconds`; 0 when this Python has no
/// torch. `name` becomes "PyTorch 2.15.0 MKL".
inline double seconds_of_torch(const std::string& python, const std::string& step, int threads,
                               double seconds, std::string& name) {
  const std::string command =
      fmt::format("{} examples/bench/torch_peer.py --case {} --threads {} --seconds {} 2>/dev/null",
                  python, step, threads, seconds);
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

/// A peer for each word of HOLO_PYTHON.
inline std::vector<Peer> torch_peers(const std::string& step, int threads, double seconds) {
  const char* pythons = std::getenv("HOLO_PYTHON");
  std::istringstream words(pythons == nullptr ? "python3" : pythons);
  std::vector<Peer> peers;
  for (std::string python; words >> python;) {
    peers.push_back({python, [=](std::string& name) {
                       return seconds_of_torch(python, step, threads, seconds, name);
                     }});
  }
  return peers;
}

}  // namespace holo
