// recording.cpp: the Trace of a program, and what happens with its log.
#include "support/recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "files/atomic_file.h"
#include "holo/check.h"
#include "holo/stepper.h"
#include "holo/trace_file.h"
#include "support/command_line.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

struct Recording {
  TraceLog log;
  std::string path;
  bool step;
  std::unique_ptr<Trace> trace;
};

std::unique_ptr<Recording>& current() {
  static std::unique_ptr<Recording> recording;
  return recording;
}

// Any file of ours has the name of its format in it.
bool is_trace(const std::string& path) {
  constexpr std::string_view format = "hologradient-trace/";
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (line.find(format) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void check_recording_path(const std::string& path) {
  if (path.empty()) return;
  const std::string ending = fs::path(path).extension().string();
  if (ending != ".json" && ending != ".html") {
    throw UsageError("--trace", path, "a name that ends in .json or .html", path + ".html");
  }
  std::error_code none;
  if (fs::is_regular_file(path, none) && fs::file_size(path, none) > 0 && !is_trace(path)) {
    throw Error(path, "is there and is no trace",
                "a name that is free, or a trace, which is replaced", "another --trace FILE");
  }
  const AtomicFile tried(path);
}

void begin_recording(TraceLog log, const std::string& path, bool step,
                     const TraceOptions& options) {
  if (current() != nullptr) return;
  current() = std::make_unique<Recording>(Recording{std::move(log), path, step, nullptr});
  current()->trace = std::make_unique<Trace>(current()->log, options);
}

bool is_recording() { return current() != nullptr; }

void record_tokens(const Tokenizer& tokenizer) {
  if (!is_recording()) return;
  std::vector<std::string>& tokens = current()->log.tokens;
  tokens.clear();
  for (int id = 0; id < tokenizer.bos(); ++id) tokens.push_back(tokenizer.decode({id}));
  tokens.push_back("BOS");
}

void end_recording(bool failed) {
  const std::unique_ptr<Recording> recording = std::move(current());
  if (recording == nullptr) return;
  recording->trace.reset();
  const TraceLog& log = recording->log;
  if (failed && log.events.empty()) return;
  if (!recording->path.empty()) {
    save_trace(log, recording->path);
    fmt::print("wrote {}: {} steps{}{}\n", recording->path, log.events.size(),
               log.cut.empty() ? "" : "; it ends early: ", log.cut);
  }
  flush_output();
  if (recording->step) step_through(log, stdin, stdout, {.save = save_trace});
}

}  // namespace holo
