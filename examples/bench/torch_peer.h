// torch_peer.h: asks torch_peer.py what PyTorch needs for the same step.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace holo {

/// What torch_peer.py measured, in seconds; 0 when there is no torch. `version` becomes torch's.
inline double peer_seconds(const std::string& name, int threads, double seconds,
                           std::string& version) {
  const char* python = std::getenv("HOLO_PYTHON");
  const std::string command =
      fmt::format("{} examples/bench/torch_peer.py --case {} --threads {} --seconds {} 2>/dev/null",
                  python == nullptr ? "python3" : python, name, threads, seconds);
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return 0;
  char text[64] = "";
  double best = 0, median = 0;
  const int found = std::fscanf(pipe, "%63s %lf %lf", text, &best, &median);
  pclose(pipe);
  if (found != 3) return 0;
  version = text;
  return best * 1e-3;
}

}  // namespace holo
