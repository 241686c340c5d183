// trace.h: records what this thread does with Values and Tensors, and shows it in a file, on a web
// page, or step by step in a terminal.
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
  std::size_t max_events = 250'000;        ///< at this limit the log ends and says why
  std::size_t max_numbers = 2'500'000;     ///< a second limit: 20 MB
  std::size_t whole_up_to = 4096;          ///< the most numbers of one Tensor; a larger Tensor gets
                                           ///< a summary, unless that would be longer
  std::size_t whole_for_losses = 625'000;  ///< numbers in all for the logits of the first losses,
                                           ///< kept whole whatever their size, with gradients
  bool places = true;                      ///< find the lines of the user's source
  std::string scope = {};                  ///< if not empty, record only what is in this scope
};

/// While a Trace lives, everything that this thread does with Tensors, and with the Tape that was
/// current at the start, is written to `log`, which must outlive the Trace. Other Tapes are not
/// recorded. Numbers and gradients keep every bit. Without a Trace, the engines pay one comparison
/// per recorded Value, op of Tensors, backward pass or change in place. Other observers of Tensors
/// still receive every event. A log that reaches a limit ends there and says so in log.cut; the
/// program goes on. A log that already has events is continued, unless it has ended. Throws
/// UsageError if the thread already has a Trace.
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

/// Writes a log to a file, completely or not at all: to_json() if the path ends in ".json", the
/// trace page for ".html", to_html_part() for ".part.html", and for ".txt" a line that names the
/// format, then to_text(). Throws the same errors as check_trace_path(), and holo::Error with the
/// reason if the file cannot be written.
void save_trace(const TraceLog& log, const std::string& path);

/// Throws UsageError for any other ending, and holo::Error if the file exists, is not empty and
/// does not begin like a log that save_trace() wrote.
void check_trace_path(const std::string& path);

/// Reads a log that was saved as JSON. It equals the saved log, except that the sign of a NaN is
/// lost, as are bytes in names that are not UTF-8. Throws holo::Error, with the path and the
/// place, for a file that cannot be read, is larger than 256 MiB, or breaks a rule of
/// docs/trace.schema.json or of TraceLog.
TraceLog load_trace(const std::string& path);
/// The same for a text; `name` appears in errors.
TraceLog parse_trace(const std::string& json, const std::string& name = "trace");

/// The log as one JSON object, with one event per line; docs/trace.schema.json describes it. The
/// same log always gives the same text. Each number is the shortest that reads back as the same
/// double, or "NaN", "Infinity" or "-Infinity". Bytes in names that are not UTF-8 become U+FFFD.
/// The text can be put inside a <script>, because < becomes \u003c.
std::string to_json(const TraceLog& log);

/// The name of a kind of event in that JSON: "set_data" for TraceEvent::Kind::set_data.
const char* kind_name(TraceEvent::Kind kind);

// ---- an event log as a page for a browser, in which a reader steps forward and back ----

/// One self-contained HTML document: it loads nothing and works offline, and the same log always
/// gives the same page. The files named in log.places are shown next to the steps if they can be
/// read now. The contents of names and labels are shown as plain text.
std::string to_html(const TraceLog& log);

/// A piece of HTML for another page: an element <hologradient-trace> with the graph and the steps
/// of the log, and the script that shows it. A page may contain it several times. It does not
/// affect the names and styles of the page, loads nothing, and shows no source files. A page whose
/// Content-Security-Policy lists scripts by hash needs the hash of the text between <script> and
/// </script>.
std::string to_html_part(const TraceLog& log);

// ---- an event log in a terminal, forward and back, one operation at a time ----

struct StepperOptions {
  /// What the command `save FILE` does, for example save_trace. If empty, the command is refused.
  std::function<void(const TraceLog& log, const std::string& path)> save = {};
};

/// Reads commands from `in`, one per line, and answers on `out`, until `q` or the end of the input;
/// `h` lists the commands. Without a terminal each command is printed after its prompt, so that the
/// output looks like a session at a terminal. If a command fails, it says why, and the next one is
/// read. Throws no errors of its own; ends if `out` cannot be written.
void step_through(const TraceLog& log, std::FILE* in, std::FILE* out,
                  const StepperOptions& options = {});

}  // namespace holo
