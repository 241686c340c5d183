// formula.cpp: formulas of nodes, written with signs or as calls, and of the gradients they send.
// It fills the patterns of see/op_info.h.
#include "trace/formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/words.h"
#include "holo/nn/activation.h"
#include "see/op_info.h"

namespace holo {
namespace {

constexpr std::size_t most_parents = 8;
constexpr std::size_t longest_in_name = 24;

// The operands in order: a place for each parent, and the constant in its position.
std::vector<std::string> operands(const TracedNode& node) {
  const std::size_t n = node.parents.size(), shown = n > most_parents + 1 ? most_parents : n;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < shown; ++i) out.push_back(fmt::format("{{{}}}", i));
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

// The pattern with the text of each parent.
std::string filled(const TracedNode& node, const std::function<std::string(std::uint32_t)>& text) {
  return filled_pattern(formula_pattern(node), [&](const std::string& place, bool in_brackets) {
    const std::string operand = text(node.parents[std::stoul(place)]);
    return in_brackets ? bracketed(operand) : operand;
  });
}

}  // namespace

std::string number_text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

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
  if (node.op == "neg" && x.size() == 1) return "-" + bracketed(x[0]);
  const std::string_view sign = sign_of(node.op);
  if (!sign.empty() && x.size() == 2) {
    return (sign == "^" ? bracketed(x[0]) : x[0]).append(sign) + bracketed(x[1]);
  }
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

// ---- gradients that are sent ----

namespace {

// Operand `i`, 0 or 1, of an op with two operands, one of which may be a constant.
std::string operand(const TraceLog& log, const TracedNode& node, std::size_t i) {
  const bool constant_first = node.has_constant == TracedNode::Constant::first;
  if (node.has_constant != TracedNode::Constant::none && (i == 0) == constant_first) {
    return number_text(node.constant);
  }
  return short_name(log, node.parents[constant_first ? 0 : std::min(i, node.parents.size() - 1)]);
}

std::string dims_text(const std::vector<std::size_t>& dims, std::size_t ndim) {
  if (ndim == 2 && dims.size() == 1) return dims[0] == 0 ? "its rows" : "its columns";
  return fmt::format("{} {}", dims.size() == 1 ? "dim" : "dims", fmt::join(dims, " "));
}

// ", summed over its rows": the dimensions of the result along which the parent was repeated.
std::string summed(const std::vector<Index>& y, const std::vector<Index>& x) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < y.size(); ++d) {
    const bool missing = d + x.size() < y.size();
    if (missing || x[d + x.size() - y.size()] != y[d]) dims.push_back(d);
  }
  if (dims.empty()) return "";
  return ", summed over " + (dims.size() == y.size() ? "all of it" : dims_text(dims, y.size()));
}

}  // namespace

std::string local_derivative(const TraceLog& log, std::uint32_t index, std::uint32_t edge) {
  const TracedNode& node = log.nodes[index];
  const ValueOpInfo* const info = value_op_info(node.op);
  const std::size_t n = node.parents.size();
  if (node.is_tensor || edge >= n || info == nullptr) return "";
  const bool has_constant = node.has_constant != TracedNode::Constant::none;
  if (node.op == "mul" && has_constant) return "";  // the derivative is a plain number
  const bool is_second = node.has_constant == TracedNode::Constant::first || edge == 1;
  return filled_pattern(info->local[is_second ? 1 : 0], [&](const std::string& place, bool) {
    if (place == "y") return short_name(log, index);
    if (place == "other") return short_name(log, node.parents[(edge + n / 2) % n]);
    const std::string text = operand(log, node, place.back() == 'a' ? 0 : 1);
    return place.front() == '-' ? bracketed(text) : text;
  });
}

std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge) {
  const TracedNode& y = log.nodes[node];
  const TensorOpInfo* const info = y.is_tensor ? tensor_op_info(y.op) : nullptr;
  if (info == nullptr || edge >= y.parents.size()) return "";
  const auto* const norm = std::get_if<op_options::Norm>(&y.options);
  const bool has_bias_alone = norm != nullptr && !norm->gain && edge > 0;
  const std::size_t row = info->sent[1].empty() ? 0 : has_bias_alone ? 2 : edge;
  if (row >= std::size(info->sent) || info->sent[row].empty()) return "";
  const auto* const linear = std::get_if<op_options::Linear>(&y.options);
  const bool is_bent = linear != nullptr && linear->activation != Activation::none;
  const std::string dy = "grad " + short_name(log, node);
  std::string text = filled_pattern(info->sent[row], [&](const std::string& place, bool) {
    if (place == "y") return short_name(log, node);
    if (place == "dy") return is_bent ? "dz" : dy;
    return short_name(log, y.parents[place == "it" ? edge : std::stoul(place)]);
  });
  if (is_bent)
    text += fmt::format(", dz = {} * slope of {}", dy, activation_name(linear->activation));
  return info->broadcasts ? text + summed(y.shape, log.nodes[y.parents[edge]].shape) : text;
}

}  // namespace holo
