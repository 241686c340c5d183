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

#include "holo/nn/activation.h"

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
  GradientPatterns out;
  out.whole = {"{dy} @ {1}^T", "{0}^T @ {dy}"};
  if (a.size() == 1 && b.size() == 1) {
    out.whole = {"{dy} * {1}", "{dy} * {0}"};
  } else if (a.size() == 1) {
    out.whole[1] = "outer({0}, {dy})";
  } else if (b.size() == 1) {
    out.whole[0] = "outer({dy}, {1})";
  }
  const std::vector<Index> batch =
      batch_of(c.shape, 2 - std::size_t{a.size() == 1} - std::size_t{b.size() == 1});
  if (batch_of(a, 2) != batch) out.whole[0] += ", summed over the batch";
  if (batch_of(b, 2) != batch) out.whole[1] += ", summed over the batch";
  out.term = {"{1} * {dy}", "{0} * {dy}"};
  out.forward = {"{0} * {1}"};
  return out;
}

// If there is an activation, the gradient first becomes dz, whose numbers are not in the log.
GradientPatterns gradient_of_linear(const OpCall& c) {
  const auto* const linear = std::get_if<o::Linear>(&c.options);
  const bool has_bias = c.parents.size() > 2;
  GradientPatterns out;
  out.whole = {"{dz} @ {1}", "{dz}^T @ {0}", "{dz} summed over its rows"};
  out.whole.resize(c.parents.size());
  if (linear != nullptr && linear->activation != Activation::none) {
    const std::string slope =
        fmt::format(", dz = {{dy}} * the slope of {} at {{0}} @ {{1}}^T{}",
                    activation_name(linear->activation), has_bias ? " + {2}" : "");
    for (std::string& each : out.whole) each = with(each, "{dz}", "dz") + slope;
    return out;
  }
  out.whole[1] = with(out.whole[1], "{dz}^T", "({dy})^T");
  for (std::string& each : out.whole) each = with(each, "{dz}", "{dy}");
  out.term = {"{1} * {dy}", "{0} * {dy}", "{dy}"};
  out.forward = {"{0} * {1}"};
  if (has_bias) out.forward.push_back("{2}");
  return out;
}

GradientPatterns gradient_of_sum(const OpCall&) {
  return {.whole = {"{dy}, for each number of {0} that is in the sum"},
          .term = {"{dy}"},
          .forward = {"{0}"}};
}

GradientPatterns gradient_of_mean(const OpCall& c) {
  const Index n = reduced_numbers(c);
  return {.whole = {fmt::format("{{dy}} / {}, for each number of {{0}} that is in the mean", n)},
          .term = {fmt::format("{{dy}} / {}", n)},
          .forward = {fmt::format("{{0}} / {}", n)}};
}

GradientPatterns gradient_of_logsumexp(const OpCall&) {
  return {.whole = {"{dy} * exp({0} - {y})"}, .term = {"{dy} * exp({0} - {y})"}};
}

GradientPatterns gradient_of_variance(const OpCall& c) {
  const auto* const variance = std::get_if<o::Variance>(&c.options);
  const Index n = reduced_numbers(c) - (variance == nullptr ? 0 : variance->correction);
  return {.whole = {fmt::format("{{dy}} * 2 * ({{0}} - its mean) / {}", n)}};
}

// Ties share the gradient in max(x), but not in max(x, 0). For a 1-D x, both have the same log.
GradientPatterns gradient_of_extreme(const OpCall& c) {
  const auto* const over = std::get_if<o::Over>(&c.options);
  const bool all = c.shape.empty();
  const bool may_be_either = all && over != nullptr && over->dims.count() == 1;
  const char* const which = may_be_either ? "at {0} that is {y}"
                            : all         ? "shared by all {0} that are {y}"
                                          : "at the first {0} that is {y}";
  return {.whole = {fmt::format("{{dy}} {}, else 0", which)}};
}

GradientPatterns gradient_of_softmax(const OpCall& c) {
  const auto* const along = std::get_if<o::Along>(&c.options);
  const auto d = static_cast<std::size_t>(along == nullptr ? 0 : along->dim);
  const std::string which =
      d + 1 == c.shape.size() ? ", the sum over each row" : fmt::format(", the sum over dim {}", d);
  if (c.op == "softmax") {
    return {.whole = {"{y} * ({dy} - sum({dy} * {y}))" + which},
            .term = {"{y} * ({dy} - {s})"},
            .row = "{dy} * {y}",
            .forward = {"exp({0}) / {s}"},
            .forward_row = "exp({0})"};
  }
  return {.whole = {"{dy} - exp({y}) * sum({dy})" + which},
          .term = {"{dy} - exp({y}) * {s}"},
          .row = "{dy}",
          .forward = {"{0} - log({s})"},
          .forward_row = "exp({0})"};
}

GradientPatterns gradient_of_loss(const OpCall& c) {
  const auto* const loss = std::get_if<o::CrossEntropy>(&c.options);
  const bool is_mean = loss != nullptr && loss->reduction == Reduction::mean;
  const bool ignores = loss != nullptr && std::find(c.indices.begin(), c.indices.end(),
                                                    loss->ignore_index) != c.indices.end();
  GradientPatterns out;
  out.whole = {std::string("{dy} * (softmax({0}) - 1 at the target)") +
               (is_mean
                    ? ignores ? " / the number of targets that count" : " / the number of targets"
                    : "") +
               (ignores ? ", 0 where the target is ignored" : "")};
  return out;
}

GradientPatterns gradient_of_norm(const OpCall& c) {
  const auto* const norm = std::get_if<o::Norm>(&c.options);
  const bool is_layer = c.op == "layer_norm", gain = norm == nullptr || norm->gain;
  const std::string d = gain && c.parents.size() > 1 ? "{dy} * {1}" : "{dy}";
  const std::string z = is_layer ? "z = ({0} - mean) / deviation" : "z = {0} / root of mean({0}^2)";
  GradientPatterns out;
  out.whole = {fmt::format("(d - {}z * mean(d * z)) / {}, d = {}, {}", is_layer ? "mean(d) - " : "",
                           is_layer ? "deviation" : "the root", d, z)};
  for (std::size_t i = 1; i < c.parents.size(); ++i) {
    const bool is_gain = gain && i == 1;
    out.whole.push_back(is_gain ? "{dy} * z, summed over its rows, " + z
                                : "{dy}, summed over its rows");
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
  GradientPatterns out;
  out.whole = {fmt::format("ds @ {}, {}", k, ds), fmt::format("ds^T @ {}, {}", q, ds),
               "p^T @ {dy}, " + p};
  if (joined) out.whole = {"[ds @ k | ds^T @ q | p^T @ {dy}], " + ds};
  return out;
}

GradientPatterns gradient_of_gate(const OpCall& c) {
  if (c.op == "gated") {
    return {
        .whole = {"{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the "
                  "activation of the gate, for the value"}};
  }
  return {
      .whole = {"the first half of {dy} * the slope of the first activation at {0}",
                "the second half of {dy} * the gate of {2} * the slope at {1}",
                "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"}};
}

GradientPatterns gradient_of_dropout(const OpCall& c) {
  const auto* const dropout = std::get_if<o::Dropout>(&c.options);
  const std::string kept = short_text(1 - (dropout == nullptr ? 0 : dropout->p));
  return {.whole = {fmt::format("{{dy}} / {} where {{y}} was kept, else 0", kept)}};
}

GradientPatterns gradient_of_power(const OpCall& c) {
  GradientPatterns out;
  const auto* const power = std::get_if<o::Power>(&c.options);
  if (c.parents.size() == 2) {
    out.whole = {"{dy} * {1} * {0}^({1} - 1)", "{dy} * {y} * log({0})"};
  } else if (power != nullptr) {
    const std::string text = short_text(power->exponent);
    out.whole = {fmt::format("{{dy}} * {} * {{0}}^({} - 1)",
                             text.starts_with('-') ? "(" + text + ")" : text, text)};
  }
  out.term = out.whole;
  return out;
}

GradientPatterns gradient_of_cat(const OpCall& c) {
  GradientPatterns out;
  for (std::size_t i = 0; i < c.parents.size(); ++i) {
    out.whole.push_back(fmt::format("the part of {{dy}} that comes from {{{}}}", i));
  }
  return out;
}

}  // namespace holo
