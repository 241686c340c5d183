// names.cpp: labels are not unique, nor are numbers: a tape uses them again.
#include "trace/stepper/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/words.h"
#include "holo/check.h"
#include "trace/stepper/line.h"

namespace holo {
namespace {

constexpr std::size_t most_listed = 8;

// "add, mul, tanh and 3 more"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = names.size() == most_listed + 1 ? names.size() : most_listed;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) {
    text += (i > 0 ? ", " : "") + names[i];
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::vector<std::string> labels_of(const TraceLog& log) {
  std::set<std::string> labels;
  for (const TracedNode& node : log.nodes) {
    if (!node.label.empty()) labels.insert(plain_label(node.label));
  }
  return {labels.begin(), labels.end()};
}

// "0, 1" of "W[0][1]" and of "W[0, 1]", and the name before it.
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

std::string nearest_or_longer(const std::string& name, const std::vector<std::string>& names) {
  const std::string found = nearest(name, names);
  if (!found.empty() || name.empty()) return found;
  const auto longer = std::find_if(names.begin(), names.end(),
                                   [&](const std::string& n) { return n.find(name) == 0; });
  return longer == names.end() ? "" : *longer;
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
                   nearest_or_longer(name, labels));
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

void check_one_of(const std::string& name, const std::vector<std::string>& names,
                  const std::string& what) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw UsageError(plain_label(in_quotes(name)), fmt::format("no {} of this log", what),
                   names.empty()
                       ? fmt::format("a log that has {} {}", what == "op" ? "an" : "a", what)
                       : "one of " + listed(names),
                   nearest_or_longer(name, names));
}

}  // namespace holo
