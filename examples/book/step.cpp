// step.cpp: the comment of a step is a line of its own.
#include "book/step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "book/listing_place.h"
#include "book/step_part.h"
#include "files/text.h"
#include "holo/check.h"
#include "holo/trace.h"
#include "teaching/formula_markup.h"
#include "teaching/stepped_part.h"

namespace holo {
namespace {

constexpr std::size_t most_events = 200;  // of a part: no reader goes further

// The first listing of the file behind the line of the page, or nullptr.
const MarkdownBlock* listing_behind(const MarkdownBlocks& blocks, int line,
                                    const std::string& file) {
  for (const MarkdownBlock& block : blocks) {
    const bool is_it =
        block.kind == BlockKind::code && block.line > line && block.comment == "file: " + file;
    if (is_it) return &block;
    for (const MarkdownBlocks& item : block.items) {
      if (const MarkdownBlock* const found = listing_behind(item, line, file)) return found;
    }
  }
  return nullptr;
}

// For what is in a list in braces a compiler may name the bracket that ends the function. No
// place is better than that one.
void forget_brackets(TraceLog& log, const std::string& file, const std::string& source) {
  const std::vector<std::string> lines = lines_of(source);
  for (std::uint32_t i = 1; i < log.places.size(); ++i) {
    const auto line = static_cast<std::size_t>(log.places[i].line);
    const bool bracket = log.places[i].file == file && line > 0 && line <= lines.size() &&
                         trimmed(lines[line - 1]) == "}";
    for (TraceEvent& event : log.events)
      event.place = bracket && event.place == i ? 0 : event.place;
  }
}

// The lines of the source at which something happens, but those of the listing: what the reader of
// the listing does not see. {"33": "y += v * tanh(w * x + b);"}
std::string other_lines(const TraceLog& part, const std::string& file, const std::set<int>& shown,
                        const std::string& source) {
  const std::vector<std::string> lines = lines_of(source);
  std::set<int> others;
  for (const TracePlace& place : part.places) {
    if (place.file == file && shown.count(place.line) == 0) others.insert(place.line);
  }
  std::string out;
  for (const int line : others) {
    const auto at = static_cast<std::size_t>(line);
    if (at == 0 || at > lines.size()) continue;
    out += fmt::format("{}\"{}\":{}", out.empty() ? "" : ",", line,
                       json_string(trimmed(lines[at - 1])));
  }
  return "{" + out + "}";
}

}  // namespace

std::vector<Step> steps_of(const std::string& path, const std::string& text,
                           const MarkdownBlocks& blocks) {
  std::vector<Step> steps;
  const std::vector<std::string> lines = lines_of(text);
  const std::string begin = "<!-- step:", end = "-->";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = trimmed(lines[i]);
    if (!line.starts_with(begin) || !line.ends_with(end)) continue;
    Step step{trimmed(line.substr(begin.size(), line.size() - begin.size() - end.size())),
              static_cast<int>(i) + 1};
    const MarkdownBlock* const listing = listing_behind(blocks, step.line, step.file());
    if (listing == nullptr) {
      throw UsageError(fmt::format("{}:{}", path, step.line), "a step of " + step.command,
                       "a listing of " + step.file() + " below it");
    }
    step.listing = listing->line;
    steps.push_back(step);
  }
  return steps;
}

std::string log_of_command(const std::string& command) {
  std::string name = command;
  std::replace(name.begin(), name.end(), ' ', '_');
  std::replace(name.begin(), name.end(), '/', '_');
  return name + ".json";
}

std::string step_html(const std::string& path, const Step& step, const std::string& listing,
                      const std::string& source, const std::string& logs) {
  const std::string where = fmt::format("{}:{}", path, step.line);
  const std::string name = (std::filesystem::path(logs) / log_of_command(step.command)).string();
  if (!std::filesystem::exists(name)) {
    throw Error(where, "a step of " + step.command, "its log, " + name,
                "make book, which runs the program");
  }
  TraceLog log = load_trace(name);
  if (log.places.size() < 2) return "";
  forget_brackets(log, step.file(), source);
  std::set<int> shown;
  for (const int line : lines_of_listing(listing, source)) shown.insert(line);
  shown.erase(0);
  // What a listing leaves out between its parts belongs to it.
  std::set<int> lines;
  for (int line = shown.empty() ? 1 : *shown.begin(); !shown.empty() && line <= *shown.rbegin();
       ++line)
    lines.insert(line);
  const auto [part, events, nodes] = part_at_lines(log, step.file(), lines);
  if (part.events.empty() || part.events.size() > most_events) {
    throw UsageError(where, fmt::format("{} steps of {}", part.events.size(), step.command),
                     fmt::format("1 to {} at the lines of the listing", most_events));
  }
  return fmt::format(
      "<figure class=\"step\" data-command=\"{0}\" data-file=\"{1}\" data-other=\"{2}\" "
      "data-events=\"{3}\" "
      "data-nodes=\"{4}\">\n<figcaption>What <code>{0}</code> does there, a step in each "
      "line</figcaption>\n<pre class=\"log\"><samp>{5}</samp></pre>\n{6}</figure>\n",
      escape_html(step.command), escape_html(step.file()),
      escape_html(other_lines(part, step.file(), shown, source)), fmt::join(events, " "),
      fmt::join(nodes, " "), escape_html(part.to_text()), stepped_data(part));
}

}  // namespace holo
