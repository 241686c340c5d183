// trace.h: writes down what this thread does with Values and Tensors, and shows it: in a file, on a
// page, and one step after the other in a terminal.
//
//   TraceLog log;
//   {
//     Trace trace(log);
//     Value x(3.0, "x"), w(2.0, "w");
//     (x * w).backward();
//   }
//   fmt::print("{}", log.to_text());
//   step_through(log, stdin, stdout);
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct TraceOptions {
  std::size_t max_events = 250'000;     ///< then the log ends, and says why
  std::size_t max_numbers = 2'500'000;  ///< the same: 20 MB
  std::size_t whole_up_to = 4096;       ///< numbers of one Tensor, and at least TraceSummary::size;
                                        ///< of a larger one, a summary
  std::size_t whole_for_losses = 625'000;  ///< numbers in all: the logits of the first losses are
                                           ///< whole, data and gradient, however many they are
  bool places = true;                      ///< find the lines of the user's source
  std::string scope = {};                  ///< not empty: only what is computed inside of it
};

/// Everything that this thread does while it lives is written to `log`, which outlives it: with
/// Tensors, and with the Tape that is current at its beginning, with no other. Numbers and
/// gradients keep every bit. Without a Trace the engines pay one comparison for a Value that is
/// recorded, an op of Tensors, a backward or a change in place. Other observers of Tensors still
/// receive every event. A log that reaches a limit ends there and says so in log.cut; the program
/// goes on. A log with events is continued, unless it has ended. Throws UsageError when the thread
/// has a Trace already.
class Trace {
 public:
  explicit Trace(TraceLog& log, const TraceOptions& options = {});
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

 private:
  struct Recorders;
  std::unique_ptr<Recorders> recorders_;
};

// ---- an event log in a file ----

/// Writes a log to a file, whole or not at all: to_json() when the path ends in ".json", the trace
/// page when it ends in ".html", to_html_part() when in ".part.html", and a line with the format
/// and to_text() when it ends in ".txt". Throws what check_trace_path() throws, and holo::Error
/// with the reason when the file cannot be written.
void save_trace(const TraceLog& log, const std::string& path);

/// Throws UsageError for any other ending, and holo::Error when a file is there that has something
/// in it and does not begin as a log does that save_trace() wrote.
void check_trace_path(const std::string& path);

/// Reads a log that was saved as JSON. It equals the one that was saved, but that the sign of a NaN
/// is lost, and so are bytes of names that are not UTF-8. Throws holo::Error, with the path and the
/// place, for a file that cannot be read, is larger than 256 MiB, or breaks a rule of
/// docs/trace.schema.json or of TraceLog.
TraceLog load_trace(const std::string& path);
/// The same for a text; `name` appears in errors.
TraceLog parse_trace(const std::string& json, const std::string& name = "trace");

/// The log as one JSON object, an event a line; docs/trace.schema.json describes it. The same log
/// gives the same text. Numbers are the shortest that read back as the same double; those that JSON
/// does not have are "NaN", "Infinity" and "-Infinity". Bytes of names that are not UTF-8 become
/// U+FFFD. The text may be inside a <script>: < is \u003c.
std::string to_json(const TraceLog& log);

/// The name of a kind there: "set_data" for TraceEvent::Kind::set_data.
const char* kind_name(TraceEvent::Kind kind);

// ---- an event log as a page for a browser, in which a reader steps forward and back ----

/// One HTML document, whole in itself: it loads nothing, works offline, and is the same for the
/// same log. The files named in log.places are shown next to the steps when they can be read now.
/// Whatever names and labels hold is shown as text.
std::string to_html(const TraceLog& log);

/// A piece of HTML for another page: an element <hologradient-trace> with the graph and the steps
/// of the log, and the script that shows it. It may be there several times. It leaves the names
/// and styles of the page alone, loads nothing, and has no sources. A page whose
/// Content-Security-Policy names its scripts by a hash needs that of the text between <script> and
/// </script>.
std::string to_html_part(const TraceLog& log);

// ---- an event log in a terminal, forward and back, one operation at a time ----

struct StepperOptions {
  /// What the command `save FILE` does, save_trace say. Empty: it is refused.
  std::function<void(const TraceLog& log, const std::string& path)> save = {};
};

/// Reads commands from `in`, a line each, and answers on `out`, until `q` or the end of the input;
/// `h` lists the commands. Without a terminal each command is printed after its prompt, so that the
/// output reads as a session at a terminal does. A command that cannot be done says why, and the
/// next one is read. Throws nothing of its own; ends when `out` takes no more.
void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options = {});

}  // namespace holo
