// attention.h: the layer where positions look at one another.
//
//   [q | k | v | up | gate] = Wi x + bi                [..., H D | Hk D | Hk D | M | M]
//   q, k, v = conv([q | k | v])                        d_conv > 0: a causal convolution in time
//   q, k = rotary(q), rotary(k)                        rotary.channels > 0
//   a = attention(q, k, v)                             [..., H D], by heads: see ops.h
//   y = Wo [a | up silu(gate)] + bo                    [..., C]
//
// for x [B, T, C]; H heads of D channels, Hk heads of keys and values: head h reads number
// h / (H / Hk) of these. up and gate are there when mlp_dim > 0: it counts both halves, 2 M, and is
// rounded up to a multiple of 256.
//
// Source: the MHA of lrnnx (SforAiDl). Vaswani et al. 2017 (arXiv 1706.03762); fewer heads of keys:
// Ainslie et al. 2023 (2305.13245); the convolution: So et al. 2021 (2109.08668); rotary.h.
#pragma once

#include <optional>

#include "holo/nn/causal_conv.h"
#include "holo/nn/layer.h"
#include "holo/nn/linear.h"
#include "holo/nn/rotary.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

struct MultiHeadAttentionOptions {
  std::optional<Index> num_heads_kv = {};  ///< as many as heads without
  std::optional<Index> head_dim = {};      ///< embed_dim / num_heads without
  bool causal = false;                     ///< a position sees itself and earlier ones
  std::optional<double> scale = {};        ///< of q k; 1 / sqrt(head_dim) without
  bool qkv_bias = true, out_bias = true;
  Index mlp_dim = 0;
  Index d_conv = 0;
  RotaryOptions rotary = {};
  Init weight_init = Init::fan_in(), bias_init = Init::fan_in();
  std::optional<Init> out_weight_init = {};  ///< of Wo; weight_init without
};

/// What the positions so far leave for later ones: their keys, already turned, and their values,
/// [B, T, Hk D] each; empty handles before the first.
struct KeyValueCache {
  Tensor keys, values;
  /// How many positions, T.
  Index length() const { return keys.defined() ? keys.shape()[1] : 0; }
};

/// Parameters: in_proj.weight [(H + 2 Hk) D + 2 M, C], in_proj.bias; conv1d.weight [(H + 2 Hk) D,
/// 1, d_conv], conv1d.bias; out_proj.weight [C, H D + M], out_proj.bias. Drawn in this order.
class MultiHeadAttention : public Layer {
 public:
  /// Throws UsageError for a size below 1, heads that do not divide embed_dim (unless head_dim is
  /// given), heads of keys that do not divide the heads, rotary channels that are odd or more
  /// than head_dim, a negative mlp_dim or d_conv, and a scale or base that is not above 0.
  MultiHeadAttention(Index embed_dim, Index num_heads, PythonRandom& random,
                     const MultiHeadAttentionOptions& options = {});

  /// x [B, T, C] to [B, T, C]. Throws ShapeError for another shape.
  Tensor operator()(const Tensor& x) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  /// The same for x [B, T, C] that stands behind the positions in `cache`, whose keys and values
  /// join it: what comes out is what the call above gives for these positions in the whole text.
  /// Throws UsageError when the layer has a convolution, or positions see later ones.
  Tensor operator()(const Tensor& x, KeyValueCache& cache) const;
  Tensor forward_cached(const Tensor& x, KeyValueCache& cache) override {
    return (*this)(x, cache);
  }

  const Index embed_dim, num_heads, num_heads_kv, head_dim, mlp_dim;  // mlp_dim rounded up
  const bool causal;
  const double scale;
  const RotaryOptions rotary_options;
  Linear in_proj;
  std::optional<CausalConv> conv1d;
  Linear out_proj;

 private:
  struct Sizes {
    Index embed_dim, num_heads, num_heads_kv, head_dim, mlp_dim;
    Index qkv() const;  // channels
  };
  static Sizes checked_sizes(Index embed_dim, Index num_heads,
                             const MultiHeadAttentionOptions& options);
  MultiHeadAttention(const Sizes& sizes, PythonRandom& random,
                     const MultiHeadAttentionOptions& options);
  Tensor apply(const Tensor& x, KeyValueCache* cache) const;
  Tensor attend(const Tensor& projected, KeyValueCache* cache) const;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
