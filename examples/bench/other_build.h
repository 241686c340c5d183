// other_build.h: asks bench_train_step of another build, named in the environment variable
// HOLO_BENCH_BESIDE, what it needs for the same step.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench/peer.h"
#include "holo/check.h"

namespace holo {

/// The folder of that build, "build/g++-arch-any" say; "" without one.
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
