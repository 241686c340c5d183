// recorder.cpp: the Trace of a program, and what happens with its log. Linking this file is enough:
// it makes itself the program's recorder.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "files/atomic_file.h"
#include "holo/check.h"
#include "holo/tokenizer.h"
#include "holo/trace.h"
#include "support/recorded/command_line.h"
#include "support/recording.h"

namespace holo {
namespace {

// UsageError for a name with another ending; Error when nothing can be written there, or when
// another file than a trace is there.
void check_path(const std::string& path) {
  check_trace_path(path);
  const AtomicFile tried(path);
}

struct Flags {
  std::string path;
  std::size_t events = TraceOptions{}.max_events;
  bool step = false;
};

struct Recording {
  Flags flags;
  TraceLog log;
  std::unique_ptr<Trace> trace;
};

class TraceRecorder : public Recorder {
 public:
  void declare_flags(CommandLine& cli) override {
    flags_.path = cli.text("--trace", "", "FILE",
                           "record the computation and write it: .html, .json or .txt");
    const auto most = static_cast<std::int64_t>(TraceOptions{}.max_events);
    flags_.events = static_cast<std::size_t>(
        cli.integer("--trace-events", most, 1, most, "record so many events at most"));
    flags_.step = cli.flag("--step", "record it and step through it here, forward and back");
  }

  void begin(const CommandLine& cli) override {
    if (!flags_.path.empty()) check_path(flags_.path);
    if (cli.given("--trace-events") && flags_.path.empty() && !flags_.step) {
      throw UsageError("--trace-events", "without --trace and --step", "one of them");
    }
    if (is_recording() || (flags_.path.empty() && !flags_.step)) return;
    recording_ = std::make_unique<Recording>(Recording{flags_, {}, nullptr});
    recording_->log.program = cli.program();
    recording_->log.command = cli.command();
    recording_->trace =
        std::make_unique<Trace>(recording_->log, TraceOptions{.max_events = flags_.events});
  }

  bool is_recording() const override { return recording_ != nullptr; }

  void set_tokens(const Tokenizer& tokenizer) override {
    std::vector<std::string>& tokens = recording_->log.tokens;
    tokens.clear();
    for (int id = 0; id < tokenizer.bos(); ++id) tokens.push_back(tokenizer.decode({id}));
    tokens.push_back("BOS");
  }

  void end(bool failed) override {
    const std::unique_ptr<Recording> ended = std::move(recording_);
    if (ended == nullptr) return;
    ended->trace.reset();
    const TraceLog& log = ended->log;
    if (failed && log.events.empty()) return;
    if (!ended->flags.path.empty()) {
      save_trace(log, ended->flags.path);
      fmt::print("wrote {}: {} steps{}{}\n", ended->flags.path, log.events.size(),
                 log.cut.empty() ? "" : "; it ends early: ", log.cut);
    }
    flush_output();
    if (ended->flags.step) step_through(log, stdin, stdout);
  }

 private:
  Flags flags_;
  std::unique_ptr<Recording> recording_;
};

TraceRecorder of_this_program;
[[maybe_unused]] const Recorder* const installed = recorder = &of_this_program;

}  // namespace
}  // namespace holo
