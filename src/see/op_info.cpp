// op_info.cpp: the tables of all ops.
#include "see/op_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "holo/check.h"

namespace holo {
namespace {

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
    {"pow", {"{dy} * n * {0}^(n - 1), n the exponent", "{dy} * {y} * log({0})"}, true},
    {"dropout", {"{dy} / (1 - p) where {y} was kept, else 0"}},
    // ---- reductions and rows ----
    {"sum", {"{dy}, for each number of {0} that is in the sum"}},
    {"mean", {"{dy} / n, for each of the n numbers of {0} that are in the mean"}},
    {"max", {"{dy} where {0} is {y}, else 0"}},
    {"min", {"{dy} where {0} is {y}, else 0"}},
    {"var", {"{dy} * 2 * ({0} - its mean) / (n - correction), for n numbers"}},
    {"logsumexp", {"{dy} * exp({0} - {y})"}},
    {"softmax", {"{y} * ({dy} - sum({dy} * {y}))"}},
    {"log_softmax", {"{dy} - exp({y}) * sum({dy})"}},
    {"cross_entropy", {"{dy} * (softmax({0}) - 1 at the target), for a mean / the number of targets"}},
    {"layer_norm",
     {"(d - mean(d) - z * mean(d * z)) / deviation, d = {dy} * gain, z = ({0} - mean) / deviation",
      "{dy} * z, summed over its rows, z = ({0} - mean) / deviation", "{dy}, summed over its rows"}},
    {"rms_norm",
     {"(d - z * mean(d * z)) / root, d = {dy} * gain, z = {0} / root, root = root of mean({0}^2)",
      "{dy} * z, summed over its rows, z = {0} / root of mean({0}^2)"}},
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
    {"cat", {"the part of {dy} that comes from {it}"}},
    {"stack", {"the part of {dy} that comes from {it}"}},
    // ---- products ----
    {"matmul", {"{dy} @ {1}^T", "{0}^T @ {dy}"}},
    {"linear", {"{dy} @ {1}", "({dy})^T @ {0}", "{dy} summed over its rows"}},
    {"gated", {"{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the activation of the gate, for the value"}},
    {"holo_gate", {"the first half of {dy} * the slope of the first activation at {0}",
      "the second half of {dy} * the gate of {2} * the slope at {1}",
      "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"}},
    {"attention",
     {"ds @ {1}, ds = scale * p * (dp - sum(dp * p)), dp = {dy} @ {2}^T, p = softmax(scale * {0} @ {1}^T)",
      "ds^T @ {0}, ds = scale * p * (dp - sum(dp * p)), dp = {dy} @ {2}^T, p = softmax(scale * {0} @ {1}^T)",
      "p^T @ {dy}, p = softmax(scale * {0} @ {1}^T)"}},
    {"self_attention",
     {"[ds @ k | ds^T @ q | p^T @ {dy}], ds = scale * p * (dp - sum(dp * p)), dp = {dy} @ v^T, p = softmax(scale * q @ k^T)"}},
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
