// recording.h: what --trace and --step of every program do: the program is recorded, and the event
// log written to a file, or stepped through in the terminal.
#pragma once

#include <string>

#include "holo/tokenizer.h"
#include "holo/trace.h"

namespace holo {

/// Throws UsageError unless the path of --trace ends in .json or .html; Error when nothing can be
/// written there, or when another file than a trace is there. An empty path is passed over.
void check_recording_path(const std::string& path);

/// Records what this thread computes from here on, unless it is recorded already. `log` has the
/// program's name, command and version. With a path the log is written there at the end, with
/// `step` the stepper opens then.
void begin_recording(TraceLog log, const std::string& path, bool step,
                     const TraceOptions& options = {});

bool is_recording();

/// Gives the recording, if there is one, the text of each token.
void record_tokens(const Tokenizer& tokenizer);

/// Ends the recording: writes the file, then steps through the log, commands from stdin. Does
/// nothing when nothing is recorded, or when a program has `failed` before there was anything. A
/// program that goes on for long calls it early: train_gpt after its first steps; run_program calls
/// it at the end, also of a program that an Error ends.
void end_recording(bool failed = false);

}  // namespace holo
