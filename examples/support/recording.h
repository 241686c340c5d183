// recording.h: what a program tells those who record what it computes. Only a program that includes
// support/recorded/command_line.h can be recorded; in any other nothing here does anything.
#pragma once

namespace holo {

class CommandLine;
class Tokenizer;

/// The flags of a program that can be recorded, and what they ask for.
class Recorder {
 public:
  virtual ~Recorder() = default;

  /// Declares the flags.
  virtual void declare_flags(CommandLine& cli) = 0;

  /// Records what this thread computes from here on, when the flags ask for it and it is not
  /// recorded already. UsageError or Error: what they ask for cannot be done.
  virtual void begin(const CommandLine& cli) = 0;

  virtual bool is_recording() const = 0;

  /// Gives the recording the text of each token. REQUIRES: is_recording().
  virtual void set_tokens(const Tokenizer& tokenizer) = 0;

  /// Ends the recording and shows it; not that of a program that has `failed` before there was
  /// anything. Does nothing when nothing is recorded.
  virtual void end(bool failed) = 0;
};

/// That of this program; none: nullptr.
inline Recorder* recorder = nullptr;

inline bool is_recording() { return recorder != nullptr && recorder->is_recording(); }

/// Gives the recording, if there is one, the text of each token.
inline void record_tokens(const Tokenizer& tokenizer) {
  if (is_recording()) recorder->set_tokens(tokenizer);
}

/// Ends the recording, if there is one. A program that goes on for long calls it early: train_gpt
/// after its first steps; run_program calls it at the end, also of a program that an Error ends.
inline void end_recording(bool failed = false) {
  if (recorder != nullptr) recorder->end(failed);
}

}  // namespace holo
