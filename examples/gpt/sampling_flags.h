// sampling_flags.h: how a text is drawn, as flags: the same in all programs that write texts.
#pragma once

#include "holo/sampling.h"
#include "support/command_line.h"

namespace holo {

inline void read_sampling(CommandLine& cli, SamplingOptions& options) {
  options.temperature =
      cli.number("--temperature", options.temperature, above(0), "lower is safer");
  options.top_k = cli.integer("--top-k", options.top_k, 0, 1 << 20, "the most probable k; 0: all");
  options.top_p =
      cli.number("--top-p", options.top_p, {0, 1, true, false}, "the most probable to that sum");
}

}  // namespace holo
