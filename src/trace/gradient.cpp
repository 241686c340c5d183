// gradient.cpp: the formulas above the ops of src/ops/, in the names of a log. Those of ops whose
// numbers depend on each other one by one are terms of single numbers too.
#include "trace/gradient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "trace/formula.h"
#include "trace/gradient_of.h"

namespace holo {
namespace {

using Patterns = std::vector<std::string>;

struct OfElements {
  std::string_view op;
  std::vector<const char*> sent;  // by parent
};

// clang-format off
const OfElements of_elements[] = {
    {"neg", {"-{dy}"}},
    {"exp", {"{dy} * {y}"}},
    {"log", {"{dy} / {0}"}},
    {"sqrt", {"{dy} / (2 * {y})"}},
    {"rsqrt", {"-{dy} * {y}^3 / 2"}},
    {"reciprocal", {"-{dy} * {y}^2"}},
    {"square", {"{dy} * 2 * {0}"}},
    {"abs", {"{dy} * the sign of {0}"}},
    {"sin", {"{dy} * cos({0})"}},
    {"cos", {"-{dy} * sin({0})"}},
    {"tanh", {"{dy} * (1 - {y}^2)"}},
    {"sigmoid", {"{dy} * {y} * (1 - {y})"}},
    {"softplus", {"{dy} * sigmoid({0})"}},
    {"relu", {"{dy} where {0} > 0, else 0"}},
    {"relu2", {"{dy} * 2 * {0} where {0} > 0, else 0"}},
    {"gelu", {"{dy} * the slope of gelu at {0}"}},
    {"gelu_tanh", {"{dy} * the slope of gelu_tanh at {0}"}},
    {"silu", {"{dy} * the slope of silu at {0}"}},
    {"clamp", {"{dy} where {0} is within the bounds, else 0"}},
    {"add", {"{dy}", "{dy}"}},
    {"sub", {"{dy}", "-{dy}"}},
    {"mul", {"{dy} * {1}", "{dy} * {0}"}},
    {"div", {"{dy} / {1}", "-{dy} * {0} / {1}^2"}},
    {"maximum", {"{dy} where {0} > {1}, half where equal, else 0", "{dy} where {1} > {0}, half where equal, else 0"}},
    {"minimum", {"{dy} where {0} < {1}, half where equal, else 0", "{dy} where {1} < {0}, half where equal, else 0"}},
    {"where", {"", "{dy} where {0} is not 0, else 0", "{dy} where {0} is 0, else 0"}},
    {"masked_fill", {"", "{dy} where {0} is 0, else 0"}},
    {"affine_flow", {"{dy} * {1} * s * (1 - s), s = sigmoid({0})", "{dy} * sigmoid({0})", "{dy}", "{dy}"}},
    {"binary_cross_entropy_with_logits", {"{dy} * (sigmoid({0}) - {1})", "-{dy} * {0}"}},
    {"broadcast_to", {"{dy}"}},
};

// One that only moves numbers, and the words for where they go.
constexpr std::pair<std::string_view, const char*> moves[] = {
    {"reshape", "{dy} in the shape of {0}"},   {"view", "{dy} in the shape of {0}"},
    {"squeeze", "{dy} in the shape of {0}"},   {"unsqueeze", "{dy} in the shape of {0}"},
    {"to", "{dy}"},
    {"permute", "{dy}, its dimensions in the order of {0}"},
    {"transpose", "{dy}, transposed back"},
    {"slice", "{dy} at the place of the slice"},
    {"split", "{dy} at the place of this piece"}, {"chunk", "{dy} at the place of this piece"},
    {"gather", "{dy}, each number added where it was taken"},
    {"embedding", "each row of {dy}, added to the row of {0} that its index names"},
};
// clang-format on

std::string dims_text(const std::vector<std::size_t>& dims, std::size_t ndim) {
  if (ndim == 2 && dims.size() == 1) return dims[0] == 0 ? "its rows" : "its columns";
  return fmt::format("{} {}", dims.size() == 1 ? "dim" : "dims", fmt::join(dims, " "));
}

// ", summed over its rows": the dimensions of the result in which the parent was repeated.
std::string summed(const std::vector<Index>& y, const std::vector<Index>& x) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < y.size(); ++d) {
    const bool missing = d + x.size() < y.size();
    if (missing || x[d + x.size() - y.size()] != y[d]) dims.push_back(d);
  }
  if (dims.empty()) return "";
  return ", summed over " + (dims.size() == y.size() ? "all of it" : dims_text(dims, y.size()));
}

// "{} * {-}" as "{0} * {1}".
std::string numbered(const std::string& pattern) {
  std::string out;
  int next = 0;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    out += pattern[at];
    if (pattern[at] != '{') continue;
    out += fmt::format("{}}}", next++);
    at = pattern.find('}', at);
  }
  return out;
}

GradientPatterns of_elements_of(const TraceLog& log, const TracedNode& y, Patterns sent) {
  GradientPatterns out;
  out.whole = out.term = std::move(sent);
  for (std::size_t i = 0; i < out.whole.size() && i < y.parents.size(); ++i) {
    if (!out.whole[i].empty()) out.whole[i] += summed(y.shape, log.nodes[y.parents[i]].shape);
  }
  out.forward = {y.op == "broadcast_to" ? "{0}" : numbered(formula_pattern(y))};
  return out;
}

GradientPatterns of_move(const char* words) {
  GradientPatterns out;
  out.whole = {words};
  out.term = {"{dy}"};
  out.forward = {"{0}"};
  return out;
}

// Of the op alone; `n` as above.
GradientPatterns patterns_of(const TraceLog& log, const TracedNode& y, std::uint64_t n) {
  const std::string& op = y.op;
  const std::size_t count = y.parents.size();
  if (op == "pow" && count == 1) {
    const std::string c = number_text(y.constant);
    return of_elements_of(log, y, {fmt::format("{{dy}} * {} * {{0}}^({} - 1)", bracketed(c), c)});
  }
  if (op == "pow" && count == 2) {
    return of_elements_of(log, y, {"{dy} * {1} * {0}^({1} - 1)", "{dy} * {y} * log({0})"});
  }
  if (op == "dropout" && count == 1) return gradient_of_dropout(y);
  for (const OfElements& each : of_elements) {
    const bool fits = count == each.sent.size() || (op == "affine_flow" && count == 3);
    if (each.op == op && fits) {
      return of_elements_of(log, y, {each.sent.begin(), each.sent.end()});
    }
  }
  if (op == "matmul" && count == 2) return gradient_of_matmul(log, y);
  if (op == "linear" && count >= 2) return gradient_of_linear(y);
  if (op == "cat" || op == "stack") {
    GradientPatterns out;
    for (std::size_t i = 0; i < count; ++i) {
      out.whole.push_back(fmt::format("the part of {{dy}} that comes from {{{}}}", i));
    }
    return out;
  }
  if (op == "holo_gate" && count == 3) return gradient_of_gate(y);
  if (op == "attention" && count == 3) return gradient_of_attention(y);
  if (op == "layer_norm" || op == "rms_norm") return gradient_of_norm(y);
  if (count != 1) return {};
  for (const auto& [name, words] : moves) {
    if (name == op) return of_move(words);
  }
  if (op == "softmax" || op == "log_softmax") return gradient_of_softmax(y);
  if (op == "cross_entropy") return gradient_of_loss(y);
  if (op == "self_attention") return gradient_of_attention(y);
  if (op == "gated") return gradient_of_gate(y);
  for (const char* const each : {"sum", "mean", "var", "max", "min", "logsumexp"}) {
    if (op == each) return gradient_of_reduction(y, n);
  }
  return {};
}

}  // namespace

GradientPatterns gradient_patterns(const TraceLog& log, std::uint32_t node) {
  const TracedNode& y = log.nodes[node];
  if (!y.is_tensor || y.parents.empty()) return {};
  const std::uint64_t results = std::max<std::uint64_t>(1, log.numel(node));
  return patterns_of(log, y, log.numel(y.parents[0]) / results);
}

std::string gradient_formula(const TraceLog& log, std::uint32_t node, std::uint32_t edge) {
  const GradientPatterns patterns = gradient_patterns(log, node);
  if (edge >= patterns.whole.size()) return "";
  return filled_pattern(patterns.whole[edge], [&](const std::string& place, bool) {
    if (place == "y") return short_name(log, node);
    if (place == "dy") return "grad " + short_name(log, node);
    return short_name(log, log.nodes[node].parents[std::stoul(place)]);
  });
}

}  // namespace holo
