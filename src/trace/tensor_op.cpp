// tensor_op.cpp: tables of the ops: those of one input, of two, and those with options.
#include "trace/tensor_op.h"

#include <fmt/format.h>

#include <string_view>
#include <variant>
#include <vector>

#include "holo/check.h"
#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

namespace o = op_options;

// A node of a log and the tensors that its op takes. An input or an option that is missing throws
// holo::Error.
struct OpCall {
  const TracedNode& node;
  std::span<const Tensor> x;  // the parents

  const Tensor& operator[](std::size_t i) const {
    if (i < x.size()) return x[i];
    throw Error(node.op, fmt::format("{} inputs", x.size()), "more of them");
  }
  Tensor or_empty(std::size_t i) const { return i < x.size() ? x[i] : Tensor(); }
  Shape shape() const { return Shape(std::span(node.shape)); }
  // All dimensions but the last.
  Shape rows_of(const Shape& shape) const {
    if (shape.ndim() > 0) return shape.without(shape.ndim() - 1);
    throw Error(node.op, "a shape []", "a last dimension");
  }
  Indices indices(const Shape& shape) const { return Indices(shape, node.indices); }

  template <class Options>
  const Options& options() const {
    if (const auto* const found = std::get_if<Options>(&node.options)) return *found;
    throw Error(node.op, "options of another op", "its own");
  }
  int dim() const { return options<o::Along>().dim; }
};
using Call = const OpCall&;

Dims dims_of(const std::bitset<max_ndim>& set) {
  std::vector<int> dims;
  for (int d = 0; d < max_ndim; ++d) {
    if (set[static_cast<std::size_t>(d)]) dims.push_back(d);
  }
  return Dims(dims);
}

// The first dimension.
int dim_of(const o::Over& over) {
  int d = 0;
  while (d < max_ndim - 1 && !over.dims[static_cast<std::size_t>(d)]) ++d;
  return d;
}

Tensor part(Call c) {
  const auto& [first, step] = c.options<o::Part>();
  std::vector<Slice> slices;
  for (std::size_t d = 0; d < c.node.shape.size(); ++d) {
    const Index stop =
        checked_add("slice", first[d], checked_mul("slice", c.node.shape[d], step[d]));
    slices.push_back({first[d], stop, step[d]});
    if (stop < 0) slices.back().stop.reset();  // backwards, to the beginning
  }
  return slice(c[0], slices);
}

Tensor permuted(Call c) {
  const auto& dims = c.options<o::Order>().dims;
  return permute(c[0], std::span(dims).first(c.node.shape.size()));
}

Tensor reshaped(Call c) { return reshape(c[0], std::span(c.node.shape)); }

Tensor over(Call c, Tensor (*f)(const Tensor&, const Dims&, bool)) {
  const o::Over& over = c.options<o::Over>();
  return f(c[0], dims_of(over.dims), over.keepdim);
}

// Of all elements, or of one dimension.
Tensor extreme(Call c, Tensor (*of_all)(const Tensor&),
               Tensor (*of_dim)(const Tensor&, int, bool)) {
  const o::Over& over = c.options<o::Over>();
  const bool all = over.dims.count() == static_cast<std::size_t>(c[0].ndim()) && !over.keepdim;
  return all ? of_all(c[0]) : of_dim(c[0], dim_of(over), over.keepdim);
}

AttentionOptions attention_options(Call c) {
  const auto& [n_head, n_kv_head, causal, scale] = c.options<o::Attention>();
  return {.n_head = n_head, .n_kv_head = n_kv_head, .causal = causal, .scale = scale};
}

Tensor loss(Call c) {
  const o::CrossEntropy& options = c.options<o::CrossEntropy>();
  return cross_entropy(c[0], c.indices(c.rows_of(c[0].shape())), options.reduction,
                       options.ignore_index);
}

Tensor normalized(Call c) {
  const o::Norm& norm = c.options<o::Norm>();
  return layer_norm(c[0], norm.gain ? c[1] : Tensor(), norm.bias ? c[norm.gain ? 2 : 1] : Tensor(),
                    norm.epsilon);
}

Tensor three_parts(Call c) {
  const auto& [first, second, gate] = c.options<o::HoloGate>();
  return holo_gate(c[0], c[1], c[2], {first, second, gate});
}

// Its node has a loss for each logit; their sum or mean is another one.
Tensor logit_losses(Call c) {
  return binary_cross_entropy_with_logits(c[0], c[1], Reduction::none);
}

// A mask has been divided by 1 - p.
Tensor dropped(Call c) {
  const auto& [p, random] = c.options<o::Dropout>();
  return random ? dropout(c[0], p, CounterRandom(random->first, random->second)) : c[0] * c[1];
}

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
    {"sum", [](Call c) { return over(c, sum); }},
    {"mean", [](Call c) { return over(c, mean); }},
    {"var",
     [](Call c) {
       const auto& [dims, keepdim, correction] = c.options<o::Variance>();
       return var(c[0], dims_of(dims), Correction(correction), keepdim);
     }},
    {"max", [](Call c) { return extreme(c, max, max); }},
    {"min", [](Call c) { return extreme(c, min, min); }},
    {"logsumexp",
     [](Call c) {
       const o::Over& over = c.options<o::Over>();
       return logsumexp(c[0], dim_of(over), over.keepdim);
     }},
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
    {"holo_gate", three_parts},
    // The parents are scale, y, shift and x.
    {"affine_flow", [](Call c) { return affine_flow(c.or_empty(3), c[0], c[1], c[2]); }},
    {"cross_entropy", loss},
    {"binary_cross_entropy_with_logits", logit_losses},
    {"layer_norm", normalized},
    {"rms_norm",
     [](Call c) { return rms_norm(c[0], c.or_empty(1), c.options<o::Norm>().epsilon); }},
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
  throw Error("check", fmt::format("{} of {} tensors", node.op, x.size()), "an op of ops.h");
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
