// formula.cpp: writes the formula of a node: signs between two operands, or a call.
#include "trace/formula.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/label.h"
#include "trace/op_formula.h"

namespace holo {
namespace {

constexpr std::size_t most_parents = 8;

// The operands in their order, with the constant at its place.
std::vector<std::string> operands(const TracedNode& node,
                                  const std::function<std::string(std::uint32_t)>& text) {
  std::vector<std::string> out;
  for (const std::uint32_t parent : node.parents) {
    if (out.size() == most_parents && node.parents.size() > most_parents + 1) {
      out.push_back(fmt::format("{} more", node.parents.size() - most_parents));
      break;
    }
    out.push_back(text(parent));
  }
  return with_constant(node, std::move(out), number_text(node.constant));
}

std::string sign_of(std::string_view op) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> signs = {
      {{"add", " + "}, {"sub", " - "}, {"mul", " * "}, {"div", " / "}, {"pow", "^"}}};
  for (const auto& [name, sign] : signs) {
    if (name == op) return std::string(sign);
  }
  return "";
}

// A negative operand behind a sign stands in brackets: 3 - (-2).
std::string bracketed(const std::string& operand) {
  return operand.starts_with('-') ? "(" + operand + ")" : operand;
}

std::string written(const TracedNode& node, const std::vector<std::string>& x) {
  if (node.op == "neg" && x.size() == 1) return "-" + bracketed(x[0]);
  const std::string sign = sign_of(node.op);
  if (!sign.empty() && x.size() == 2) {
    return (sign == "^" ? bracketed(x[0]) : x[0]) + sign + bracketed(x[1]);
  }
  return fmt::format("{}({})", node.op, fmt::join(x, ", "));
}

}  // namespace

std::string number_text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

std::string product_text(double a, double b) { return number_text(a * b + 0.0); }

std::string short_name(const TraceLog& log, std::uint32_t node) {
  const std::string& label = log.nodes[node].label;
  return label.empty() ? log.name(node) : plain_label(label);
}

std::string formula(const TraceLog& log, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  if (traced.parents.empty()) return "";
  return written(traced,
                 operands(traced, [&](std::uint32_t parent) { return short_name(log, parent); }));
}

std::string formula_in_numbers(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  if (traced.parents.empty()) return "";
  for (const std::uint32_t parent : traced.parents) {
    if (state.value(parent).size() != 1) return "";
  }
  return written(traced, operands(traced, [&](std::uint32_t parent) {
                   return number_text(state.value(parent)[0]);
                 }));
}

}  // namespace holo
