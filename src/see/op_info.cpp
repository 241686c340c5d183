// op_info.cpp: the tables of all ops, at the end of the file, and functions that call an op
// again.
#include "see/op_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "holo/check.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"

namespace holo {
namespace {

namespace o = op_options;
using Values = ValueOpInfo::Values;
using Call = const OpCall&;

// ---- calling an op again from a log ----

Tensor input_or_empty(Call c, std::size_t i) { return i < c.x.size() ? c.x[i] : Tensor(); }

template <class Options>
const Options& of(Call c) {
  return std::get<Options>(c.options);
}

Shape shape_of(Call c) { return Shape(std::span(c.shape)); }
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
template <Tensor (*f)(std::span<const Tensor>, int)>
Tensor joined(Call c) {
  return f(c.x, of<o::Along>(c).dim);
}
template <Tensor (*f)(const Tensor&, const Dims&, bool)>
Tensor over_dims(Call c) {
  return f(c.x[0], dims_of(of<o::Over>(c).dims), of<o::Over>(c).keepdim);
}
// The extreme of all elements, or over one dimension.
template <Tensor (*of_all)(const Tensor&), Tensor (*of_dim)(const Tensor&, int, bool)>
Tensor extreme(Call c) {
  const o::Over& over = of<o::Over>(c);
  const Tensor& x = c.x[0];
  const bool all = over.dims.count() == static_cast<std::size_t>(x.ndim()) && !over.keepdim;
  return all ? of_all(x) : of_dim(x, first_dim(over), over.keepdim);
}

Tensor raised(Call c) {
  return c.x.size() == 2 ? pow(c.x[0], c.x[1]) : pow(c.x[0], of<o::Power>(c).exponent);
}
Tensor bounded(Call c) {
  const auto& [low, high] = of<o::Bounds>(c);
  return clamp(c.x[0], low, high);
}
Tensor variance_of(Call c) {
  const auto& [dims, keepdim, correction] = of<o::Variance>(c);
  return var(c.x[0], dims_of(dims), Correction(correction), keepdim);
}
Tensor reshape_of(Call c) { return reshape(c.x[0], std::span(c.shape)); }
Tensor broadcast(Call c) { return broadcast_to(c.x[0], shape_of(c)); }
Tensor permute_of(Call c) {
  return permute(c.x[0], std::span(of<o::Order>(c).dims).first(c.shape.size()));
}
Tensor part(Call c) {
  const auto& [first, step] = of<o::Part>(c);
  std::vector<Slice> slices;
  for (std::size_t d = 0; d < c.shape.size(); ++d) {
    const Index stop = first[d] + c.shape[d] * step[d];
    slices.push_back({first[d], stop, step[d]});
    if (stop < 0) slices.back().stop.reset();  // runs backward to the beginning
  }
  return slice(c.x[0], slices);
}
Tensor chosen_of(Call c) { return where(c.x[0], c.x[1], c.x[2]); }
Tensor filled(Call c) { return masked_fill(c.x[1], c.x[0], of<o::Fill>(c).value); }
// The result has a loss for each logit. The sum or mean of the losses is another node.
Tensor logit_losses(Call c) {
  return binary_cross_entropy_with_logits(c.x[0], c.x[1], Reduction::none);
}
Tensor logsumexp_of(Call c) {
  return logsumexp(c.x[0], first_dim(of<o::Over>(c)), of<o::Over>(c).keepdim);
}
Tensor linear_of(Call c) {
  return linear(c.x[0], c.x[1], input_or_empty(c, 2), of<o::Linear>(c).activation);
}
Tensor flowed(Call c) { return affine_flow(input_or_empty(c, 3), c.x[0], c.x[1], c.x[2]); }
Tensor gathered(Call c) {
  return gather(c.x[0], of<o::Gather>(c).dim, Indices(shape_of(c), c.indices));
}
Tensor embedded(Call c) { return embedding(c.x[0], Indices(rows_of(shape_of(c)), c.indices)); }
Tensor gated_again(Call c) {
  const auto& [activation, gate] = of<o::Gated>(c);
  return gated(c.x[0], activation, gate);
}
Tensor gate_beside(Call c) {
  const auto& [first, second, gate] = of<o::HoloGate>(c);
  return holo_gate(c.x[0], c.x[1], c.x[2], {first, second, gate});
}
Tensor loss(Call c) {
  const auto& options = of<o::CrossEntropy>(c);
  const Tensor& logits = c.x[0];
  return cross_entropy(logits, Indices(rows_of(logits.shape()), c.indices), options.reduction,
                       options.ignore_index);
}
Tensor layer_normed(Call c) {
  const o::Norm& norm = of<o::Norm>(c);
  return layer_norm(c.x[0], norm.gain ? c.x[1] : Tensor(),
                    norm.bias ? c.x[norm.gain ? 2 : 1] : Tensor(), norm.epsilon);
}
Tensor rms_normed(Call c) { return rms_norm(c.x[0], input_or_empty(c, 1), of<o::Norm>(c).epsilon); }
Tensor dropped(Call c) {
  const auto& [p, seed, stream] = of<o::Dropout>(c);
  return dropout(c.x[0], p, CounterRandom(seed, stream));
}
AttentionOptions attention_options(Call c) {
  const auto& [n_head, n_kv_head, causal, scale] = of<o::Attention>(c);
  return {.n_head = n_head, .n_kv_head = n_kv_head, .causal = causal, .scale = scale};
}

Tensor attention_of(Call c) { return attention(c.x[0], c.x[1], c.x[2], attention_options(c)); }
Tensor self_attention_of(Call c) { return self_attention(c.x[0], attention_options(c)); }

template <Value (*f)(Value)>
Value number(Values x) {
  return f(x[0]);
}

// ---- the tables ----

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
    {"neg", 1, 1, one<neg>, {"-{dy}"}},
    {"exp", 1, 1, one<exp>, {"{dy} * {y}"}},
    {"log", 1, 1, one<log>, {"{dy} / {0}"}},
    {"sqrt", 1, 1, one<sqrt>, {"{dy} / (2 * {y})"}},
    {"rsqrt", 1, 1, one<rsqrt>, {"-{dy} * {y}^3 / 2"}},
    {"reciprocal", 1, 1, one<reciprocal>, {"-{dy} * {y}^2"}},
    {"square", 1, 1, one<square>, {"{dy} * 2 * {0}"}},
    {"abs", 1, 1, one<abs>, {"{dy} * the sign of {0}"}},
    {"sin", 1, 1, one<sin>, {"{dy} * cos({0})"}},
    {"cos", 1, 1, one<cos>, {"-{dy} * sin({0})"}},
    {"tanh", 1, 1, one<tanh>, {"{dy} * (1 - {y}^2)"}},
    {"sigmoid", 1, 1, one<sigmoid>, {"{dy} * {y} * (1 - {y})"}},
    {"softplus", 1, 1, one<softplus>, {"{dy} * sigmoid({0})"}},
    {"relu", 1, 1, one<relu>, {"{dy} where {0} > 0, else 0"}},
    {"relu2", 1, 1, one<relu2>, {"{dy} * 2 * {0} where {0} > 0, else 0"}},
    {"gelu", 1, 1, one<gelu>, {"{dy} * the slope of gelu at {0}"}},
    {"gelu_tanh", 1, 1, one<gelu_tanh>, {"{dy} * the slope of gelu_tanh at {0}"}},
    {"silu", 1, 1, one<silu>, {"{dy} * the slope of silu at {0}"}},
    {"clamp", 1, 1, bounded, {"{dy} where {0} is within the bounds, else 0"}},
    {"add", 2, 2, two<add>, {"{dy}", "{dy}"}, true},
    {"sub", 2, 2, two<sub>, {"{dy}", "-{dy}"}, true},
    {"mul", 2, 2, two<mul>, {"{dy} * {1}", "{dy} * {0}"}, true},
    {"div", 2, 2, two<div>, {"{dy} / {1}", "-{dy} * {0} / {1}^2"}, true},
    {"maximum", 2, 2, two<maximum>, {"{dy} where {0} > {1}, half where equal, else 0",
             "{dy} where {1} > {0}, half where equal, else 0"}, true},
    {"minimum", 2, 2, two<minimum>, {"{dy} where {0} < {1}, half where equal, else 0",
             "{dy} where {1} < {0}, half where equal, else 0"}, true},
    {"binary_cross_entropy_with_logits", 2, 2, logit_losses, {"{dy} * (sigmoid({0}) - {1})", "-{dy} * {0}"}, true},
    {"masked_fill", 2, 2, filled, {"", "{dy} where {0} is 0, else 0"}, true},
    {"where", 3, 3, chosen_of, {"", "{dy} where {0} is not 0, else 0", "{dy} where {0} is 0, else 0"}, true},
    // The parents are scale, y, shift and, if there is one, x.
    {"affine_flow", 3, 4, flowed,
     {"{dy} * {1} * s * (1 - s), s = sigmoid({0})", "{dy} * sigmoid({0})", "{dy}", "{dy}"}, true},
    {"broadcast_to", 1, 1, broadcast, {"{dy}"}, true},
    {"pow", 1, 2, raised, {}, true, gradient_of_power},
    {"dropout", 1, 1, dropped, {}, false, gradient_of_dropout},
    // ---- reductions and rows ----
    {"sum", 1, 1, over_dims<sum>, {"{dy}, for each number of {0} that is in the sum"}},
    {"mean", 1, 1, over_dims<mean>, {}, false, gradient_of_mean},
    {"max", 1, 1, extreme<max, max>, {}, false, gradient_of_extreme},
    {"min", 1, 1, extreme<min, min>, {}, false, gradient_of_extreme},
    {"var", 1, 1, variance_of, {}, false, gradient_of_variance},
    {"logsumexp", 1, 1, logsumexp_of, {"{dy} * exp({0} - {y})"}},
    {"softmax", 1, 1, along<softmax>, {}, false, gradient_of_softmax},
    {"log_softmax", 1, 1, along<log_softmax>, {}, false, gradient_of_softmax},
    {"cross_entropy", 1, 1, loss, {}, false, gradient_of_loss},
    {"layer_norm", 1, 3, layer_normed, {}, false, gradient_of_norm},
    {"rms_norm", 1, 2, rms_normed, {}, false, gradient_of_norm},
    // ---- numbers that are copied or shared; a log does not name devices ----
    {"reshape view squeeze unsqueeze", 1, 1, reshape_of, {"{dy} in the shape of {0}"}},
    {"to", 1, 1, reshape_of, {"{dy}"}},
    {"permute", 1, 1, permute_of, {"{dy}, its dimensions in the order of {0}"}},
    {"transpose", 1, 1, permute_of, {"{dy}, transposed back"}},
    {"slice", 1, 1, part, {"{dy} at the place of the slice"}},
    {"split chunk", 1, 1, part, {"{dy} at the place of this piece"}},
    {"gather", 1, 1, gathered, {"{dy}, each number added where it was taken"}},
    {"embedding", 1, 1, embedded, {"each row of {dy}, added to the row of {0} that its index names"}},
    {"cat", 1, SIZE_MAX, joined<cat>, {}, false, gradient_of_cat},
    {"stack", 1, SIZE_MAX, joined<stack>, {}, false, gradient_of_cat},
    // ---- products ----
    {"matmul", 2, 2, two<matmul>, {}, false, gradient_of_matmul},
    {"linear", 2, 3, linear_of, {}, false, gradient_of_linear},
    {"gated", 1, 1, gated_again,
     {"{dy} * value * the slope at the gate, for the half that is the gate; {dy} * the activation of the gate, for the value"}},
    {"holo_gate", 3, 3, gate_beside,
     {"the first half of {dy} * the slope of the first activation at {0}",
      "the second half of {dy} * the gate of {2} * the slope at {1}",
      "the second half of {dy} * the activation of {1} * the slope of the gate at {2}"}},
    {"attention", 3, 3, attention_of, {}, false, gradient_of_attention},
    {"self_attention", 1, 1, self_attention_of, {}, false, gradient_of_attention},
};
// clang-format on

bool has_name(const TensorOpInfo& info, std::string_view op) {
  if (op.empty() || op.find(' ') != op.npos) return false;
  return fmt::format(" {} ", info.ops).find(fmt::format(" {} ", op)) != std::string::npos;
}

}  // namespace

const ValueOpInfo* value_op_info(std::string_view op) {
  const auto found = std::find_if(std::begin(value_ops), std::end(value_ops),
                                  [&](const ValueOpInfo& info) { return info.op == op; });
  return found == std::end(value_ops) ? nullptr : found;
}

const TensorOpInfo* tensor_op_info(std::string_view op, std::size_t parents) {
  const auto found = std::find_if(std::begin(tensor_ops), std::end(tensor_ops),
                                  [&](const TensorOpInfo& info) { return has_name(info, op); });
  const bool fits =
      found != std::end(tensor_ops) && parents >= found->least && parents <= found->most;
  return fits ? found : nullptr;
}

Value value_op(std::string_view op, std::span<const Value> x) {
  const ValueOpInfo* const info = value_op_info(op);
  if (info != nullptr && (info->count == 0 || info->count == x.size())) return info->again(x);
  throw Error("check", fmt::format("{} of {} numbers", op, x.size()), "an op of Values");
}

Tensor tensor_op(const OpCall& call) {
  if (const auto* const info = tensor_op_info(call.op, call.x.size())) return info->again(call);
  throw Error("check", fmt::format("{} of {} tensors", call.op, call.x.size()), "an op of ops.h");
}

}  // namespace holo
