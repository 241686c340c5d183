// book_steps.cpp: what the book asks for listings that the reader steps through: of the log of a
// program what happened at the lines of a listing, as JSON; and the script that shows it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <vector>

#include "book/step_part.h"
#include "files/text.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/trace.h"
#include "support/command_line.h"

using namespace holo;

constexpr std::size_t most_events = 200;  // of a part: no reader goes further

// From `begin` to the first `end` behind it.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Prints what a program did at some of its lines, for the book.");
  const bool script = cli.flag("--script", "print the script that shows it, and nothing else");
  const std::string log_file = cli.text("--log", "none", "FILE", "the log of the program"),
                    file = cli.text("--file", "none", "FILE", "its source, as the log names it"),
                    root = cli.text("--root", ".", "DIR", "the project");
  const auto first = static_cast<int>(cli.integer("--from", 1, 1, 1'000'000, "the first line")),
             last = static_cast<int>(cli.integer("--to", 1, 1, 1'000'000, "the last line"));
  cli.finish();
  if (script) {
    fmt::print("{}", between(to_html_part(TraceLog()), "<script>", "</script>"));
    return;
  }
  TraceLog log = load_trace(log_file);
  if (log.places.size() < 2) {  // a system that does not know the lines of a program
    fmt::print("null\n");
    return;
  }
  forget_brackets(log, file, read_file(root + "/" + file));
  std::set<int> lines;
  for (int line = first; line <= last; ++line) lines.insert(line);
  const auto [part, events, nodes] = part_at_lines(log, file, lines);
  if (part.events.empty() || part.events.size() > most_events) {
    throw UsageError(
        fmt::format("{}:{}", file, first), fmt::format("{} steps", part.events.size()),
        fmt::format("1 to {} at the lines {} to {} of a listing", most_events, first, last));
  }
  std::set<int> places;
  for (const TracePlace& place : part.places) {
    if (place.file == file && place.line > 0) places.insert(place.line);
  }
  fmt::print(
      "{{\"events\":[{}],\"nodes\":[{}],\"lines\":[{}],\"text\":{},\"part\":{}}}\n",
      fmt::join(events, ","), fmt::join(nodes, ","), fmt::join(places, ","),
      json_string(part.to_text()),
      json_string(between(to_html_part(part), "<hologradient-trace>", "</hologradient-trace>")));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
