// torch_peer.h: asks torch_peer.py what each PyTorch that is here needs for the same step.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "bench/peer.h"
#include "holo/device.h"
#include "holo/matmul_precision.h"

namespace holo {

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

}  // namespace holo
