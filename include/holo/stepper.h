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
  /// Wraps longer lines. 0 means the width of the terminal, or no wrapping if `out` is not a
  /// terminal.
  std::size_t columns = 0;
  /// Carries out the command `save FILE`, for example save_trace of trace_file.h. Without it the
  /// command is refused.
  std::function<void(const TraceLog& log, const std::string& path)> save = {};
};

/// Reads commands from `in`, one per line, and answers on `out` until `q` or the end of the input;
/// `h` lists the commands. Without a terminal it prints each command after its prompt, so that the
/// output reads like a session at a terminal. A command that fails says why, and the next one is
/// read. Throws no errors itself; stops when writing to `out` fails.
void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options = {});

}  // namespace holo
