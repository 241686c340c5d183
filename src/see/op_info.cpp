// op_info.cpp: the tables of all ops, at the end of the file, and functions of their entries.
#include "see/op_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holo/check.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"

namespace holo {
namespace {

namespace o = op_options;
using Values = ValueOpInfo::Values;
using Call = const OpCall&;

// ---- calling an op of Tensors again ----

template <class Options>
const Options& of(Call c) {
  return std::get<Options>(c.options);
}

Tensor input_or_empty(Call c, std::size_t i) { return i < c.x.size() ? c.x[i] : Tensor(); }

// All dimensions except the last.
Shape rows_of(const Shape& shape) { return shape.without(shape.ndim() - 1); }

Dims dims_of(const std::bitset<max_ndim>& set) {
  std::vector<int> dims;
  for (int d = 0; d < max_ndim; ++d) {
    if (set[static_cast<std::size_t>(d)]) dims.push_back(d);
  }
  return Dims(dims);
}
int first_dim(const o::Over& over) {
  int d = 0;
  while (d < max_ndim - 1 && !over.dims[static_cast<std::size_t>(d)]) ++d;
  return d;
}

template <Tensor (*f)(const Tensor&)>
Tensor one(Call c) {
  return f(c.x[0]);
}
template <Tensor (*f)(const Tensor&, const Tensor&)>
Tensor two(Call c) {
  return f(c.x[0], c.x[1]);
}
template <Tensor (*f)(const Tensor&, int)>
Tensor along(Call c) {
  return f(c.x[0], of<o::Along>(c).dim);
}
template <Tensor (*f)(const Tensor&, const Dims&, bool)>
Tensor over_dims(Call c) {
  return f(c.x[0], dims_of(of<o::Over>(c).dims), of<o::Over>(c).keepdim);
}
// The largest of all elements, or over one dimension.
Tensor largest(Call c) {
  const o::Over& over = of<o::Over>(c);
  const Tensor& x = c.x[0];
  const bool all = over.dims.count() == static_cast<std::size_t>(x.ndim()) && !over.keepdim;
  return all ? max(x) : max(x, first_dim(over), over.keepdim);
}

Tensor clamped(Call c) { return clamp(c.x[0], of<o::Bounds>(c).low, of<o::Bounds>(c).high); }
// The result has a loss for each logit. The sum or mean of the losses is another node.
Tensor logit_losses(Call c) {
  return binary_cross_entropy_with_logits(c.x[0], c.x[1], Reduction::none);
}
Tensor raised(Call c) {
  return c.x.size() == 2 ? pow(c.x[0], c.x[1]) : pow(c.x[0], of<o::Power>(c).exponent);
}
Tensor dropped(Call c) {
  const auto& [p, seed, stream] = of<o::Dropout>(c);
  return dropout(c.x[0], p, CounterRandom(seed, stream));
}
Tensor variance(Call c) {
  const auto& [dims, keepdim, correction] = of<o::Variance>(c);
  return var(c.x[0], dims_of(dims), Correction(correction), keepdim);
}
Tensor loss(Call c) {
  const o::CrossEntropy& options = of<o::CrossEntropy>(c);
  return cross_entropy(c.x[0], Indices(rows_of(c.x[0].shape()), c.indices), options.reduction,
                       options.ignore_index);
}
Tensor layer_normed(Call c) {
  const o::Norm& norm = of<o::Norm>(c);
  return layer_norm(c.x[0], norm.gain ? c.x[1] : Tensor(),
                    norm.bias ? c.x[norm.gain ? 2 : 1] : Tensor(), norm.epsilon);
}
Tensor permuted(Call c) {
  const int* const dims = of<o::Order>(c).dims.data();
  return permute(c.x[0], {dims, dims + c.shape.ndim()});
}
Tensor part(Call c) {
  const auto& [dim, first, step] = of<o::Part>(c);
  const Index stop = first + c.shape[dim] * step;
  // A negative stop would count from the end; the least number stands for the beginning.
  return slice(c.x[0], dim, first, stop < 0 ? std::numeric_limits<Index>::min() : stop, step);
}
Tensor reshaped(Call c) { return reshape(c.x[0], c.shape); }
AttentionOptions attention_options(Call c) {
  const auto& [n_head, n_kv_head, causal, scale] = of<o::Attention>(c);
  return {.n_head = n_head, .n_kv_head = n_kv_head, .causal = causal, .scale = scale};
}

// ---- formulas of gradients that depend on options or shapes: for parent `edge` ----

std::string sent_by_matmul(Call c, std::size_t edge) {
  const int a = c.parents[0].ndim(), b = c.parents[1].ndim();
  std::string text = edge == 0 ? "{dy} @ {1}^T" : "{0}^T @ {dy}";
  if (a == 1 && b == 1) {
    text = edge == 0 ? "{dy} * {1}" : "{dy} * {0}";
  } else if (edge == 0 ? b == 1 : a == 1) {
    text = edge == 0 ? "outer({dy}, {1})" : "outer({0}, {dy})";
  }
  // The dimensions before a matrix, which is a vector if there is only one.
  const auto batch_of = [](const Shape& shape, int matrix) {
    return std::vector(shape.begin(), shape.end() - std::min(matrix, shape.ndim()));
  };
  const bool is_summed = batch_of(c.parents[edge], 2) != batch_of(c.shape, 2 - (a == 1) - (b == 1));
  return is_summed ? text + ", summed over the batch" : text;
}

// If there is an activation, the gradient first becomes dz, whose numbers are not in the log.
std::string sent_by_linear(Call c, std::size_t edge) {
  const Activation activation = of<o::Linear>(c).activation;
  if (activation == Activation::none) {
    return edge == 0 ? "{dy} @ {1}" : edge == 1 ? "({dy})^T @ {0}" : "{dy} summed over its rows";
  }
  return fmt::format("{}, dz = {{dy}} * the slope of {} at {{0}} @ {{1}}^T{}",
                     edge == 0   ? "dz @ {1}"
                     : edge == 1 ? "dz^T @ {0}"
                                 : "dz summed over its rows",
                     activation_name(activation), of<o::Linear>(c).bias ? " + {2}" : "");
}

// Ties share the gradient in max(x), but not in max(x, 0). For a 1-D x, both have the same log.
std::string sent_by_extreme(Call c, std::size_t) {
  const bool all = c.shape.ndim() == 0;
  return all && c.parents[0].ndim() == 1 ? "{dy} at {0} that is {y}, else 0"
         : all                           ? "{dy} shared by all {0} that are {y}, else 0"
                                         : "{dy} at the first {0} that is {y}, else 0";
}

std::string sent_by_loss(Call c, std::size_t) {
  const o::CrossEntropy& options = of<o::CrossEntropy>(c);
  const bool ignores =
      std::find(c.indices.begin(), c.indices.end(), options.ignore_index) != c.indices.end();
  std::string text = "{dy} * (softmax({0}) - 1 at the target)";
  if (options.reduction == Reduction::mean) {
    text += ignores ? " / the number of targets that count" : " / the number of targets";
  }
  return ignores ? text + ", 0 where the target is ignored" : text;
}

std::string sent_by_norm(Call c, std::size_t edge) {
  const bool is_layer = c.op == "layer_norm", gain = of<o::Norm>(c).gain;
  const std::string z = is_layer ? "z = ({0} - mean) / deviation" : "z = {0} / root of mean({0}^2)";
  if (edge > 0) {
    return gain && edge == 1 ? "{dy} * z, summed over its rows, " + z
                             : "{dy}, summed over its rows";
  }
  return fmt::format("(d - {}z * mean(d * z)) / {}, d = {}, {}", is_layer ? "mean(d) - " : "",
                     is_layer ? "deviation" : "the root", gain ? "{dy} * {1}" : "{dy}", z);
}

// ---- the tables ----

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
    {"neg", one<neg>, {"-{dy}"}},
    {"exp", one<exp>, {"{dy} * {y}"}},
    {"log", one<log>, {"{dy} / {0}"}},
    {"sqrt", one<sqrt>, {"{dy} / (2 * {y})"}},
    {"rsqrt", one<rsqrt>, {"-{dy} * {y}^3 / 2"}},
    {"reciprocal", one<reciprocal>, {"-{dy} * {y}^2"}},
    {"square", one<square>, {"{dy} * 2 * {0}"}},
    {"abs", one<abs>, {"{dy} * the sign of {0}"}},
    {"sin", one<sin>, {"{dy} * cos({0})"}},
    {"cos", one<cos>, {"-{dy} * sin({0})"}},
    {"tanh", one<tanh>, {"{dy} * (1 - {y}^2)"}},
    {"sigmoid", one<sigmoid>, {"{dy} * {y} * (1 - {y})"}},
    {"softplus", one<softplus>, {"{dy} * sigmoid({0})"}},
    {"relu", one<relu>, {"{dy} where {0} > 0, else 0"}},
    {"relu2", one<relu2>, {"{dy} * 2 * {0} where {0} > 0, else 0"}},
    {"gelu", one<gelu>, {"{dy} * the slope of gelu at {0}"}},
    {"gelu_tanh", one<gelu_tanh>, {"{dy} * the slope of gelu_tanh at {0}"}},
    {"silu", one<silu>, {"{dy} * the slope of silu at {0}"}},
    {"clamp", clamped, {"{dy} where {0} is within the bounds, else 0"}},
    {"add", two<add>, {"{dy}", "{dy}"}, true},
    {"sub", two<sub>, {"{dy}", "-{dy}"}, true},
    {"mul", two<mul>, {"{dy} * {1}", "{dy} * {0}"}, true},
    {"div", two<div>, {"{dy} / {1}", "-{dy} * {0} / {1}^2"}, true},
    {"maximum", two<maximum>, {"{dy} where {0} > {1}, half where equal, else 0",
             "{dy} where {1} > {0}, half where equal, else 0"}, true},
    {"minimum", two<minimum>, {"{dy} where {0} < {1}, half where equal, else 0",
             "{dy} where {1} < {0}, half where equal, else 0"}, true},
    {"binary_cross_entropy_with_logits", logit_losses, {"{dy} * (sigmoid({0}) - {1})", "-{dy} * {0}"}, true},
    {"where", [](Call c) { return where(c.x[0], c.x[1], c.x[2]); },
     {"", "{dy} where {0} is not 0, else 0", "{dy} where {0} is 0, else 0"}, true},
    // The parents are scale, y, shift and, if there is one, x.
    {"affine_flow", [](Call c) { return affine_flow(input_or_empty(c, 3), c.x[0], c.x[1], c.x[2]); },
     {"{dy} * {1} * s * (1 - s), s = sigmoid({0})", "{dy} * sigmoid({0})", "{dy}", "{dy}"}, true},
    {"broadcast_to", [](Call c) { return broadcast_to(c.x[0], c.shape); }, {"{dy}"}, true},
    {"pow", raised, {"{dy} * {1} * {0}^({1} - 1)", "{dy} * {y} * log({0})"}, true},
    {"dropout", dropped, {"{dy} / (1 - {p}) where {y} was kept, else 0"}},
    // ---- reductions and rows ----
    {"sum", over_dims<sum>, {"{dy}, for each number of {0} that is in the sum"}},
    {"mean", over_dims<mean>, {"{dy} / {n}, for each number of {0} that is in the mean"}},
    {"max", largest, {}, false, sent_by_extreme},
    {"var", variance, {"{dy} * 2 * ({0} - its mean) / ({n} - {correction})"}},
    {"logsumexp", [](Call c) { return logsumexp(c.x[0], first_dim(of<o::Over>(c)), of<o::Over>(c).keepdim); },
     {"{dy} * exp({0} - {y})"}},
    {"softmax", along<softmax>, {"{y} * ({dy} - sum({dy} * {y})), the sum over dim {dim}"}},
    {"log_softmax", along<log_softmax>, {"{dy} - exp({y}) * sum({dy}), the sum over dim {dim}"}},
    {"cross_entropy", loss, {}, false, sent_by_loss},
    {"layer_norm", layer_normed, {}, false, sent_by_norm},
    {"rms_norm", [](Call c) { return rms_norm(c.x[0], input_or_empty(c, 1), of<o::Norm>(c).epsilon); },
     {}, false, sent_by_norm},
    // ---- numbers that are copied or shared; a log does not name devices ----
    {"reshape", reshaped, {"{dy} in the shape of {0}"}},
    {"to", reshaped, {"{dy}"}},
    {"permute", permuted, {"{dy}, its dimensions in the order of {0}"}},
    {"transpose", permuted, {"{dy}, transposed back"}},
    {"slice", part, {"{dy} at the place of the slice"}},
    {"split", part, {"{dy} at the place of this piece"}},
    {"embedding", [](Call c) { return embedding(c.x[0], Indices(rows_of(c.shape), c.indices)); },
     {"each row of {dy}, added to the row of {0} that its index names"}},
    {"cat", [](Call c) { return cat({c.x.begin(), c.x.end()}, of<o::Along>(c).dim); },
     {"the part of {dy} that comes from {it}"}},
    // ---- products ----
    {"matmul", two<matmul>, {}, false, sent_by_matmul},
    {"linear", [](Call c) { return linear(c.x[0], c.x[1], input_or_empty(c, 2), of<o::Linear>(c).activation); },
     {}, false, sent_by_linear},
    {"gated", [](Call c) { return gated(c.x[0], of<o::Gated>(c).activation, of<o::Gated>(c).gate); },
     {"{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the activation of the gate, for the value"}},
    {"holo_gate", [](Call c) {
       const auto& [first, second, gate] = of<o::HoloGate>(c);
       return holo_gate(c.x[0], c.x[1], c.x[2], {first, second, gate});
     },
     {"the first half of {dy} * the slope of the first activation at {0}",
      "the second half of {dy} * the gate of {2} * the slope at {1}",
      "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"}},
    {"attention", [](Call c) { return attention(c.x[0], c.x[1], c.x[2], attention_options(c)); },
     {"ds @ {1}, ds = {scale} * p * (dp - sum(dp * p)), dp = {dy} @ {2}^T, p = softmax({scale} * {0} @ {1}^T)",
      "ds^T @ {0}, ds = {scale} * p * (dp - sum(dp * p)), dp = {dy} @ {2}^T, p = softmax({scale} * {0} @ {1}^T)",
      "p^T @ {dy}, p = softmax({scale} * {0} @ {1}^T)"}},
    {"self_attention", [](Call c) { return self_attention(c.x[0], attention_options(c)); },
     {"[ds @ k | ds^T @ q | p^T @ {dy}], ds = {scale} * p * (dp - sum(dp * p)), dp = {dy} @ v^T, p = softmax({scale} * q @ k^T)"}},
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

Tensor tensor_op(const OpCall& call) {
  if (const TensorOpInfo* const info = tensor_op_info(call.op)) return info->call(call);
  throw Error("check", std::string(call.op), "an op of ops.h");
}

}  // namespace holo
