// sheet_record.cpp: slopes and paths are those of the stepper, of the log of the sheet.
#include "playground/sheet_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "holo/trace.h"
#include "holo/value_graph.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/session.h"
#include "trace/stepper/slope.h"

namespace holo {
namespace {

std::string verdict_of(const Slope& s) {
  switch (s.verdict) {
    case Verdict::agree:
      return "";
    case Verdict::too_small:
      return "too small to tell";
    case Verdict::nothing:
      return "NaN: nothing to compare";
    case Verdict::kink:
      return fmt::format("a kink: {} below, {} above", number_text(s.left), number_text(s.right));
    case Verdict::differ:
      break;
  }
  return "they differ";
}

// What a command of the stepper says.
std::string said(const TraceLog& log, const std::string& name) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> in(std::tmpfile(), close),
      out(std::tmpfile(), close);
  if (!in || !out) throw Error("--why", "no file can be made", "a folder for temporary files");
  const StepperOptions options;
  StepperSession session{log, options, {in.get(), out.get()}, TraceState(log), Breaks(log)};
  session.state.go_to(log.events.size());
  explain_gradient(session, name);
  std::fflush(out.get());
  std::rewind(out.get());
  std::string text;
  for (int c = 0; (c = std::fgetc(out.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

}  // namespace

SheetRecord::SheetRecord(const std::string& text) : text_(text) {
  {
    const Trace trace(log_, {.places = false});
    sheet_ = read_sheet(text_);
    sheet_.root().value.backward();
  }
  log_.program = "playground";
  log_.no_lines.clear();
  add_places();
  add_results();
}

// An op has the line of the statement that made its node.
void SheetRecord::add_places() {
  std::vector<std::uint32_t> place_of(log_.nodes.size(), 0);
  for (const SheetLine& line : sheet_.lines) {
    log_.places.push_back({"sheet", line.line});
    for (std::size_t i = 0; i < log_.nodes.size(); ++i) {
      if (place_of[i] == 0 && log_.nodes[i].number < line.nodes_end)
        place_of[i] = static_cast<std::uint32_t>(log_.places.size() - 1);
    }
  }
  for (TraceEvent& event : log_.events) event.place = place_of[event.node];
}

void SheetRecord::add_results() {
  const BackwardPass pass = pass_at(log_, log_.events.size()).value();
  const Contributions to = contributions_by_parent(log_, pass, pass.end);
  for (const SheetLine& line : sheet_.lines) {
    const auto found = std::find_if(log_.nodes.begin(), log_.nodes.end(), [&](const auto& node) {
      return node.number == line.value.index();
    });
    const auto node = static_cast<std::uint32_t>(found - log_.nodes.begin());
    SheetResult result{line.text, line.name, line.line, node, line.value.data(),
                       0,         true,      0,         true, ""};
    result.leads_to_root = node == pass.root || !to[node].empty();
    if (result.leads_to_root) {
      Slope slope(log_, pass, to, node);
      slope.move(0);
      result.gradient = slope.gradient;
      const bool is_nothing = slope.verdict == Verdict::nothing;
      result.slope = is_nothing ? std::nan("") : slope.secant.slope();
      result.agrees = slope.verdict == Verdict::agree;
      result.verdict = verdict_of(slope);
    }
    results_.push_back(result);
  }
}

std::string SheetRecord::why(const std::string& name) const {
  return said(log_, fmt::format("#{}", sheet_.named(name).value.index()));
}

std::string SheetRecord::graph() const { return to_text(sheet_.root().value); }

}  // namespace holo
