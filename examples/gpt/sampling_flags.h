// sampling_flags.h: how a text is drawn, as flags: the same in all programs that write texts.
#pragma once

#include "holo/sampling.h"
#include "support/command_line.h"

namespace holo {

/// `greedy`: the flag of this program that always takes the most probable token.
inline void read_sampling(CommandLine& cli, SamplingOptions& options,
                          const char* greedy = "--top-k 1") {
  options.temperature = cli.number("--temperature", options.temperature, above(0),
                                   "of sampling: lower is more predictable", greedy);
  options.top_k = cli.integer("--top-k", options.top_k, 0, 1 << 20,
                              "sample from the k most probable tokens; 0: all");
  options.top_p = cli.number("--top-p", options.top_p, {0, 1, true, false},
                             "sample from the most probable tokens, up to this sum");
}

}  // namespace holo
