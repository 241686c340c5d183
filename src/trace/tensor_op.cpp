// tensor_op.cpp: tables of the ops: those of one input, of two, and those with options.
#include "trace/tensor_op.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "holo/check.h"
#include "trace/op_call.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

Tensor part(const OpCall& c) {
  const std::vector<Index> first = c.list("first"), step = c.list("step");
  std::vector<Slice> slices;
  for (std::size_t d = 0; d < first.size(); ++d) {
    const Index stop = first[d] + c.node.shape.at(d) * step.at(d);
    slices.push_back({first[d], stop, step[d]});
    if (stop < 0) slices.back().stop.reset();  // backwards, to the beginning
  }
  return slice(c[0], slices);
}

Tensor permuted(const OpCall& c) { return permute(c[0], c.dims()); }

Tensor reshaped(const OpCall& c) { return reshape(c[0], std::span(c.node.shape)); }

// Of all elements, or of one dimension.
Tensor extreme(const OpCall& c, Tensor (*of_all)(const Tensor&),
               Tensor (*of_dim)(const Tensor&, int, bool)) {
  const std::vector<int> dims = c.dims();
  const bool all = dims.size() == static_cast<std::size_t>(c[0].ndim()) && !c.has("keepdim");
  return all ? of_all(c[0]) : of_dim(c[0], dims.at(0), c.has("keepdim"));
}

AttentionOptions attention_options(const OpCall& c) {
  return {.n_head = static_cast<Index>(c.count("n_head")),
          .n_kv_head = static_cast<Index>(c.count("n_kv_head")),
          .causal = c.has("causal"),
          .scale = c.number("scale")};
}

Tensor loss(const OpCall& c) {
  const std::string reduction = c.words("reduction");
  const Shape& logits = c[0].shape();
  return cross_entropy(c[0], c.indices(logits.without(logits.ndim() - 1)),
                       reduction == "none"  ? Reduction::none
                       : reduction == "sum" ? Reduction::sum
                                            : Reduction::mean,
                       c.list("ignore_index").at(0));
}

Tensor variance(const OpCall& c) {
  return var(c[0], Dims(c.dims()), Correction(c.list("correction").at(0)), c.has("keepdim"));
}

Tensor rows(const OpCall& c) {
  return embedding(c[0], c.indices(c.node_shape().without(c.node_shape().ndim() - 1)));
}

Tensor normalized(const OpCall& c) {
  const bool gain = !c.has("no gain");
  return layer_norm(c[0], gain ? c.or_empty(1) : Tensor(), c.or_empty(gain ? 2 : 1),
                    c.number("epsilon"));
}

Tensor halves(const OpCall& c) {
  const Gate gate = c.words("gate") == "first" ? Gate::first : Gate::second;
  return gated(c[0], c.activation("activation"), gate);
}

Tensor three_parts(const OpCall& c) {
  return holo_gate(c[0], c[1], c[2],
                   {c.activation("first"), c.activation("second"), c.activation("gate")});
}

// The parents are scale, y, shift and x.
Tensor flow(const OpCall& c) { return affine_flow(c.or_empty(3), c[0], c[1], c[2]); }

// A mask has been divided by 1 - p.
Tensor dropped(const OpCall& c) {
  if (!c.has("seed")) return c[0] * c[1];
  return dropout(c[0], c.number("p"), CounterRandom(c.count("seed"), c.count("stream")));
}

struct OfOne {
  std::string_view op;
  Tensor (*f)(const Tensor&);
};
constexpr OfOne of_one[] = {
    {"neg", neg},
    {"exp", exp},
    {"log", log},
    {"sqrt", sqrt},
    {"rsqrt", rsqrt},
    {"abs", abs},
    {"square", square},
    {"reciprocal", reciprocal},
    {"tanh", tanh},
    {"relu", relu},
    {"sigmoid", sigmoid},
    {"relu2", relu2},
    {"gelu", gelu},
    {"silu", silu},
    {"gelu_tanh", gelu_tanh},
};

struct OfTwo {
  std::string_view op;
  Tensor (*f)(const Tensor&, const Tensor&);
};
constexpr OfTwo of_two[] = {
    {"add", add}, {"sub", sub},         {"mul", mul},         {"div", div},
    {"pow", pow}, {"maximum", maximum}, {"minimum", minimum}, {"matmul", matmul},
};

using Call = const OpCall&;
struct WithOptions {
  std::string_view op;
  Tensor (*f)(Call);
};
const WithOptions with_options[] = {
    {"pow", [](Call c) { return pow(c[0], c.number("exponent")); }},
    {"clamp", [](Call c) { return clamp(c[0], c.number("low"), c.number("high")); }},
    {"where", [](Call c) { return where(c[0], c[1], c[2]); }},
    {"masked_fill", [](Call c) { return masked_fill(c[1], c[0], c.number("value")); }},
    {"sum", [](Call c) { return sum(c[0], Dims(c.dims()), c.has("keepdim")); }},
    {"mean", [](Call c) { return mean(c[0], Dims(c.dims()), c.has("keepdim")); }},
    {"var", variance},
    {"max", [](Call c) { return extreme(c, max, max); }},
    {"min", [](Call c) { return extreme(c, min, min); }},
    {"logsumexp", [](Call c) { return logsumexp(c[0], c.dims().at(0), c.has("keepdim")); }},
    {"softmax", [](Call c) { return softmax(c[0], c.dims("dim").at(0)); }},
    {"log_softmax", [](Call c) { return log_softmax(c[0], c.dims("dim").at(0)); }},
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
    {"cat", [](Call c) { return cat(c.x, c.dims("dim").at(0)); }},
    {"stack", [](Call c) { return stack(c.x, c.dims("dim").at(0)); }},
    {"broadcast_to", [](Call c) { return broadcast_to(c[0], c.node_shape()); }},
    {"gather", [](Call c) { return gather(c[0], c.dims("dim").at(0), c.indices(c.node_shape())); }},
    {"embedding", rows},
    {"linear",
     [](Call c) { return linear(c[0], c[1], c.or_empty(2), c.activation("activation")); }},
    {"gated", halves},
    {"holo_gate", three_parts},
    {"affine_flow", flow},
    {"cross_entropy", loss},
    {"layer_norm", normalized},
    {"rms_norm", [](Call c) { return rms_norm(c[0], c.or_empty(1), c.number("epsilon")); }},
    {"dropout", dropped},
    {"attention", [](Call c) { return attention(c[0], c[1], c[2], attention_options(c)); }},
    {"self_attention", [](Call c) { return self_attention(c[0], attention_options(c)); }},
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
  throw Error("replay", fmt::format("{} of {} tensors", node.op, x.size()), "an op of ops.h");
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
