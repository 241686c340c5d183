// attention.cpp: attention as one node. Describes the memory layout of q, k and v to the kernel.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

Index key_heads(const AttentionOptions& options) {
  return options.n_kv_head == 0 ? options.n_head : options.n_kv_head;
}

void check_options(const char* op, const AttentionOptions& options) {
  if (options.n_head < 1) {
    throw UsageError(op, fmt::format("n_head {}", options.n_head), "1 or more", "1");
  }
  const Index Hkv = options.n_kv_head;
  if (Hkv < 0 || options.n_head % key_heads(options) != 0) {
    throw UsageError(op, fmt::format("n_kv_head {} for n_head {}", Hkv, options.n_head),
                     "a divisor of n_head, or 0 for as many", "n_kv_head 0, or 1");
  }
  if (!std::isfinite(options.scale)) {
    throw UsageError(op, fmt::format("scale {}", options.scale), "a finite number",
                     "0, which stands for 1 / sqrt(channels of a head)");
  }
}

void check_three_dimensions(const char* op, const char* name, const Tensor& x) {
  if (x.ndim() == 3) return;
  throw ShapeError(op, fmt::format("{} {}", name, x.shape().to_string()),
                   "three dimensions: batch, time, channels",
                   x.ndim() == 2 ? fmt::format("unsqueeze({}, 0), which makes a batch of one", name)
                                 : "reshape");
}

// The multiples of `unit` just below and above n, as text: "4 or 8".
std::string nearest(Index n, Index unit) {
  const Index below = n / unit * unit;
  Index above = 0;
  if (__builtin_add_overflow(below, unit, &above)) return std::to_string(below);
  return below == 0 ? std::to_string(above) : fmt::format("{} or {}", below, above);
}

void check_divisible(const char* op, const Tensor& x, Index heads, const std::string& rule) {
  const Index C = x.size(2);
  if (C % heads == 0) return;
  throw ShapeError(
      op,
      fmt::format("{}: {} channels are not divisible by {} heads", x.shape().to_string(), C, heads),
      rule, fmt::format("{} channels", nearest(C, heads)));
}

// The distance in elements between the starts of two adjacent sequences.
Index batch_step(const Tensor& x) { return x.numel() == 0 ? 0 : x.numel() / x.size(0); }

real scale_of(const AttentionOptions& options, Index D) {
  return static_cast<real>(options.scale != 0 ? options.scale
                                              : 1 / std::sqrt(static_cast<double>(D)));
}

}  // namespace

AttentionSizes sizes_of_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                  const AttentionOptions& options) {
  constexpr const char* op = "attention";
  check_options(op, options);
  check_three_dimensions(op, "q", q);
  check_three_dimensions(op, "k", k);
  check_three_dimensions(op, "v", v);
  const Index B = q.size(0), Tq = q.size(1), Tk = k.size(1);
  const Index H = options.n_head, Hkv = key_heads(options);
  check_divisible(op, q, H, "q [B, T, n_head D]");
  const Index D = q.size(2) / H;
  const auto check_like = [&](const char* name, const Tensor& x) {
    const Index fits[] = {B, Tk, Hkv * D};
    for (int d = 0; d < 3; ++d) {
      if (x.size(d) == fits[d]) continue;
      throw ShapeError(
          op,
          fmt::format("q {}, k {}, v {}: dimension {} of {} is {}", q.shape().to_string(),
                      k.shape().to_string(), v.shape().to_string(), d, name, x.size(d)),
          fmt::format("{} {}, for {} heads of {} channels", name, text_of_sizes(fits), Hkv, D),
          d == 2 ? "n_kv_head says how many heads k and v have"
                 : "k and v of one length, and the batch of q");
    }
  };
  check_like("k", k);
  check_like("v", v);
  if (options.causal && Tk < Tq) {
    throw ShapeError(op,
                     fmt::format("q {}, k {}: causal, with {} queries and {} keys",
                                 q.shape().to_string(), k.shape().to_string(), Tq, Tk),
                     "at least as many keys as queries, so that each sees one",
                     "causal = false, or fewer queries");
  }
  AttentionSizes s{};
  s.B = B, s.Tq = Tq, s.Tk = Tk;
  s.H = H, s.Hkv = Hkv, s.D = D;
  s.q_row = q.size(2), s.q_batch = batch_step(q);
  s.k_row = s.v_row = k.size(2), s.k_batch = s.v_batch = batch_step(k);
  s.scale = scale_of(options, D), s.causal = options.causal;
  return s;
}

namespace {

// The sizes of attention if each row of qkv holds q, k and v side by side.
AttentionSizes sizes_of_self_attention(const Tensor& qkv, const AttentionOptions& options) {
  constexpr const char* op = "self_attention";
  check_options(op, options);
  check_three_dimensions(op, "qkv", qkv);
  const Index H = options.n_head, Hkv = key_heads(options);
  const Index heads = checked_add(op, H, checked_mul(op, 2, Hkv));
  check_divisible(op, qkv, heads, "qkv [B, T, (n_head + 2 n_kv_head) D]");
  AttentionSizes s{};
  s.B = qkv.size(0), s.Tq = s.Tk = qkv.size(1);
  s.H = H, s.Hkv = Hkv, s.D = qkv.size(2) / heads;
  s.q_row = s.k_row = s.v_row = qkv.size(2);
  s.q_batch = s.k_batch = s.v_batch = batch_step(qkv);
  s.scale = scale_of(options, s.D), s.causal = options.causal;
  return s;
}

op_options::Attention options_of(const AttentionSizes& s) {
  return {s.H, s.Hkv, s.causal, static_cast<double>(s.scale)};
}

// Where a kernel writes the gradient of a node; null if the node needs no gradient. If `twice`,
// this function sets the gradient to 0 and the kernel adds to it.
Output gradient_of(Node& node, bool twice) {
  if (!node.requires_grad) return {nullptr, false};
  return twice ? Output{node.zeroed_gradient(), false} : node.gradient();
}

}  // namespace

// p = softmax(scale q k^T) over the keys that a query attends to,  y = p v,  for each head:
//   dv += p^T dy,   ds = p (dy v^T - sum(dy y)),   dq += scale ds k,   dk += scale ds^T q
// For the backward pass, lse [B, H, Tq] stores the logsumexp of each row of scores.
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v,
                 const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_attention(q, k, v, options);
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
        // If two gradients share an array, the kernel must add to that array.
        const bool twice = empty || &q_node == &k_node || &k_node == &v_node || &q_node == &v_node;
        const Output dq = gradient_of(q_node, twice);
        const Output dk = gradient_of(k_node, twice);
        const Output dv = gradient_of(v_node, twice);
        if (empty) return;
        y_node.backend->attention_backward(dq, dk, dv, y_node.grad, q_node.data, k_node.data,
                                           v_node.data, y_node.data, lse.data(), s);
      });
}

// Attention in which each row of qkv holds q, k and v side by side. dqkv has the same layout.
Tensor self_attention(const Tensor& qkv, const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_self_attention(qkv, options);
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
