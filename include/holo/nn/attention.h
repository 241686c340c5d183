// attention.h: multi-head attention, the layer in which positions exchange information.
//
//   [q | k | v] = Wi x + bi                            [..., H D | Hk D | Hk D]
//   q, k = rotary(q), rotary(k)                        rotary.channels > 0
//   a = attention(q, k, v)                             [..., H D], by heads: see ops.h
//   y = Wo a + bo                                      [..., C]
//
// x is [B, T, C]. There are H query heads of D channels, and Hk key and value heads. Query head h
// uses key and value head h / (H / Hk).
//
// Sources: the MHA of lrnnx (SforAiDl); Vaswani et al. 2017 (arXiv 1706.03762); Ainslie et al. 2023
// (2305.13245) for fewer key and value heads.
#pragma once

#include <optional>

#include "holo/nn/layers.h"
#include "holo/ops.h"

namespace holo {

// ---- rotary position embedding. It rotates queries and keys by their positions. Then the product
// of a query and a key depends only on the distance between their positions ----

struct RotaryOptions {
  Index channels = 0;  ///< the number of leading channels to rotate in each head; must be even
  double base = 1e4;
};

/// For x [B, T, H, D]: channels i and i + channels / 2 of each head form a pair (a, b). At position
/// t, the pair is rotated by the angle t base^(-2 i / channels):
///   a' = a cos - b sin,   b' = a sin + b cos
/// Position numbers start at `first`. The other channels do not change. Throws ShapeError unless x
/// has 4 dimensions, channels is even and at most D, base is finite and above 0, and first is at
/// least 0. Su et al. 2021 (arXiv 2104.09864).
Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first = 0);

// ---- the layer ----

struct MultiHeadAttentionOptions {
  std::optional<Index> num_heads_kv = {};  ///< number Hk of key and value heads; default: num_heads
  std::optional<Index> head_dim = {};      ///< D, channels per head; default: embed_dim / num_heads
  bool causal = false;               ///< true: a position attends only to itself and earlier ones
  std::optional<double> scale = {};  ///< multiplies the scores q k^T; default: 1 / sqrt(head_dim)
  bool qkv_bias = true, out_bias = true;
  RotaryOptions rotary = {};
  Init weight_init = Init::fan_in(), bias_init = Init::fan_in();
  std::optional<Init> out_weight_init = {};  ///< initial values of Wo; default: weight_init
};

/// Keeps the rotated keys and the values of all positions so far, each [B, T, Hk D], for use by
/// later positions. Both handles are empty at first.
struct KeyValueCache {
  Tensor keys, values;
  /// T, the number of positions in the cache.
  Index length() const { return keys.defined() ? keys.shape()[1] : 0; }
};

/// Parameters: in_proj.weight [(H + 2 Hk) D, C], in_proj.bias; out_proj.weight [C, H D],
/// out_proj.bias. Their initial values are drawn in the listed order.
class MultiHeadAttention : public Layer {
 public:
  /// Throws UsageError unless all sizes are at least 1 and num_heads_kv divides num_heads. If
  /// head_dim is not given, num_heads must also divide embed_dim. rotary.channels must be even and
  /// at most head_dim; scale and rotary.base must be above 0.
  MultiHeadAttention(Index embed_dim, Index num_heads, PythonRandom& random,
                     const MultiHeadAttentionOptions& options = {});

  /// Maps x [B, T, C] to [B, T, C]. Throws ShapeError for any other shape. With a cache, x holds
  /// the T positions that follow those in the cache. The call appends their keys and values to the
  /// cache, and returns what a call with the whole sequence would return for these positions.
  /// Throws UsageError if there is a cache and the layer is not causal.
  Tensor operator()(const Tensor& x, KeyValueCache* cache = nullptr) const;
  Tensor forward(const Tensor& x) override { return (*this)(x); }

  const Index embed_dim, num_heads, num_heads_kv, head_dim;
  const bool causal;
  const double scale;
  const RotaryOptions rotary_options;
  Linear in_proj, out_proj;

 private:
  Tensor attend(const Tensor& qkv, KeyValueCache* cache) const;
};

}  // namespace holo
