// op_cost.cpp: a table of what each op computes and moves. Products of sizes cannot overflow,
// because the op has already run.
#include "see/op_cost.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <variant>

#include "holo/check.h"
#include "holo/ops.h"

namespace holo {
namespace {

constexpr Index real_bytes = sizeof(real), index_bytes = sizeof(Index);

// ---- FLOPs ----

Index none(const Node&, const OpOptions&) { return 0; }
Index each_result(const Node& y, const OpOptions&) { return y.numel(); }
Index each_input(const Node& y, const OpOptions&) { return y.parent(0).numel(); }
Index variance(const Node& y, const OpOptions& o) { return 4 * each_input(y, o); }
Index normalised(const Node& y, const OpOptions& o) { return 5 * each_input(y, o); }

// [..., K] times [..., K, N] or [N, K]: K multiply-adds for each number of y
Index product(const Node& y, const OpOptions&) {
  return 2 * y.numel() * y.parent(0).shape.size(-1);
}

// One operation for each number that an activation computes.
Index activated(Activation activation) { return activation == Activation::none ? 0 : 1; }
Index linear(const Node& y, const OpOptions& o) {
  return product(y, o) + activated(std::get<op_options::Linear>(o).activation) * y.numel();
}
Index gate(const Node& y, const OpOptions& o) {
  return (1 + activated(std::get<op_options::Gated>(o).activation)) * y.numel();
}
// z [..., 2 C]: one activation in the first half; two activations and a product in the second.
Index gate_beside(const Node& z, const OpOptions& o) {
  const auto& [first, second, gate] = std::get<op_options::HoloGate>(o);
  return (activated(first) + activated(second) + activated(gate) + 1) * z.parent(0).numel();
}
// The sigmoid, a product, and one sum or two.
Index flow(const Node& y, const OpOptions& o) {
  return (3 + std::get<op_options::AffineFlow>(o).residual) * y.numel();
}

// y [B, Tq, H D]
Index attention_of(const Node& y, Index H, Index Tk) {
  const Index scores = y.shape[0] * H * y.shape[1] * Tk;
  return 4 * y.numel() * Tk + 6 * scores;
}
Index attention(const Node& y, const OpOptions& o) {
  return attention_of(y, std::get<op_options::Attention>(o).n_head, y.parent(1).shape[1]);
}
Index self_attention(const Node& y, const OpOptions& o) {
  return attention_of(y, std::get<op_options::Attention>(o).n_head, y.shape[1]);
}

// ---- bytes ----

Index nothing(const Node&) { return 0; }

// A parent that appears twice is read once.
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

// ---- the table ----

struct Rule {
  std::string_view ops;  // with spaces between them
  Index (*flops)(const Node&, const OpOptions&);
  Index (*bytes)(const Node&);
};

constexpr Rule rules[] = {
    // the same numbers, copied or shared
    {"reshape view squeeze unsqueeze", none, nothing},
    {"permute transpose cat stack broadcast_to to where masked_fill dropout", none, all},
    {"slice split chunk", none, chosen},
    {"gather", none, chosen_each},
    {"embedding", none, chosen_rows},
    // element by element
    {"neg exp log sqrt rsqrt reciprocal square abs sin cos pow clamp", each_result, all},
    {"tanh sigmoid softplus relu relu2 gelu gelu_tanh silu", each_result, all},
    {"add sub mul div maximum minimum", each_result, all},
    {"binary_cross_entropy_with_logits", each_result, all},
    // reductions
    {"sum mean max min", each_input, all},
    {"var", variance, all},
    // normalisations
    {"softmax log_softmax logsumexp layer_norm rms_norm", normalised, all},
    {"cross_entropy", normalised, with_targets},
    // products
    {"matmul", product, all},
    {"linear", linear, all},
    {"gated", gate, all},
    {"holo_gate", gate_beside, all},
    {"affine_flow", flow, all},
    {"attention", attention, all},
    {"self_attention", self_attention, all},
};

bool has_op(const Rule& rule, const std::string& op) {
  return fmt::format(" {} ", rule.ops).find(" " + op + " ") != std::string::npos;
}

}  // namespace

OpCost op_cost(const Node& node, const OpOptions& options) {
  for (const Rule& rule : rules) {
    if (has_op(rule, node.op)) return {rule.flops(node, options), rule.bytes(node)};
  }
  throw Error("describe", fmt::format("the op {}, which has no rule", node.op), "an op of ops.h",
              "a line for it in src/see/op_cost.cpp");
}

}  // namespace holo
