// attention.cpp: checks the sizes of an attention layer and computes its parts in order.
#include "holo/nn/attention.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "nn/checks.h"

namespace holo {
namespace {

constexpr const char* where_attention = "MultiHeadAttention";

void check_divides(const char* name, Index part, const char* whole_name, Index whole) {
  if (whole % part == 0) return;
  throw UsageError(where_attention, fmt::format("{} {} and {} {}", name, part, whole_name, whole),
                   fmt::format("{} that divides {}", name, whole_name));
}

Index checked_head_dim(Index embed_dim, Index heads, const MultiHeadAttentionOptions& options) {
  if (!options.head_dim) check_divides("num_heads", heads, "embed_dim", embed_dim);
  return checked_size(where_attention, "head_dim", options.head_dim.value_or(embed_dim / heads));
}

Index checked_heads_kv(Index heads, const MultiHeadAttentionOptions& options) {
  const Index heads_kv =
      checked_size(where_attention, "num_heads_kv", options.num_heads_kv.value_or(heads));
  check_divides("num_heads_kv", heads_kv, "num_heads", heads);
  return heads_kv;
}

double checked_scale(const std::optional<double>& scale, Index head_dim) {
  if (!scale) return 1 / std::sqrt(static_cast<double>(head_dim));
  if (*scale > 0 && std::isfinite(*scale)) return *scale;
  throw UsageError(where_attention, fmt::format("scale {}", *scale), "a finite number above 0");
}

const RotaryOptions& checked_rotary(const RotaryOptions& rotary, Index head_dim) {
  const Index channels = rotary.channels;
  if (channels < 0 || channels % 2 != 0 || channels > head_dim) {
    throw UsageError(where_attention, fmt::format("{} rotary channels", channels),
                     fmt::format("an even number, at most head_dim {}", head_dim));
  }
  if (rotary.base > 0 && std::isfinite(rotary.base)) return rotary;
  throw UsageError(where_attention, fmt::format("a rotary base {}", rotary.base),
                   "a finite number above 0");
}

Index channels_of(Index heads, Index head_dim) {
  return checked_mul(where_attention, heads, head_dim);
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(Index channels, Index heads, PythonRandom& random,
                                       const MultiHeadAttentionOptions& options)
    : embed_dim(checked_size(where_attention, "embed_dim", channels)),
      num_heads(checked_size(where_attention, "num_heads", heads)),
      num_heads_kv(checked_heads_kv(heads, options)),
      head_dim(checked_head_dim(channels, heads, options)),
      causal(options.causal),
      scale(checked_scale(options.scale, head_dim)),
      rotary_options(checked_rotary(options.rotary, head_dim)),
      in_proj(channels,
              channels_of(checked_add(where_attention, heads,
                                      checked_mul(where_attention, 2, num_heads_kv)),
                          head_dim),
              random, {options.qkv_bias, Activation::none, options.weight_init, options.bias_init}),
      out_proj(channels_of(heads, head_dim), channels, random,
               {options.out_bias, Activation::none,
                options.out_weight_init.value_or(options.weight_init), options.bias_init}) {
  register_module("in_proj", in_proj);
  register_module("out_proj", out_proj);
}

// The output of all attention heads: [B, T, H D].
Tensor MultiHeadAttention::attend(const Tensor& qkv, KeyValueCache* cache) const {
  const AttentionOptions options{num_heads, num_heads_kv, causal, scale};
  if (rotary_options.channels == 0 && cache == nullptr) return self_attention(qkv, options);
  const Index B = qkv.shape()[0], T = qkv.shape()[1], first = cache ? cache->length() : 0;
  const Index q_channels = num_heads * head_dim, k_channels = num_heads_kv * head_dim;
  const std::vector<Tensor> parts = split(qkv, {q_channels, k_channels, k_channels}, -1);
  const auto turned = [&](const Tensor& x, Index heads) {
    if (rotary_options.channels == 0) return x;
    return reshape(rotary(reshape(x, {B, T, heads, head_dim}), rotary_options, first),
                   {B, T, heads * head_dim});
  };
  const Tensor q = turned(parts[0], num_heads), k = turned(parts[1], num_heads_kv);
  if (cache == nullptr) return attention(q, k, parts[2], options);
  cache->keys = first == 0 ? k : cat({cache->keys, k}, 1);
  cache->values = first == 0 ? parts[2] : cat({cache->values, parts[2]}, 1);
  return attention(q, cache->keys, cache->values, options);
}

Tensor MultiHeadAttention::operator()(const Tensor& x, KeyValueCache* cache) const {
  const Scope scope(full_name());
  if (cache != nullptr && !causal) {
    throw UsageError(where_attention, "a cache of keys, and positions that see later ones",
                     "causal = true", "the whole text in one call");
  }
  check_channels(where_attention, x, embed_dim);
  if (x.ndim() != 3) {
    throw ShapeError(where_attention, fmt::format("x {}", x.shape().to_string()),
                     fmt::format("[B, T, {}]", embed_dim), "unsqueeze(x, 0), for a batch of one");
  }
  return out_proj(attend(in_proj(x), cache));
}

}  // namespace holo
