// op_patterns.cpp: formulas for the gradients of ops in which several numbers depend on several
// numbers. The formulas depend on options and shapes. Products of sizes cannot overflow here,
// because the op has run.
#include "see/op_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holo/nn/layers.h"

namespace holo {
namespace {

namespace o = op_options;

std::string short_text(double x) { return fmt::format("{:.6g}", x); }

std::string with(std::string pattern, std::string_view place, const std::string& text) {
  for (std::size_t at = 0; (at = pattern.find(place, at)) != std::string::npos; at += text.size()) {
    pattern.replace(at, place.size(), text);
  }
  return pattern;
}

// The dimensions of a shape before the last two of a matrix, or before the last one of a vector.
std::vector<Index> batch_of(const std::vector<Index>& shape, std::size_t matrix) {
  return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min(matrix, shape.size()))};
}

// How many numbers of x are reduced to one number of y.
Index reduced_numbers(const OpCall& c) {
  Index of_x = 1, of_y = 1;
  for (const Index size : c.parents[0]) of_x *= size;
  for (const Index size : c.shape) of_y *= size;
  return of_x / std::max<Index>(1, of_y);
}

}  // namespace

GradientPatterns gradient_of_matmul(const OpCall& c) {
  const std::vector<Index>&a = c.parents[0], &b = c.parents[1];
  GradientPatterns out = {"{dy} @ {1}^T", "{0}^T @ {dy}"};
  if (a.size() == 1 && b.size() == 1) {
    out = {"{dy} * {1}", "{dy} * {0}"};
  } else if (a.size() == 1) {
    out[1] = "outer({0}, {dy})";
  } else if (b.size() == 1) {
    out[0] = "outer({dy}, {1})";
  }
  const std::vector<Index> batch =
      batch_of(c.shape, 2 - std::size_t{a.size() == 1} - std::size_t{b.size() == 1});
  if (batch_of(a, 2) != batch) out[0] += ", summed over the batch";
  if (batch_of(b, 2) != batch) out[1] += ", summed over the batch";
  return out;
}

// If there is an activation, the gradient first becomes dz, whose numbers are not in the log.
GradientPatterns gradient_of_linear(const OpCall& c) {
  const auto* const linear = std::get_if<o::Linear>(&c.options);
  const bool has_bias = c.parents.size() > 2;
  GradientPatterns out = {"{dz} @ {1}", "{dz}^T @ {0}", "{dz} summed over its rows"};
  out.resize(c.parents.size());
  if (linear != nullptr && linear->activation != Activation::none) {
    const std::string slope =
        fmt::format(", dz = {{dy}} * the slope of {} at {{0}} @ {{1}}^T{}",
                    activation_name(linear->activation), has_bias ? " + {2}" : "");
    for (std::string& each : out) each = with(each, "{dz}", "dz") + slope;
    return out;
  }
  out[1] = with(out[1], "{dz}^T", "({dy})^T");
  for (std::string& each : out) each = with(each, "{dz}", "{dy}");
  return out;
}

GradientPatterns gradient_of_mean(const OpCall& c) {
  return {
      fmt::format("{{dy}} / {}, for each number of {{0}} that is in the mean", reduced_numbers(c))};
}

GradientPatterns gradient_of_variance(const OpCall& c) {
  const auto* const variance = std::get_if<o::Variance>(&c.options);
  const Index n = reduced_numbers(c) - (variance == nullptr ? 0 : variance->correction);
  return {fmt::format("{{dy}} * 2 * ({{0}} - its mean) / {}", n)};
}

// Ties share the gradient in max(x), but not in max(x, 0). For a 1-D x, both have the same log.
GradientPatterns gradient_of_extreme(const OpCall& c) {
  const auto* const over = std::get_if<o::Over>(&c.options);
  const bool all = c.shape.empty();
  const bool may_be_either = all && over != nullptr && over->dims.count() == 1;
  const char* const which = may_be_either ? "at {0} that is {y}"
                            : all         ? "shared by all {0} that are {y}"
                                          : "at the first {0} that is {y}";
  return {fmt::format("{{dy}} {}, else 0", which)};
}

GradientPatterns gradient_of_softmax(const OpCall& c) {
  const auto* const along = std::get_if<o::Along>(&c.options);
  const auto d = static_cast<std::size_t>(along == nullptr ? 0 : along->dim);
  const std::string which =
      d + 1 == c.shape.size() ? ", the sum over each row" : fmt::format(", the sum over dim {}", d);
  return {(c.op == "softmax" ? "{y} * ({dy} - sum({dy} * {y}))" : "{dy} - exp({y}) * sum({dy})") +
          which};
}

GradientPatterns gradient_of_loss(const OpCall& c) {
  const auto* const loss = std::get_if<o::CrossEntropy>(&c.options);
  const bool is_mean = loss != nullptr && loss->reduction == Reduction::mean;
  const bool ignores = loss != nullptr && std::find(c.indices.begin(), c.indices.end(),
                                                    loss->ignore_index) != c.indices.end();
  return {std::string("{dy} * (softmax({0}) - 1 at the target)") +
          (is_mean ? ignores ? " / the number of targets that count" : " / the number of targets"
                   : "") +
          (ignores ? ", 0 where the target is ignored" : "")};
}

GradientPatterns gradient_of_norm(const OpCall& c) {
  const auto* const norm = std::get_if<o::Norm>(&c.options);
  const bool is_layer = c.op == "layer_norm", gain = norm == nullptr || norm->gain;
  const std::string d = gain && c.parents.size() > 1 ? "{dy} * {1}" : "{dy}";
  const std::string z = is_layer ? "z = ({0} - mean) / deviation" : "z = {0} / root of mean({0}^2)";
  GradientPatterns out = {fmt::format("(d - {}z * mean(d * z)) / {}, d = {}, {}",
                                      is_layer ? "mean(d) - " : "",
                                      is_layer ? "deviation" : "the root", d, z)};
  for (std::size_t i = 1; i < c.parents.size(); ++i) {
    const bool is_gain = gain && i == 1;
    out.push_back(is_gain ? "{dy} * z, summed over its rows, " + z : "{dy}, summed over its rows");
  }
  return out;
}

GradientPatterns gradient_of_attention(const OpCall& c) {
  const auto* const attention = std::get_if<o::Attention>(&c.options);
  const std::string scale = short_text(attention == nullptr ? 1 : attention->scale);
  const bool joined = c.op == "self_attention";
  const std::string q = joined ? "q" : "{0}", k = joined ? "k" : "{1}", v = joined ? "v" : "{2}";
  const std::string p = fmt::format("p = softmax({} * {} @ {}^T)", scale, q, k);
  const std::string ds =
      fmt::format("ds = {} * p * (dp - sum(dp * p)), dp = {{dy}} @ {}^T, {}", scale, v, p);
  if (joined) return {"[ds @ k | ds^T @ q | p^T @ {dy}], " + ds};
  return {fmt::format("ds @ {}, {}", k, ds), fmt::format("ds^T @ {}, {}", q, ds),
          "p^T @ {dy}, " + p};
}

GradientPatterns gradient_of_dropout(const OpCall& c) {
  const auto* const dropout = std::get_if<o::Dropout>(&c.options);
  const std::string kept = short_text(1 - (dropout == nullptr ? 0 : dropout->p));
  return {fmt::format("{{dy}} / {} where {{y}} was kept, else 0", kept)};
}

GradientPatterns gradient_of_power(const OpCall& c) {
  if (c.parents.size() == 2) return {"{dy} * {1} * {0}^({1} - 1)", "{dy} * {y} * log({0})"};
  const auto* const power = std::get_if<o::Power>(&c.options);
  if (power == nullptr) return {};
  const std::string text = short_text(power->exponent);
  return {fmt::format("{{dy}} * {} * {{0}}^({} - 1)",
                      text.starts_with('-') ? "(" + text + ")" : text, text)};
}

GradientPatterns gradient_of_cat(const OpCall& c) {
  GradientPatterns out;
  for (std::size_t i = 0; i < c.parents.size(); ++i) {
    out.push_back(fmt::format("the part of {{dy}} that comes from {{{}}}", i));
  }
  return out;
}

}  // namespace holo
