// tensor_op.cpp: tables of the ops: those of one input, of two, and those with options.
#include "trace/tensor_op.h"

#include <fmt/format.h>

#include <string_view>

#include "trace/op_call.h"

namespace holo {
namespace {

namespace o = op_options;
using Call = const OpCall&;

Tensor reshaped(Call c) { return c.reshaped(); }
Tensor permuted(Call c) { return c.permuted(); }
Tensor part(Call c) { return c.part(); }

struct OfOne {
  std::string_view op;
  Tensor (*f)(const Tensor&);
};
constexpr OfOne of_one[] = {
    {"neg", neg},           {"exp", exp},
    {"log", log},           {"sqrt", sqrt},
    {"rsqrt", rsqrt},       {"abs", abs},
    {"square", square},     {"reciprocal", reciprocal},
    {"sin", sin},           {"cos", cos},
    {"softplus", softplus}, {"tanh", tanh},
    {"relu", relu},         {"sigmoid", sigmoid},
    {"relu2", relu2},       {"gelu", gelu},
    {"silu", silu},         {"gelu_tanh", gelu_tanh},
};

struct OfTwo {
  std::string_view op;
  Tensor (*f)(const Tensor&, const Tensor&);
};
constexpr OfTwo of_two[] = {
    {"add", add}, {"sub", sub},         {"mul", mul},         {"div", div},
    {"pow", pow}, {"maximum", maximum}, {"minimum", minimum}, {"matmul", matmul},
};

struct WithOptions {
  std::string_view op;
  Tensor (*f)(Call);
};
const WithOptions with_options[] = {
    {"pow", [](Call c) { return pow(c[0], c.options<o::Power>().exponent); }},
    {"clamp",
     [](Call c) {
       const auto& [low, high] = c.options<o::Bounds>();
       return clamp(c[0], low, high);
     }},
    {"where", [](Call c) { return where(c[0], c[1], c[2]); }},
    {"masked_fill", [](Call c) { return masked_fill(c[1], c[0], c.options<o::Fill>().value); }},
    {"sum", [](Call c) { return c.over(sum); }},
    {"mean", [](Call c) { return c.over(mean); }},
    {"var", [](Call c) { return c.variance(); }},
    {"max", [](Call c) { return c.extreme(max, max); }},
    {"min", [](Call c) { return c.extreme(min, min); }},
    {"logsumexp",
     [](Call c) { return logsumexp(c[0], c.first_dim(), c.options<o::Over>().keepdim); }},
    {"softmax", [](Call c) { return softmax(c[0], c.dim()); }},
    {"log_softmax", [](Call c) { return log_softmax(c[0], c.dim()); }},
    {"reshape", reshaped},
    {"view", reshaped},
    {"squeeze", reshaped},
    {"unsqueeze", reshaped},
    {"to", reshaped},  // a log has no devices
    {"permute", permuted},
    {"transpose", permuted},
    {"slice", part},
    {"split", part},
    {"chunk", part},
    {"cat", [](Call c) { return cat(c.x, c.dim()); }},
    {"stack", [](Call c) { return stack(c.x, c.dim()); }},
    {"broadcast_to", [](Call c) { return broadcast_to(c[0], c.shape()); }},
    {"gather",
     [](Call c) { return gather(c[0], c.options<o::Gather>().dim, c.indices(c.shape())); }},
    {"embedding", [](Call c) { return embedding(c[0], c.indices(c.rows_of(c.shape()))); }},
    {"linear",
     [](Call c) { return linear(c[0], c[1], c.or_empty(2), c.options<o::Linear>().activation); }},
    {"gated",
     [](Call c) {
       const auto& [activation, gate] = c.options<o::Gated>();
       return gated(c[0], activation, gate);
     }},
    {"holo_gate",
     [](Call c) {
       const auto& [first, second, gate] = c.options<o::HoloGate>();
       return holo_gate(c[0], c[1], c[2], {first, second, gate});
     }},
    // The parents are scale, y, shift and x.
    {"affine_flow", [](Call c) { return affine_flow(c.or_empty(3), c[0], c[1], c[2]); }},
    {"cross_entropy", [](Call c) { return c.loss(); }},
    // Its node has a loss for each logit; their sum or mean is another one.
    {"binary_cross_entropy_with_logits",
     [](Call c) { return binary_cross_entropy_with_logits(c[0], c[1], Reduction::none); }},
    {"layer_norm", [](Call c) { return c.normalized(); }},
    {"rms_norm",
     [](Call c) { return rms_norm(c[0], c.or_empty(1), c.options<o::Norm>().epsilon); }},
    {"dropout",
     [](Call c) {
       const auto& [p, seed, stream] = c.options<o::Dropout>();
       return dropout(c[0], p, CounterRandom(seed, stream));
     }},
    {"attention", [](Call c) { return attention(c[0], c[1], c[2], c.attention_options()); }},
    {"self_attention", [](Call c) { return self_attention(c[0], c.attention_options()); }},
};

}  // namespace

Tensor tensor_op(const TracedNode& node, std::span<const Tensor> x) {
  if (x.size() == 1) {
    for (const OfOne& each : of_one) {
      if (each.op == node.op) return each.f(x[0]);
    }
  }
  if (x.size() == 2) {
    for (const OfTwo& each : of_two) {
      if (each.op == node.op) return each.f(x[0], x[1]);
    }
  }
  for (const WithOptions& each : with_options) {
    if (each.op == node.op) return each.f({node, x});
  }
  throw Error("check", fmt::format("{} of {} tensors", node.op, x.size()), "an op of ops.h");
}

}  // namespace holo
