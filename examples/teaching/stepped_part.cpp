// stepped_part.cpp: what is recorded is what the listing says, since the program is found by its
// lines.
#include "teaching/stepped_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "holo/check.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "teaching/formula_markup.h"
#include "teaching/markdown.h"

namespace holo {
namespace {

std::vector<std::string> trimmed_lines(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) line = trimmed(line);
  return lines;
}

// From `begin` to the first `end` behind it.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

}  // namespace

const SteppedProgram* find_stepped(const std::vector<SteppedProgram>& programs,
                                   const std::string& source, const std::string& listing) {
  const std::vector<std::string> wanted = trimmed_lines(listing);
  for (const SteppedProgram& program : programs) {
    const std::vector<std::string> lines =
        trimmed_lines(between(source, "\nvoid " + program.name + "() {\n", "\n}"));
    if (std::search(lines.begin(), lines.end(), wanted.begin(), wanted.end()) != lines.end()) {
      return &program;
    }
  }
  return nullptr;
}

std::string stepped_html(const std::string& source, const std::string& listing,
                         const std::string& where) {
  const std::vector<SteppedProgram> programs = stepped_programs();
  const SteppedProgram* const program = find_stepped(programs, source, listing);
  if (program == nullptr) {
    throw UsageError(where, "no program of stepped.cpp has the lines of this listing",
                     "one that has them");
  }
  TraceLog log;
  {
    const Tape::Scope scope;
    const Trace trace(log, {.places = false});
    program->run();
  }
  return fmt::format(
      "<p class=\"keys\">Click on the graph: the arrow keys step through it, until Escape. "
      "Page Down leads on.</p>\n<hologradient-trace wide>{}{}\n"
      "<noscript><pre class=\"output s60\">{}</pre></noscript>\n",
      stepped_data(log), "</hologradient-trace>", escape_html(log.to_text()));
}

std::string stepped_data(const TraceLog& log) {
  return between(to_html_part(log), "<hologradient-trace>", "</hologradient-trace>");
}

std::string stepped_script() { return between(to_html_part(TraceLog()), "<script>", "</script>"); }

}  // namespace holo
