// attention.cpp: attention as one node: its kernel gets the places of q, k and v.
// attention_composed.cpp has the same made of other ops.
#include "ops/attention_sizes.h"
#include "tensor/record.h"

namespace holo {
namespace {

op_options::Attention options_of(const AttentionSizes& s) {
  return {s.H, s.Hkv, s.causal, static_cast<double>(s.scale)};
}

// Where the gradient of the node goes, or nowhere when it needs none. `twice`: it is added to.
Output gradient_of(Node& node, bool twice) {
  if (!node.requires_grad) return {nullptr, false};
  return twice ? Output{node.zeroed_gradient(), false} : node.gradient();
}

}  // namespace

// p = softmax(scale q k^T) with what is not seen left out,  y = p v,  for each head:
//   dv += p^T dy,   ds = p (dy v^T - sum(dy y)),   dq += scale ds k,   dk += scale ds^T q
// lse [B, H, Tq] is the log of the sum of exponentials of each row of scores, for the backward.
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v,
                 const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_attention("attention", q, k, v, options);
  Tensor y = result("attention", q.shape(), {q, k, v});
  const bool empty = q.numel() == 0 || k.numel() == 0;
  const Tensor lse = leaf({empty ? 0 : s.B, s.H, s.Tq}, q.backend(), "attention");
  if (empty) {
    q.backend().fill(y.node().data, 0, y.numel());
  } else {
    q.backend().attention(y.node().data, lse.node().data, q.data(), k.data(), v.data(), s);
  }
  return record(
      std::move(y), saves::inputs | saves::output, options_of(s), [s, lse, empty](Node& y_node) {
        Node &q_node = y_node.parent(0), &k_node = y_node.parent(1), &v_node = y_node.parent(2);
        // One array for two of the gradients: the kernel can only add to it.
        const bool twice = empty || &q_node == &k_node || &k_node == &v_node || &q_node == &v_node;
        const Output dq = gradient_of(q_node, twice);
        const Output dk = gradient_of(k_node, twice);
        const Output dv = gradient_of(v_node, twice);
        if (empty) return;
        y_node.backend->attention_backward(dq, dk, dv, y_node.grad, q_node.data, k_node.data,
                                           v_node.data, y_node.data, lse.data(), s);
      });
}

// The same for q, k and v side by side in each row of qkv; so are their gradients.
Tensor self_attention(const Tensor& qkv, const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_self_attention("self_attention", qkv, options);
  const Index C = s.H * s.D, C_kv = s.Hkv * s.D;
  Tensor y = result("self_attention", {s.B, s.Tq, C}, {qkv});
  const bool empty = qkv.numel() == 0;
  const Tensor lse = leaf({empty ? 0 : s.B, s.H, s.Tq}, qkv.backend(), "attention");
  if (!empty) {
    const real* const q = qkv.data();
    qkv.backend().attention(y.node().data, lse.node().data, q, q + C, q + C + C_kv, s);
  }
  return record(std::move(y), saves::input0 | saves::output, options_of(s),
                [s, lse, C, C_kv, empty](Node& y_node) {
                  Node& x_node = y_node.parent(0);
                  const Output dq = x_node.gradient();
                  if (empty) return;
                  const Output dk{dq.data + C, dq.overwrite}, dv{dq.data + C + C_kv, dq.overwrite};
                  const real* const x = x_node.data;
                  y_node.backend->attention_backward(dq, dk, dv, y_node.grad, x, x + C,
                                                     x + C + C_kv, y_node.data, lse.data(), s);
                });
}

}  // namespace holo
