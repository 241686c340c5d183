// line.cpp: writes each kind of event, and finds nodes by name. Neither labels nor numbers are
// unique, because a tape reuses numbers.
#include "trace/stepper/line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/words.h"
#include "holo/check.h"
#include "trace/formula.h"

namespace holo {
namespace {

constexpr std::size_t most_numbers = 6;

bool are_same(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [&](double x) { return x == numbers[0]; });
}

std::string list_text(std::span<const double> numbers, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < most; ++i) {
    text += (i > 0 ? " " : "") + number_text(numbers[i]);
  }
  return numbers.size() > most ? text + " ..." : text;
}

std::string made_text(const TraceLog& log, const TraceState& state, const TraceEvent& event) {
  const TracedNode& node = log.nodes[event.node];
  std::string text = fmt::format("#{} {}", node.number, node.op);
  if (!node.label.empty()) text += " " + plain_label(node.label);
  const std::string in_names = formula(log, event.node);
  if (!in_names.empty()) text += " = " + in_names;
  if (!node.shape.empty()) text += " " + shape_text(node);
  text += "  " + numbers_text(log, event.node, log.run(event));
  const std::string in_numbers = formula_in_numbers(log, state, event.node);
  return in_numbers.empty() ? text : text + " = " + in_numbers;
}

std::string contribution_text(const TraceLog& log, const TraceEvent& event) {
  const TracedNode& node = log.nodes[event.node];
  // Do not repeat the op: write "tanh #4" and not "tanh #4 (tanh(y))".
  const bool says_op = formula(log, event.node).starts_with(node.op + "(");
  const std::string way = fmt::format(
      "{} {} -> {}{}", node.op, says_op ? log.name(event.node) : name_and_formula(log, event.node),
      name_and_shape(log, event.parent), which_text(log, event));
  if (node.is_tensor) {
    return fmt::format("{}  grad {} -> {}", way, numbers_text(log, event.parent, log.run(event, 0)),
                       numbers_text(log, event.parent, log.run(event, 1)));
  }
  const double local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
  return fmt::format("{}  {} times upstream {} = {}; grad {} -> {}", way,
                     derivative_text(log, event), number_text(upstream),
                     product_text(local, upstream), number_text(log.run(event, 2)[0]),
                     number_text(log.run(event, 3)[0]));
}

}  // namespace

std::string numbers_text(const TraceLog& log, std::uint32_t node, std::span<const double> run) {
  if (run.empty()) return log.numel(node) == 0 ? "no numbers" : "0";
  const bool whole = log.whole(node);
  if (whole && run.size() > most_numbers && are_same(run)) return "all " + number_text(run[0]);
  if (whole) return list_text(run, most_numbers);
  const TraceSummary summary(run);
  if (summary.minimum == summary.maximum && summary.nan_count + summary.infinity_count == 0) {
    return "all " + number_text(summary.minimum);
  }
  std::string text = fmt::format("{} ({} to {}, mean {}", list_text(summary.first, most_numbers),
                                 number_text(summary.minimum), number_text(summary.maximum),
                                 number_text(summary.mean));
  if (summary.nan_count > 0) text += fmt::format(", {} NaN", summary.nan_count);
  if (summary.infinity_count > 0) text += fmt::format(", {} infinite", summary.infinity_count);
  return text + ")";
}

std::string shape_text(const TracedNode& node) {
  return node.shape.empty() ? "" : fmt::format(" [{}]", fmt::join(node.shape, ", "));
}

std::string name_and_shape(const TraceLog& log, std::uint32_t node) {
  return name_and_formula(log, node) + shape_text(log.nodes[node]);
}

std::string derivative_text(const TraceLog& log, const TraceEvent& event) {
  const std::string in_names = local_derivative(log, event.node, event.edge);
  const std::string d = "d " + number_text(log.run(event, 0)[0]);
  return in_names.empty() ? d : fmt::format("{} (= {})", d, in_names);
}

std::string which_text(const TraceLog& log, const TraceEvent& event) {
  const TracedNode& node = log.nodes[event.node];
  const auto begin = node.parents.begin(), end = node.parents.end();
  const auto all = std::count(begin, end, event.parent);
  if (all < 2 || node.is_tensor) return "";
  return fmt::format(
      " ({} of {})",
      std::count(begin, begin + static_cast<std::ptrdiff_t>(event.edge) + 1, event.parent), all);
}

std::string scope_text(const TraceLog& log, const TraceEvent& event) {
  const std::string& scope = log.scopes[event.scope];
  return scope.empty() ? "" : fmt::format("  ({})", plain_label(scope));
}

std::string where_text(const TraceLog& log, const TraceEvent& event) {
  const std::string text = scope_text(log, event);
  const TracePlace& place = log.places[event.place];
  if (place.file.empty()) return text;
  const std::string file = place.file.substr(place.file.find_last_of('/') + 1);
  return text + fmt::format("  at {}:{}", plain_label(file), place.line);
}

std::string event_text(const TraceLog& log, const TraceState& state, std::size_t index) {
  const TraceEvent& event = log.events[index];
  const std::string name = name_and_shape(log, event.node);
  const auto numbers = [&] { return numbers_text(log, event.node, log.run(event)); };
  switch (event.kind) {
    case TraceEvent::Kind::leaf:
    case TraceEvent::Kind::forward:
      return made_text(log, state, event);
    case TraceEvent::Kind::backward:
      return fmt::format("backward from {}  grad {}", name, numbers());
    case TraceEvent::Kind::contribution:
      return contribution_text(log, event);
    case TraceEvent::Kind::set_data:
      return fmt::format("the program sets {}  data {}", name, numbers());
    case TraceEvent::Kind::set_grad:
      return fmt::format("the program sets {}  grad {}", name, numbers());
    case TraceEvent::Kind::clear_grad:
      return fmt::format("backward clears {}  grad {}, before it begins", name, numbers());
  }
  return "";
}

// ---- names ----

namespace {

std::vector<std::string> labels_of(const TraceLog& log) {
  std::set<std::string> labels;
  for (const TracedNode& node : log.nodes) {
    if (!node.label.empty()) labels.insert(plain_label(node.label));
  }
  return {labels.begin(), labels.end()};
}

// Cuts the indices off a name: for "W[0][1]" or "W[0, 1]" it returns 0 and 1, and leaves "W".
std::vector<std::size_t> cut_indices(std::string& name) {
  const std::size_t open = name.find('[');
  if (open == std::string::npos || open == 0 || name.back() != ']') return {};
  std::vector<std::size_t> indices;
  std::string digits;
  for (const char c : name.substr(open + 1)) {
    if (c >= '0' && c <= '9' && digits.size() < 9) {
      digits += c;
    } else if ((c == ']' || c == ',') && !digits.empty()) {
      indices.push_back(std::stoul(digits));
      digits.clear();
    } else if (c != '[' && c != ' ' && c != ']') {
      return {};
    }
  }
  name = name.substr(0, name.find_last_not_of(' ', open - 1) + 1);
  return indices;
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 8;
  std::string text;
  const std::size_t shown = names.size() == most_listed + 1 ? names.size() : most_listed;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) {
    text += (i > 0 ? ", " : "") + names[i];
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

bool is_named(const TraceLog& log, std::uint32_t node, const std::string& name) {
  const TracedNode& traced = log.nodes[node];
  if (!traced.label.empty() && plain_label(traced.label) == name) return true;
  return name == log.name(node) || name == fmt::format("#{}", traced.number);
}

std::uint32_t find_node(const TraceLog& log, std::size_t position, const std::string& name) {
  std::uint32_t found = TraceEvent::none;
  for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
    if (found != TraceEvent::none && log.nodes[i].made_by >= position) break;
    if (is_named(log, i, name)) found = i;
  }
  if (found != TraceEvent::none) return found;
  const std::vector<std::string> labels = labels_of(log);
  const std::string expected = labels.empty()
                                   ? "a number as #3: no node has a label"
                                   : "a label or a number as #3; there are " + listed(labels);
  throw UsageError(plain_label(in_quotes(name)), "no node has this name", expected,
                   nearest(name, labels));
}

std::optional<TraceElement> find_element(const TraceLog& log, std::size_t position,
                                         const std::string& name) {
  for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
    if (is_named(log, i, name)) return std::nullopt;
  }
  std::string tensor = name;
  const std::vector<std::size_t> indices = cut_indices(tensor);
  if (indices.empty()) return std::nullopt;
  const std::uint32_t node = find_node(log, position, tensor);
  const std::vector<Index>& shape = log.nodes[node].shape;
  std::size_t at = 0;
  bool fits = indices.size() == shape.size();
  for (std::size_t d = 0; fits && d < shape.size(); ++d) {
    const auto size = static_cast<std::size_t>(shape[d]);
    fits = indices[d] < size;
    at = at * size + indices[d];
  }
  if (!fits) {
    throw UsageError(plain_label(in_quotes(name)), "no such number",
                     fmt::format("indices from 0 of {}", name_and_shape(log, node)));
  }
  if (!log.whole(node)) {
    throw Error(plain_label(in_quotes(name)), "the log has a summary of this Tensor",
                "one with fewer numbers");
  }
  return TraceElement{node, at};
}

std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at) {
  const std::vector<Index>& shape = log.nodes[node].shape;
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto size = static_cast<std::size_t>(shape[d]);
    indices.insert(0, fmt::format("[{}]", at % size));
    at /= size;
  }
  return short_name(log, node) + indices;
}

}  // namespace holo
