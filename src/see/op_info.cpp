// op_info.cpp: the tables of all ops, at the end of the file, and functions that call an op again
// or compute its cost. Products of sizes cannot overflow here, because the op has run.
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
#include "holo/nn/activation.h"
#include "holo/ops.h"

namespace holo {
namespace {

namespace o = op_options;
using Values = ValueOpInfo::Values;
using Call = const OpCall&;

// ---- calling an op again from a log ----

const Tensor& input(Call c, std::size_t i) {
  if (i < c.x.size()) return c.x[i];
  throw Error(std::string(c.op), fmt::format("{} inputs", c.x.size()), "more of them");
}
Tensor input_or_empty(Call c, std::size_t i) { return i < c.x.size() ? c.x[i] : Tensor(); }

template <class Options>
const Options& of(Call c) {
  if (const auto* const found = std::get_if<Options>(&c.options)) return *found;
  throw Error(std::string(c.op), "options of another op", "its own");
}

Shape shape_of(Call c) { return Shape(std::span(c.shape)); }
// All dimensions except the last.
Shape rows_of(Call c, const Shape& shape) {
  if (shape.ndim() > 0) return shape.without(shape.ndim() - 1);
  throw Error(std::string(c.op), "a shape []", "a last dimension");
}

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
  return f(input(c, 0));
}
template <Tensor (*f)(const Tensor&, const Tensor&)>
Tensor two(Call c) {
  return f(input(c, 0), input(c, 1));
}
template <Tensor (*f)(const Tensor&, int)>
Tensor along(Call c) {
  return f(input(c, 0), of<o::Along>(c).dim);
}
template <Tensor (*f)(std::span<const Tensor>, int)>
Tensor joined(Call c) {
  return f(c.x, of<o::Along>(c).dim);
}
template <Tensor (*f)(const Tensor&, const Dims&, bool)>
Tensor over_dims(Call c) {
  return f(input(c, 0), dims_of(of<o::Over>(c).dims), of<o::Over>(c).keepdim);
}
// The extreme of all elements, or over one dimension.
template <Tensor (*of_all)(const Tensor&), Tensor (*of_dim)(const Tensor&, int, bool)>
Tensor extreme(Call c) {
  const o::Over& over = of<o::Over>(c);
  const Tensor& x = input(c, 0);
  const bool all = over.dims.count() == static_cast<std::size_t>(x.ndim()) && !over.keepdim;
  return all ? of_all(x) : of_dim(x, first_dim(over), over.keepdim);
}

Tensor raised(Call c) {
  return c.x.size() == 2 ? pow(input(c, 0), input(c, 1))
                         : pow(input(c, 0), of<o::Power>(c).exponent);
}
Tensor bounded(Call c) {
  const auto& [low, high] = of<o::Bounds>(c);
  return clamp(input(c, 0), low, high);
}
Tensor variance_of(Call c) {
  const auto& [dims, keepdim, correction] = of<o::Variance>(c);
  return var(input(c, 0), dims_of(dims), Correction(correction), keepdim);
}
Tensor reshape_of(Call c) { return reshape(input(c, 0), std::span(c.shape)); }
Tensor broadcast(Call c) { return broadcast_to(input(c, 0), shape_of(c)); }
Tensor permute_of(Call c) {
  return permute(input(c, 0), std::span(of<o::Order>(c).dims).first(c.shape.size()));
}
Tensor part(Call c) {
  const auto& [first, step] = of<o::Part>(c);
  std::vector<Slice> slices;
  for (std::size_t d = 0; d < c.shape.size(); ++d) {
    const Index stop = checked_add("slice", first[d], checked_mul("slice", c.shape[d], step[d]));
    slices.push_back({first[d], stop, step[d]});
    if (stop < 0) slices.back().stop.reset();  // runs backward to the beginning
  }
  return slice(input(c, 0), slices);
}
Tensor chosen_of(Call c) { return where(input(c, 0), input(c, 1), input(c, 2)); }
Tensor filled(Call c) { return masked_fill(input(c, 1), input(c, 0), of<o::Fill>(c).value); }
// The result has a loss for each logit. The sum or mean of the losses is another node.
Tensor logit_losses(Call c) {
  return binary_cross_entropy_with_logits(input(c, 0), input(c, 1), Reduction::none);
}
Tensor logsumexp_of(Call c) {
  return logsumexp(input(c, 0), first_dim(of<o::Over>(c)), of<o::Over>(c).keepdim);
}
Tensor linear_of(Call c) {
  return linear(input(c, 0), input(c, 1), input_or_empty(c, 2), of<o::Linear>(c).activation);
}
Tensor flowed(Call c) {
  return affine_flow(input_or_empty(c, 3), input(c, 0), input(c, 1), input(c, 2));
}
Tensor gathered(Call c) {
  return gather(input(c, 0), of<o::Gather>(c).dim, Indices(shape_of(c), c.indices));
}
Tensor embedded(Call c) {
  return embedding(input(c, 0), Indices(rows_of(c, shape_of(c)), c.indices));
}
Tensor gated_again(Call c) {
  const auto& [activation, gate] = of<o::Gated>(c);
  return gated(input(c, 0), activation, gate);
}
Tensor gate_beside(Call c) {
  const auto& [first, second, gate] = of<o::HoloGate>(c);
  return holo_gate(input(c, 0), input(c, 1), input(c, 2), {first, second, gate});
}
Tensor loss(Call c) {
  const auto& options = of<o::CrossEntropy>(c);
  const Tensor& logits = input(c, 0);
  return cross_entropy(logits, Indices(rows_of(c, logits.shape()), c.indices), options.reduction,
                       options.ignore_index);
}
Tensor layer_normed(Call c) {
  const o::Norm& norm = of<o::Norm>(c);
  return layer_norm(input(c, 0), norm.gain ? input(c, 1) : Tensor(),
                    norm.bias ? input(c, norm.gain ? 2 : 1) : Tensor(), norm.epsilon);
}
Tensor rms_normed(Call c) {
  return rms_norm(input(c, 0), input_or_empty(c, 1), of<o::Norm>(c).epsilon);
}
Tensor dropped(Call c) {
  const auto& [p, seed, stream] = of<o::Dropout>(c);
  return dropout(input(c, 0), p, CounterRandom(seed, stream));
}
AttentionOptions attention_options(Call c) {
  const auto& [n_head, n_kv_head, causal, scale] = of<o::Attention>(c);
  return {.n_head = n_head, .n_kv_head = n_kv_head, .causal = causal, .scale = scale};
}

Tensor attention_of(Call c) {
  return attention(input(c, 0), input(c, 1), input(c, 2), attention_options(c));
}
Tensor self_attention_of(Call c) { return self_attention(input(c, 0), attention_options(c)); }

template <Value (*f)(Value)>
Value number(Values x) {
  return f(x[0]);
}

// ---- FLOPs and bytes, by the convention of describe.h ----

constexpr Index real_bytes = sizeof(real), index_bytes = sizeof(Index);

Index none(const Node&, const OpOptions&) { return 0; }
Index each_result(const Node& y, const OpOptions&) { return y.numel(); }
Index each_input(const Node& y, const OpOptions&) { return y.parent(0).numel(); }
Index variance_flops(const Node& y, const OpOptions& o) { return 4 * each_input(y, o); }
Index normalised(const Node& y, const OpOptions& o) { return 5 * each_input(y, o); }

// [..., K] @ [..., K, N], or with [N, K]: K multiply-adds for each number of y
Index product_flops(const Node& y, const OpOptions&) {
  return 2 * y.numel() * y.parent(0).shape.size(-1);
}

// An activation computes one operation for each number.
Index activated(Activation activation) { return activation == Activation::none ? 0 : 1; }
Index linear_flops(const Node& y, const OpOptions& o) {
  return product_flops(y, o) + activated(std::get<o::Linear>(o).activation) * y.numel();
}
Index gate_flops(const Node& y, const OpOptions& o) {
  return (1 + activated(std::get<o::Gated>(o).activation)) * y.numel();
}
// z [..., 2 C]: the first half is an activation; the second is a product of two activations.
Index gate_beside_flops(const Node& z, const OpOptions& o) {
  const auto& [first, second, gate] = std::get<o::HoloGate>(o);
  return (activated(first) + activated(second) + activated(gate) + 1) * z.parent(0).numel();
}
// A sigmoid, a product, and one or two sums.
Index flow_flops(const Node& y, const OpOptions& o) {
  return (3 + std::get<o::AffineFlow>(o).residual) * y.numel();
}

// y [B, Tq, H D]
Index attention_with(const Node& y, Index H, Index Tk) {
  const Index scores = y.shape[0] * H * y.shape[1] * Tk;
  return 4 * y.numel() * Tk + 6 * scores;
}
Index attention_flops(const Node& y, const OpOptions& o) {
  return attention_with(y, std::get<o::Attention>(o).n_head, y.parent(1).shape[1]);
}
Index self_attention_flops(const Node& y, const OpOptions& o) {
  return attention_with(y, std::get<o::Attention>(o).n_head, y.shape[1]);
}

Index nothing(const Node&) { return 0; }

// Reads and writes all numbers once. If a parent occurs twice, the op reads it once.
Index all(const Node& y) {
  Index numbers = y.numel();
  for (int i = 0; i < y.parent_count; ++i) {
    bool seen = false;
    for (int j = 0; j < i; ++j) seen = seen || &y.parent(j) == &y.parent(i);
    if (!seen) numbers += y.parent(i).numel();
  }
  return numbers * real_bytes;
}

Index chosen(const Node& y) { return 2 * y.numel() * real_bytes; }
Index chosen_each(const Node& y) { return chosen(y) + y.numel() * index_bytes; }
Index chosen_rows(const Node& y) {
  return chosen(y) + y.shape.without(y.shape.ndim() - 1).numel() * index_bytes;
}
Index with_targets(const Node& y) {
  const Shape& logits = y.parent(0).shape;
  return all(y) + logits.without(logits.ndim() - 1).numel() * index_bytes;
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

using Again = Tensor (*)(Call);
using Patterns = GradientPatterns (*)(Call);
using Flops = Index (*)(const Node&, const OpOptions&);
using Bytes = Index (*)(const Node&);

// An op that works on each number of one or two inputs; `sent` is the gradient for each input.
constexpr TensorOpInfo each(std::string_view op, Again again, const char* sent) {
  return {op, 1, 1, again, {sent}, nullptr, OpLoops::each_number, each_result, all};
}
constexpr TensorOpInfo each_two(std::string_view op, Again again, const char* a, const char* b,
                                Flops flops = each_result) {
  return {op, 2, 2, again, {a, b}, nullptr, OpLoops::each_number, flops, all};
}
// An op that moves numbers, or shares them.
constexpr TensorOpInfo moved(std::string_view ops, Again again, const char* sent, Bytes bytes) {
  return {ops, 1, 1, again, {sent}, nullptr, OpLoops::taken, none, bytes};
}
// All other ops, where a number of the result depends on several numbers.
constexpr TensorOpInfo other(std::string_view ops, std::size_t least, std::size_t most, Again again,
                             Patterns patterns, OpLoops loops, Flops flops, Bytes bytes = all) {
  return {ops, least, most, again, {}, patterns, loops, flops, bytes};
}

using enum OpLoops;

// clang-format off
constexpr TensorOpInfo tensor_ops[] = {
    each("neg", one<neg>, "-{dy}"),
    each("exp", one<exp>, "{dy} * {y}"),
    each("log", one<log>, "{dy} / {0}"),
    each("sqrt", one<sqrt>, "{dy} / (2 * {y})"),
    each("rsqrt", one<rsqrt>, "-{dy} * {y}^3 / 2"),
    each("reciprocal", one<reciprocal>, "-{dy} * {y}^2"),
    each("square", one<square>, "{dy} * 2 * {0}"),
    each("abs", one<abs>, "{dy} * the sign of {0}"),
    each("sin", one<sin>, "{dy} * cos({0})"),
    each("cos", one<cos>, "-{dy} * sin({0})"),
    each("tanh", one<tanh>, "{dy} * (1 - {y}^2)"),
    each("sigmoid", one<sigmoid>, "{dy} * {y} * (1 - {y})"),
    each("softplus", one<softplus>, "{dy} * sigmoid({0})"),
    each("relu", one<relu>, "{dy} where {0} > 0, else 0"),
    each("relu2", one<relu2>, "{dy} * 2 * {0} where {0} > 0, else 0"),
    each("gelu", one<gelu>, "{dy} * the slope of gelu at {0}"),
    each("gelu_tanh", one<gelu_tanh>, "{dy} * the slope of gelu_tanh at {0}"),
    each("silu", one<silu>, "{dy} * the slope of silu at {0}"),
    each("clamp", bounded, "{dy} where {0} is within the bounds, else 0"),
    each_two("add", two<add>, "{dy}", "{dy}"),
    each_two("sub", two<sub>, "{dy}", "-{dy}"),
    each_two("mul", two<mul>, "{dy} * {1}", "{dy} * {0}"),
    each_two("div", two<div>, "{dy} / {1}", "-{dy} * {0} / {1}^2"),
    each_two("maximum", two<maximum>, "{dy} where {0} > {1}, half where equal, else 0",
             "{dy} where {1} > {0}, half where equal, else 0"),
    each_two("minimum", two<minimum>, "{dy} where {0} < {1}, half where equal, else 0",
             "{dy} where {1} < {0}, half where equal, else 0"),
    each_two("binary_cross_entropy_with_logits", logit_losses, "{dy} * (sigmoid({0}) - {1})", "-{dy} * {0}"),
    each_two("masked_fill", filled, "", "{dy} where {0} is 0, else 0", none),
    {"where", 3, 3, chosen_of, {"", "{dy} where {0} is not 0, else 0", "{dy} where {0} is 0, else 0"},
     nullptr, each_number, none, all},
    // The parents are scale, y, shift and, if there is one, x.
    {"affine_flow", 3, 4, flowed,
     {"{dy} * {1} * s * (1 - s), s = sigmoid({0})", "{dy} * sigmoid({0})", "{dy}", "{dy}"},
     nullptr, each_number, flow_flops, all},
    {"broadcast_to", 1, 1, broadcast, {"{dy}"}, nullptr, each_number, none, all},
    other("pow", 1, 2, raised, gradient_of_power, each_number, each_result),
    other("dropout", 1, 1, dropped, gradient_of_dropout, each_number, none),
    // ---- reductions and rows ----
    other("sum", 1, 1, over_dims<sum>, gradient_of_sum, reduced, each_input),
    other("mean", 1, 1, over_dims<mean>, gradient_of_mean, reduced, each_input),
    other("max", 1, 1, extreme<max, max>, gradient_of_extreme, each_number, each_input),
    other("min", 1, 1, extreme<min, min>, gradient_of_extreme, each_number, each_input),
    other("var", 1, 1, variance_of, gradient_of_variance, each_number, variance_flops),
    other("logsumexp", 1, 1, logsumexp_of, gradient_of_logsumexp, reduced, normalised),
    other("softmax", 1, 1, along<softmax>, gradient_of_softmax, row, normalised),
    other("log_softmax", 1, 1, along<log_softmax>, gradient_of_softmax, row, normalised),
    other("cross_entropy", 1, 1, loss, gradient_of_loss, each_number, normalised, with_targets),
    other("layer_norm", 1, 3, layer_normed, gradient_of_norm, each_number, normalised),
    other("rms_norm", 1, 2, rms_normed, gradient_of_norm, each_number, normalised),
    // ---- numbers that are copied or shared; a log does not name devices ----
    moved("reshape view squeeze unsqueeze", reshape_of, "{dy} in the shape of {0}", nothing),
    moved("to", reshape_of, "{dy}", all),
    moved("permute", permute_of, "{dy}, its dimensions in the order of {0}", all),
    moved("transpose", permute_of, "{dy}, transposed back", all),
    moved("slice", part, "{dy} at the place of the slice", chosen),
    moved("split chunk", part, "{dy} at the place of this piece", chosen),
    moved("gather", gathered, "{dy}, each number added where it was taken", chosen_each),
    moved("embedding", embedded, "each row of {dy}, added to the row of {0} that its index names", chosen_rows),
    other("cat", 1, SIZE_MAX, joined<cat>, gradient_of_cat, each_number, none),
    other("stack", 1, SIZE_MAX, joined<stack>, gradient_of_cat, each_number, none),
    // ---- products ----
    other("matmul", 2, 2, two<matmul>, gradient_of_matmul, OpLoops::product, product_flops),
    other("linear", 2, 3, linear_of, gradient_of_linear, OpLoops::linear, linear_flops),
    other("gated", 1, 1, gated_again, gradient_of_gate, each_number, gate_flops),
    other("holo_gate", 3, 3, gate_beside, gradient_of_gate, each_number, gate_beside_flops),
    other("attention", 3, 3, attention_of, gradient_of_attention, each_number, attention_flops),
    other("self_attention", 1, 1, self_attention_of, gradient_of_attention, each_number, self_attention_flops),
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

OpCost op_cost(const Node& node, const OpOptions& options) {
  const auto parents = static_cast<std::size_t>(node.parent_count);
  if (const TensorOpInfo* const info = tensor_op_info(node.op, parents)) {
    return {info->flops(node, options), info->bytes(node)};
  }
  throw Error("describe", fmt::format("the op {}, which has no rule", node.op), "an op of ops.h",
              "a line for it in src/see/op_info.cpp");
}

}  // namespace holo
