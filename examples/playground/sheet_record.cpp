// sheet_record.cpp: slopes and paths as the stepper finds them in the log of the sheet; a table for
// a terminal, and JSON for a page.
#include "playground/sheet_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "files/text.h"
#include "holo/trace.h"
#include "trace/formula.h"
#include "trace/pass.h"
#include "trace/stepper/session.h"

namespace holo {
namespace {

std::string verdict_of(const SlopeCheck& s) {
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
  StepperSession session{log, {in.get(), out.get()}, TraceState(log)};
  session.state.go_to(log.events.size());
  explain_gradient(session, name);
  std::fflush(out.get());
  std::rewind(out.get());
  std::string text;
  for (int c = 0; (c = std::fgetc(out.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

constexpr std::size_t widest_text = 40;

std::string last_line(const std::vector<SheetResult>& results) {
  std::size_t compared = 0, equal = 0;
  for (const SheetResult& result : results) {
    compared += result.leads_to_root ? 1 : 0;
    equal += result.leads_to_root && result.agrees ? 1 : 0;
  }
  if (equal == compared) return "each gradient is the slope\n";
  return fmt::format("{} of {} gradients are the slope\n", equal, compared);
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
    SheetResult result{line.text, line.name, line.line, line.value.data(), 0, true, 0, true, ""};
    result.leads_to_root = node == pass.root || !to[node].empty();
    if (result.leads_to_root) {
      const SlopeCheck slope = check_slope(log_, pass, node);
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

std::string SheetRecord::table() const {
  std::size_t width = 0;
  for (const SheetResult& result : results_) {
    if (result.text.size() <= widest_text) width = std::max(width, result.text.size());
  }
  const auto row = [&](const std::string& text, const std::string& data,
                       const std::string& gradient, const std::string& slope) {
    return fmt::format("{:<{}}  {:>11}  {:>11}  {:>11}", text, width, data, gradient, slope);
  };
  std::string out = row("", "data", "gradient", "slope") + "\n";
  for (const SheetResult& result : results_) {
    const bool leads = result.leads_to_root;
    out += row(result.text, number_text(result.data), leads ? number_text(result.gradient) : "-",
               leads ? number_text(result.slope) : "-");
    if (!leads) out += "  the last line does not depend on it";
    out += (result.verdict.empty() ? "" : "  " + result.verdict) + "\n";
  }
  return out + last_line(results_);
}

std::string SheetRecord::json(const std::string& asked) const {
  const auto line = [](const SheetResult& r) {
    return fmt::format(
        R"({{"text":{},"name":{},"line":{},"data":{},"gradient":{},"slope":{},"leads":{},)"
        R"("agrees":{},"verdict":{}}})",
        json_string(r.text), json_string(r.name), r.line, json_string(number_text(r.data)),
        json_string(number_text(r.gradient)), json_string(number_text(r.slope)), r.leads_to_root,
        r.agrees, json_string(r.verdict));
  };
  std::string lines;
  for (const SheetResult& result : results_) lines += (lines.empty() ? "" : ",") + line(result);
  return fmt::format("{{\"sheet\":{},\n\"lines\":[{}],\n\"why\":{},\n\"log\":{}}}\n",
                     json_string(text_), lines, json_string(asked.empty() ? "" : why(asked)),
                     to_json(log_));
}

std::string sheet_error_json(const Error& error) {
  const auto* const placed = dynamic_cast<const SheetError*>(&error);
  return fmt::format(R"({{"error":{{"line":{},"column":{},"message":{}}}}})"
                     "\n",
                     placed == nullptr ? 0 : placed->line(),
                     placed == nullptr ? 0 : placed->column(), json_string(error.what()));
}

}  // namespace holo
