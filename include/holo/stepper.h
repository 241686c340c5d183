// stepper.h: steps through an event log in a terminal, forward and back, one operation at a time.
//
//   TraceLog log;
//   {
//     Trace trace(log);
//     ...
//   }
//   step_through(log, stdin, stdout);
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct StepperOptions {
  /// Longer lines are wrapped. 0: as wide as the terminal is, and none where `out` is not a
  /// terminal.
  std::size_t columns = 0;
  /// What the command `save FILE` does, save_trace of trace_file.h say. Empty: it is refused.
  std::function<void(const TraceLog& log, const std::string& path)> save = {};
};

/// Reads commands from `in`, a line each, and answers on `out`, until `q` or the end of the input;
/// `h` lists the commands. Without a terminal each command is printed after its prompt, so that the
/// output reads as a session at a terminal does. A command that cannot be done says why, and the
/// next one is read. Throws nothing of its own; ends when `out` takes no more.
void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options = {});

}  // namespace holo
