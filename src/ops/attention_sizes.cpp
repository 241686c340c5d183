// attention_sizes.cpp: checks the options and shapes of attention.
#include "ops/attention_sizes.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

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
                   x.ndim() == 2 ? "unsqueeze(x, 0), which makes a batch of one" : "reshape",
                   {x.shape()});
}

// "4 or 8": the multiples of `unit` next to n.
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
      rule, fmt::format("{} channels", nearest(C, heads)), {x.shape()}, 2);
}

// Elements from one sequence to the next.
Index batch_step(const Tensor& x) { return x.numel() == 0 ? 0 : x.numel() / x.size(0); }

real scale_of(const AttentionOptions& options, Index D) {
  return static_cast<real>(options.scale != 0 ? options.scale
                                              : 1 / std::sqrt(static_cast<double>(D)));
}

}  // namespace

AttentionSizes sizes_of_attention(const char* op, const Tensor& q, const Tensor& k, const Tensor& v,
                                  const AttentionOptions& options) {
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
                 : "k and v of one length, and the batch of q",
          {q.shape(), k.shape(), v.shape()}, d);
    }
  };
  check_like("k", k);
  check_like("v", v);
  if (options.causal && Tk < Tq) {
    throw ShapeError(op,
                     fmt::format("q {}, k {}: causal, with {} queries and {} keys",
                                 q.shape().to_string(), k.shape().to_string(), Tq, Tk),
                     "at least as many keys as queries, so that each sees one",
                     "causal = false, or fewer queries", {q.shape(), k.shape(), v.shape()}, 1);
  }
  AttentionSizes s{};
  s.B = B, s.Tq = Tq, s.Tk = Tk;
  s.H = H, s.Hkv = Hkv, s.D = D;
  s.q_row = q.size(2), s.q_batch = batch_step(q);
  s.k_row = s.v_row = k.size(2), s.k_batch = s.v_batch = batch_step(k);
  s.scale = scale_of(options, D), s.causal = options.causal;
  return s;
}

AttentionSizes sizes_of_self_attention(const char* op, const Tensor& qkv,
                                       const AttentionOptions& options) {
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

}  // namespace holo
