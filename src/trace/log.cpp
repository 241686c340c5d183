// log.cpp: a log as text, one event a line.
#include "holo/trace_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "trace/formula.h"

namespace holo {
namespace {

constexpr std::size_t shown_numbers = 6;

// "1 2 3 4 5 6 ...", or a summary: "60 numbers from -1 to 1, mean 0.5, 1 NaN, 2 infinite".
std::string list(const TraceLog& log, const TraceEvent& event, int run) {
  const std::span<const double> numbers = log.run(event, run);
  if (!log.whole(event)) {
    const bool sent = event.kind == TraceEvent::Kind::contribution;
    const TraceSummary s(numbers);
    std::string out =
        fmt::format("{} numbers from {}, mean {}", log.numel(sent ? event.parent : event.node),
                    range_text(s.minimum, s.maximum), number_text(s.mean));
    if (s.nan_count > 0) out += fmt::format(", {} NaN", s.nan_count);
    if (s.infinity_count > 0) out += fmt::format(", {} infinite", s.infinity_count);
    return out;
  }
  std::string out = numbers.empty() ? "no numbers" : "";
  for (std::size_t i = 0; i < numbers.size() && i < shown_numbers; ++i) {
    out += (i > 0 ? " " : "") + number_text(numbers[i]);
  }
  return numbers.size() > shown_numbers ? out + " ..." : out;
}

// A line in three columns: the op, the node or the way of a gradient, and the numbers.
struct Line {
  std::string op, name, numbers;
};

Line made(const TraceLog& log, const TraceState& state, const TraceEvent& event) {
  const std::string in_names = formula(log, event.node);
  const std::string in_numbers = formula_in_numbers(log, state, event.node);
  return {log.nodes[event.node].op,
          log.name(event.node) + (in_names.empty() ? "" : " = " + in_names),
          "data " + list(log, event, 0) + (in_numbers.empty() ? "" : " = " + in_numbers)};
}

Line sent(const TraceLog& log, const TraceEvent& event) {
  const TracedNode& node = log.nodes[event.node];
  const std::string way = log.name(event.node) + " -> " + log.name(event.parent);
  if (node.is_tensor) {
    return {node.op, way, "grad " + list(log, event, 0) + " becomes " + list(log, event, 1)};
  }
  const auto number = [&](int run) { return number_text(log.run(event, run)[0]); };
  return {node.op, way,
          fmt::format("grad {} + {} * {} = {}", number(2), bracketed(number(0)),
                      bracketed(number(1)), number(3))};
}

Line line_of(const TraceLog& log, const TraceState& state, const TraceEvent& event) {
  const std::string name = log.name(event.node);
  switch (event.kind) {
    case TraceEvent::Kind::leaf:
    case TraceEvent::Kind::forward:
      return made(log, state, event);
    case TraceEvent::Kind::backward:
      return {"backward", "from " + name, "grad " + list(log, event, 0)};
    case TraceEvent::Kind::contribution:
      return sent(log, event);
    case TraceEvent::Kind::set_data:
      return {"set", name, "data " + list(log, event, 0)};
    case TraceEvent::Kind::set_grad:
      return {"set", name, "grad " + list(log, event, 0)};
    case TraceEvent::Kind::clear_grad:
      return {"clear", name, "grad " + list(log, event, 0)};
  }
  return {};
}

// The width of a column: of its longest text, but that a few long ones do not push all others.
std::size_t width_of(const std::vector<Line>& lines, std::string Line::*column, std::size_t most) {
  std::size_t width = 0;
  for (const Line& line : lines) {
    if ((line.*column).size() <= most) width = std::max(width, (line.*column).size());
  }
  return width;
}

}  // namespace

std::uint64_t TraceLog::numel(std::uint32_t node) const {
  std::uint64_t numel = 1;
  for (const Index size : nodes[node].shape) numel *= static_cast<std::uint64_t>(size);
  return numel;
}

std::string TraceLog::name(std::uint32_t node) const {
  const std::string& label = nodes[node].label;
  return fmt::format("#{}{}{}", nodes[node].number, label.empty() ? "" : " ", plain_label(label));
}

std::string TraceLog::to_text() const {
  std::vector<Line> lines;
  TraceState state(*this);
  while (state.step()) lines.push_back(line_of(*this, state, state.last()));
  const std::size_t op = width_of(lines, &Line::op, 16), name = width_of(lines, &Line::name, 48);
  std::string text;
  std::uint32_t scope = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (events[i].scope != scope) {
      scope = events[i].scope;
      text += "in " + (scope == 0 ? "no scope" : plain_label(scopes[scope])) + "\n";
    }
    text +=
        fmt::format("{:{}}  {:{}}  {}\n", lines[i].op, op, lines[i].name, name, lines[i].numbers);
  }
  if (!cut.empty()) text += "the log ends here: " + cut + "\n";
  return text;
}

}  // namespace holo
