// op_info.cpp: the tables of all ops, at the end of the file, and the gradients of ops in which
// several numbers depend on several numbers: their formulas depend on options and shapes. Products
// of sizes cannot overflow here, because the op has run.
#include "see/op_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holo/check.h"
#include "holo/nn/activation.h"

namespace holo {
namespace {

// ---- gradients that depend on options and shapes ----

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

// ---- the tables ----

using Values = ValueOpInfo::Values;

template <Value (*f)(Value)>
Value number(Values x) {
  return f(x[0]);
}

constexpr ValueOpInfo value_ops[] = {
    {"add", 2, [](Values x) { return x[0] + x[1]; }},
    {"sub", 2, [](Values x) { return x[0] - x[1]; }},
    {"mul", 2, [](Values x) { return x[0] * x[1]; }, {"{b}", "{a}"}},
    {"div", 2, [](Values x) { return x[0] / x[1]; }, {"1 / {-b}", "-{-a} / {b}^2"}},
    {"neg", 1, [](Values x) { return -x[0]; }},
    {"pow", 2, [](Values x) { return pow(x[0], x[1].data()); }, {"{b} * {a}^({b} - 1)"}},
    {"exp", 1, number<exp>, {"{y}"}},
    {"log", 1, number<log>, {"1 / {a}"}},
    {"sqrt", 1, number<sqrt>, {"1 / (2 * {y})"}},
    {"tanh", 1, number<tanh>, {"1 - {y}^2"}},
    {"sigmoid", 1, number<sigmoid>, {"{y} * (1 - {y})"}},
    {"relu", 1, number<relu>, {"1 where {a} > 0, else 0"}},
    {"relu2", 1, number<relu2>, {"2 * {a} where {a} > 0, else 0"}},
    {"gelu", 1, number<gelu>, {"the slope of gelu at {a}"}},
    {"silu", 1, number<silu>, {"the slope of silu at {a}"}},
    {"erfc", 1, number<erfc>, {"-1.12838 * exp(-{a}^2)"}},
    {"abs", 1, number<abs>, {"the sign of {a}"}},
    {"sin", 1, number<sin>, {"cos({a})"}},
    {"cos", 1, number<cos>, {"-sin({a})"}},
    {"softplus", 1, number<softplus>, {"sigmoid({a})"}},
    {"max",
     2,
     [](Values x) { return max(x[0], x[1]); },
     {"1 where {a} is the larger, else 0", "1 where {b} is the larger, else 0"}},
    {"min",
     2,
     [](Values x) { return min(x[0], x[1]); },
     {"1 where {a} is the smaller, else 0", "1 where {b} is the smaller, else 0"}},
    {"sum", 0, [](Values x) { return sum(x); }},
    {"dot",
     0,
     [](Values x) { return dot(x.first(x.size() / 2), x.subspan(x.size() / 2)); },
     {"{other}", "{other}"}},
};

// clang-format off
constexpr TensorOpInfo tensor_ops[] = {
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
    {"add", {"{dy}", "{dy}"}, true},
    {"sub", {"{dy}", "-{dy}"}, true},
    {"mul", {"{dy} * {1}", "{dy} * {0}"}, true},
    {"div", {"{dy} / {1}", "-{dy} * {0} / {1}^2"}, true},
    {"maximum", {"{dy} where {0} > {1}, half where equal, else 0",
             "{dy} where {1} > {0}, half where equal, else 0"}, true},
    {"minimum", {"{dy} where {0} < {1}, half where equal, else 0",
             "{dy} where {1} < {0}, half where equal, else 0"}, true},
    {"binary_cross_entropy_with_logits", {"{dy} * (sigmoid({0}) - {1})", "-{dy} * {0}"}, true},
    {"masked_fill", {"", "{dy} where {0} is 0, else 0"}, true},
    {"where", {"", "{dy} where {0} is not 0, else 0", "{dy} where {0} is 0, else 0"}, true},
    // The parents are scale, y, shift and, if there is one, x.
    {"affine_flow", {"{dy} * {1} * s * (1 - s), s = sigmoid({0})", "{dy} * sigmoid({0})", "{dy}", "{dy}"}, true},
    {"broadcast_to", {"{dy}"}, true},
    {"pow", {}, true, gradient_of_power},
    {"dropout", {}, false, gradient_of_dropout},
    // ---- reductions and rows ----
    {"sum", {"{dy}, for each number of {0} that is in the sum"}},
    {"mean", {}, false, gradient_of_mean},
    {"max", {}, false, gradient_of_extreme},
    {"min", {}, false, gradient_of_extreme},
    {"var", {}, false, gradient_of_variance},
    {"logsumexp", {"{dy} * exp({0} - {y})"}},
    {"softmax", {}, false, gradient_of_softmax},
    {"log_softmax", {}, false, gradient_of_softmax},
    {"cross_entropy", {}, false, gradient_of_loss},
    {"layer_norm", {}, false, gradient_of_norm},
    {"rms_norm", {}, false, gradient_of_norm},
    // ---- numbers that are copied or shared; a log does not name devices ----
    {"reshape", {"{dy} in the shape of {0}"}},
    {"view", {"{dy} in the shape of {0}"}},
    {"squeeze", {"{dy} in the shape of {0}"}},
    {"unsqueeze", {"{dy} in the shape of {0}"}},
    {"to", {"{dy}"}},
    {"permute", {"{dy}, its dimensions in the order of {0}"}},
    {"transpose", {"{dy}, transposed back"}},
    {"slice", {"{dy} at the place of the slice"}},
    {"split", {"{dy} at the place of this piece"}},
    {"chunk", {"{dy} at the place of this piece"}},
    {"gather", {"{dy}, each number added where it was taken"}},
    {"embedding", {"each row of {dy}, added to the row of {0} that its index names"}},
    {"cat", {}, false, gradient_of_cat},
    {"stack", {}, false, gradient_of_cat},
    // ---- products ----
    {"matmul", {}, false, gradient_of_matmul},
    {"linear", {}, false, gradient_of_linear},
    {"gated", {"{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the activation of the gate, for the value"}},
    {"holo_gate", {"the first half of {dy} * the slope of the first activation at {0}",
      "the second half of {dy} * the gate of {2} * the slope at {1}",
      "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"}},
    {"attention", {}, false, gradient_of_attention},
    {"self_attention", {}, false, gradient_of_attention},
};
// clang-format on

// The entry of an op in a table. Null if there is none.
template <class Info, std::size_t n>
const Info* found_in(const Info (&table)[n], std::string_view op) {
  const auto found =
      std::find_if(table, table + n, [&](const Info& info) { return info.op == op; });
  return found == table + n ? nullptr : found;
}

}  // namespace

const ValueOpInfo* value_op_info(std::string_view op) { return found_in(value_ops, op); }

const TensorOpInfo* tensor_op_info(std::string_view op) { return found_in(tensor_ops, op); }

Value value_op(std::string_view op, std::span<const Value> x) {
  const ValueOpInfo* const info = value_op_info(op);
  if (info != nullptr && (info->count == 0 || info->count == x.size())) return info->again(x);
  throw Error("check", fmt::format("{} of {} numbers", op, x.size()), "an op of Values");
}

}  // namespace holo
