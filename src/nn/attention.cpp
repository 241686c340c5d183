// attention.cpp: checks the sizes of an attention layer, and computes its parts in order.
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

Index rounded_mlp_dim(Index mlp_dim) {
  if (mlp_dim < 0)
    throw UsageError(where_attention, fmt::format("mlp_dim {}", mlp_dim), "at least 0");
  return checked_mul(where_attention, checked_add(where_attention, mlp_dim, 255) / 256, 256);
}

double checked_scale(const std::optional<double>& scale, Index head_dim) {
  if (!scale) return 1 / std::sqrt(static_cast<double>(head_dim));
  if (*scale > 0 && std::isfinite(*scale)) return *scale;
  throw UsageError(where_attention, fmt::format("scale {}", *scale), "a finite number above 0");
}

void check_rotary(const RotaryOptions& rotary, Index head_dim) {
  const Index channels = rotary.channels;
  if (channels < 0 || channels % 2 != 0 || channels > head_dim) {
    throw UsageError(where_attention, fmt::format("{} rotary channels", channels),
                     fmt::format("an even number, at most head_dim {}", head_dim));
  }
  if (!(rotary.base > 0) || !std::isfinite(rotary.base)) {
    throw UsageError(where_attention, fmt::format("a rotary base {}", rotary.base),
                     "a finite number above 0");
  }
}

std::optional<CausalConv> make_conv(Index channels, Index d_conv, PythonRandom& random) {
  if (d_conv == 0) return std::nullopt;
  return std::optional<CausalConv>(std::in_place, channels, d_conv, random);
}

}  // namespace

Index MultiHeadAttention::Sizes::qkv() const {
  const Index heads =
      checked_add(where_attention, num_heads, checked_mul(where_attention, 2, num_heads_kv));
  return checked_mul(where_attention, heads, head_dim);
}

MultiHeadAttention::Sizes MultiHeadAttention::checked_sizes(
    Index embed_dim, Index num_heads, const MultiHeadAttentionOptions& options) {
  checked_size(where_attention, "embed_dim", embed_dim);
  checked_size(where_attention, "num_heads", num_heads);
  if (!options.head_dim) check_divides("num_heads", num_heads, "embed_dim", embed_dim);
  const Index head_dim =
      checked_size(where_attention, "head_dim", options.head_dim.value_or(embed_dim / num_heads));
  const Index heads_kv =
      checked_size(where_attention, "num_heads_kv", options.num_heads_kv.value_or(num_heads));
  check_divides("num_heads_kv", heads_kv, "num_heads", num_heads);
  if (options.d_conv < 0) {
    throw UsageError(where_attention, fmt::format("d_conv {}", options.d_conv), "at least 0");
  }
  check_rotary(options.rotary, head_dim);
  return {embed_dim, num_heads, heads_kv, head_dim, rounded_mlp_dim(options.mlp_dim)};
}

MultiHeadAttention::MultiHeadAttention(Index channels, Index heads, PythonRandom& random,
                                       const MultiHeadAttentionOptions& options)
    : MultiHeadAttention(checked_sizes(channels, heads, options), random, options) {}

MultiHeadAttention::MultiHeadAttention(const Sizes& sizes, PythonRandom& random,
                                       const MultiHeadAttentionOptions& options)
    : embed_dim(sizes.embed_dim),
      num_heads(sizes.num_heads),
      num_heads_kv(sizes.num_heads_kv),
      head_dim(sizes.head_dim),
      mlp_dim(sizes.mlp_dim),
      causal(options.causal),
      scale(checked_scale(options.scale, head_dim)),
      rotary_options(options.rotary),
      in_proj(embed_dim, checked_add(where_attention, sizes.qkv(), mlp_dim), random,
              {options.qkv_bias, Activation::none, options.weight_init, options.bias_init}),
      conv1d(make_conv(sizes.qkv(), options.d_conv, random)),
      out_proj(num_heads * head_dim + mlp_dim / 2, embed_dim, random,
               {options.out_bias, Activation::none,
                options.out_weight_init.value_or(options.weight_init), options.bias_init}) {
  register_module("in_proj", in_proj);
  if (conv1d) register_module("conv1d", *conv1d);
  register_module("out_proj", out_proj);
}

Tensor MultiHeadAttention::attend(const Tensor& projected, KeyValueCache* cache) const {
  const Tensor qkv = conv1d ? (*conv1d)(projected) : projected;
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

Tensor MultiHeadAttention::operator()(const Tensor& x) const { return apply(x, nullptr); }

Tensor MultiHeadAttention::operator()(const Tensor& x, KeyValueCache& cache) const {
  if (!causal || conv1d) {
    throw UsageError(where_attention,
                     conv1d ? "a cache of keys, and a convolution that needs earlier inputs"
                            : "a cache of keys, and positions that see later ones",
                     "causal = true and d_conv = 0", "the whole text in one call");
  }
  return apply(x, &cache);
}

Tensor MultiHeadAttention::apply(const Tensor& x, KeyValueCache* cache) const {
  const Scope scope(full_name());
  check_channels(where_attention, x, embed_dim);
  if (x.ndim() != 3) {
    throw ShapeError(where_attention, fmt::format("x {}", x.shape().to_string()),
                     fmt::format("[B, T, {}]", embed_dim), "unsqueeze(x, 0), for a batch of one",
                     {x.shape()});
  }
  const Tensor projected = in_proj(x);
  if (mlp_dim == 0) return out_proj(attend(projected, cache));
  const Index qkv_channels = (num_heads + 2 * num_heads_kv) * head_dim, half = mlp_dim / 2;
  const std::vector<Tensor> parts = split(projected, {qkv_channels, half, half}, -1);
  return out_proj(cat({attend(parts[0], cache), parts[1] * silu(parts[2])}, -1));
}

}  // namespace holo
