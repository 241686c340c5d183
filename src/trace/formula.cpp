// formula.cpp: the formula of a node: signs between two operands, or a call.
#include "trace/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "base/words.h"
#include "trace/option_names.h"
#include "trace/value_op.h"

namespace holo {
namespace {

constexpr std::size_t most_parents = 8;
constexpr std::size_t longest_in_name = 24;

// The operands in their order: a place for each, and the constant at its place.
std::vector<std::string> operands(const TracedNode& node) {
  const std::size_t n = node.parents.size(), shown = n > most_parents + 1 ? most_parents : n;
  std::vector<std::string> out(shown, "{}");
  if (shown < n) out.push_back(fmt::format("{} more", n - shown));
  return with_constant(node, std::move(out), number_text(node.constant));
}

std::string_view sign_of(std::string_view op) {
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"add", " + "}, {"sub", " - "}, {"mul", " * "}, {"div", " / "}, {"pow", "^"}};
  for (const auto& [name, sign] : signs) {
    if (name == op) return sign;
  }
  return "";
}

// An operand after a sign: 3 - (-2).
std::string behind_sign(const std::string& operand) {
  return operand == "{}" ? "{-}" : bracketed(operand);
}

// The pattern with the text of each parent.
std::string filled(const TracedNode& node, const std::function<std::string(std::uint32_t)>& text) {
  const std::string pattern = formula_pattern(node);
  std::string out;
  std::size_t next = 0;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const bool plain = pattern.compare(at, 2, "{}") == 0;
    if (next == node.parents.size() || (!plain && pattern.compare(at, 3, "{-}") != 0)) {
      out += pattern[at];
      continue;
    }
    const std::string operand = text(node.parents[next++]);
    out += plain ? operand : bracketed(operand);
    at += plain ? 1 : 2;
  }
  return out;
}

// number_text(), but rounded down when `way` is -1, and up when it is 1.
std::string rounded_text(double x, int way) {
  const std::string text = number_text(x);
  const std::optional<double> nearest = parse_number(text);  // infinite ones, and NaN, are none
  if (!nearest || way * (x - *nearest) <= 0) return text;
  const std::string digits = fmt::format("{:.5e}", x);
  const std::optional<double> unit =
      parse_number(fmt::format("1e{}", std::stoi(digits.substr(digits.find('e') + 1)) - 5));
  return number_text(*nearest + way * *unit);
}

}  // namespace

std::string number_text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

std::string range_text(double low, double high) {
  return rounded_text(low, -1) + " to " + rounded_text(high, 1);
}

std::string product_text(double a, double b) { return number_text(a * b + 0.0); }

std::string bracketed(const std::string& number) {
  return number.starts_with('-') ? "(" + number + ")" : number;
}

std::string short_name(const TraceLog& log, std::uint32_t node) {
  const std::string& label = log.nodes[node].label;
  return label.empty() ? log.name(node) : plain_label(label);
}

std::string name_and_formula(const TraceLog& log, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  const auto has_label = [&](std::uint32_t parent) { return !log.nodes[parent].label.empty(); };
  if (!traced.label.empty() || traced.parents.empty() ||
      !std::all_of(traced.parents.begin(), traced.parents.end(), has_label)) {
    return log.name(node);
  }
  const std::string text = formula(log, node);
  return text.size() > longest_in_name ? log.name(node)
                                       : fmt::format("{} ({})", log.name(node), text);
}

std::string formula_pattern(const TracedNode& node) {
  if (node.parents.empty()) return "";
  std::vector<std::string> x = operands(node);
  if (node.op == "neg" && x.size() == 1) return "-" + behind_sign(x[0]);
  const std::string_view sign = sign_of(node.op);
  if (!sign.empty() && x.size() == 2) {
    return (sign == "^" ? behind_sign(x[0]) : x[0]).append(sign) + behind_sign(x[1]);
  }
  const std::string options = op_options_text(node.options, static_cast<int>(node.shape.size()));
  if (!options.empty()) x.push_back(options);
  return fmt::format("{}({})", node.op, fmt::join(x, ", "));
}

std::string formula(const TraceLog& log, std::uint32_t node) {
  return filled(log.nodes[node], [&](std::uint32_t parent) { return short_name(log, parent); });
}

std::string formula_in_numbers(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  for (const std::uint32_t parent : traced.parents) {
    if (state.value(parent).size() != 1) return "";
  }
  return filled(traced, [&](std::uint32_t parent) { return number_text(state.value(parent)[0]); });
}

}  // namespace holo
