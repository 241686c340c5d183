// trace.h: writes a log of what a thread does with Values and Tensors, and shows the log in a file,
// on a web page, or step by step in a terminal.
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
#include <memory>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct TraceOptions {
  std::size_t max_events = 250'000;     ///< the log ends after this many events (TraceLog::cut)
  std::size_t max_numbers = 2'500'000;  ///< the log also ends after this many numbers (20 MB)
  std::size_t whole_up_to = 4096;       ///< Tensors up to this size are logged in full;
                                        ///< larger ones are summarised if that is shorter
  bool places = true;                   ///< whether to find the source line of each op
};

/// While a Trace exists, `log` receives everything that this thread does with Tensors, and with the
/// Tape that was current when the Trace was made. The log must outlive the Trace. Other Tapes are
/// not recorded. Numbers and gradients are stored exactly. Without a Trace, the engines' only
/// overhead is one comparison per recorded Value, Tensor op, backward pass or change in place.
/// Other observers of Tensors still receive every event. When the log reaches a limit, it ends,
/// with the reason in log.cut; the program continues. Throws UsageError if the thread already has a
/// Trace or `log` already has events.
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

/// Writes a whole log to a file, or changes nothing. The path's extension selects the format:
/// to_json() for ".json", the trace page for ".html", to_html_part() for ".part.html", and
/// to_text() for ".txt". A .txt file begins with a line that names the format. Throws the same
/// errors as check_trace_path(), and holo::Error with the reason if the file cannot be written.
void save_trace(const TraceLog& log, const std::string& path);

/// Throws UsageError unless the path has one of save_trace()'s extensions. Throws holo::Error if
/// the file exists, is not empty and does not begin like a saved log.
void check_trace_path(const std::string& path);

/// The log as one JSON object, which the trace page reads too; docs/trace_page.md lists its
/// members. The same log always produces the same text. Each number is the shortest text that reads
/// back as the same double, or "NaN", "Infinity" or "-Infinity". Bytes of names that are not valid
/// UTF-8 become U+FFFD. The text can be put inside a <script>, because < becomes \u003c.
std::string to_json(const TraceLog& log);

// ---- an event log as a web page, on which readers step forward and back ----

/// A self-contained HTML document: it loads nothing and works offline, and the same log always
/// produces the same page. The page shows the source files named in log.places next to the steps,
/// if they can still be read. Names and labels are shown as plain text.
std::string to_html(const TraceLog& log);

/// A piece of HTML for another page: a script, and an element <hologradient-trace>, which shows the
/// graph and the steps of the log. A page may contain several such pieces. A piece does not affect
/// the page's names and styles, loads nothing, and shows no source files. If a page's
/// Content-Security-Policy lists scripts by hash, it needs the hash of the text between <script>
/// and </script>.
std::string to_html_part(const TraceLog& log);

// ---- stepping through an event log in a terminal, forward and back ----

/// Reads commands from `in`, one per line, and answers on `out`, until `q` or the end of the input.
/// The command `h` lists all commands. If `in` is not a terminal, each command is printed after its
/// prompt, so that the output looks like a terminal session. A command that fails prints the
/// reason. Throws no errors of its own, and ends if `out` cannot be written.
void step_through(const TraceLog& log, std::FILE* in, std::FILE* out);

}  // namespace holo
