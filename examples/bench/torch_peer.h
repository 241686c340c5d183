// torch_peer.h: asks torch_peer.py what each PyTorch that is here needs for the same step.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace holo {

/// A Python of HOLO_PYTHON, whose words name one each, and what its PyTorch needed for a step.
struct TorchPeer {
  std::string python;
  std::string name = "";  ///< "PyTorch 2.15.0 MKL"; empty until measured, or without torch
  double seconds = 0;     ///< the best so far; 0 until measured
};

inline std::vector<TorchPeer> torch_peers() {
  const char* pythons = std::getenv("HOLO_PYTHON");
  std::istringstream words(pythons == nullptr ? "python3" : pythons);
  std::vector<TorchPeer> peers;
  for (std::string python; words >> python;) peers.push_back({python});
  return peers;
}

/// Times the step `step` for about so many `seconds`, and keeps the best.
inline void measure(TorchPeer& peer, const std::string& step, int threads, double seconds) {
  const std::string command =
      fmt::format("{} examples/bench/torch_peer.py --case {} --threads {} --seconds {} 2>/dev/null",
                  peer.python, step, threads, seconds);
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return;
  char version[64] = "", blas[64] = "";
  double best = 0, median = 0;
  const int found = std::fscanf(pipe, "%63s %63s %lf %lf", version, blas, &best, &median);
  pclose(pipe);
  if (found != 4) return;
  peer.name = fmt::format("PyTorch {} {}", version, blas);
  if (peer.seconds == 0 || best * 1e-3 < peer.seconds) peer.seconds = best * 1e-3;
}

/// The one that needed least; without a name when there is none.
inline TorchPeer fastest(const std::vector<TorchPeer>& peers) {
  TorchPeer best;
  for (const TorchPeer& peer : peers) {
    if (peer.seconds > 0 && (best.seconds == 0 || peer.seconds < best.seconds)) best = peer;
  }
  return best;
}

}  // namespace holo
