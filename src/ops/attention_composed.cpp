// attention_composed.cpp: attention composed of other ops: to be read, and to test the fused op
// against. It keeps every [Tq, Tk] matrix.
#include <limits>

#include "holo/creation.h"
#include "ops/attention_sizes.h"

namespace holo {
namespace {

// [Tq, Tk]: 1 where query t does not see key j, which is for j > t + Tk - Tq.
Tensor hidden(const AttentionSizes& s, Device device) {
  std::vector<double> mask(static_cast<std::size_t>(s.Tq * s.Tk));
  for (Index t = 0; t < s.Tq; ++t) {
    for (Index j = t + s.Tk - s.Tq + 1; j < s.Tk; ++j) {
      mask[static_cast<std::size_t>(t * s.Tk + j)] = 1;
    }
  }
  return from_values({s.Tq, s.Tk}, std::span<const double>(mask), device);
}

}  // namespace

Tensor attention_composed(const Tensor& q, const Tensor& k, const Tensor& v,
                          const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_attention("attention_composed", q, k, v, options);
  const Index shared = s.H / s.Hkv;  // query heads to a key head
  // [B, Hkv, shared, Tq, D], [B, Hkv, 1, D, Tk] and [B, Hkv, 1, Tk, D]
  const Tensor queries = permute(reshape(q, {s.B, s.Tq, s.Hkv, shared, s.D}), {0, 2, 3, 1, 4});
  const Tensor keys = permute(reshape(k, {s.B, s.Tk, s.Hkv, 1, s.D}), {0, 2, 3, 4, 1});
  const Tensor values = permute(reshape(v, {s.B, s.Tk, s.Hkv, 1, s.D}), {0, 2, 3, 1, 4});
  Tensor scores = matmul(queries, keys) * static_cast<double>(s.scale);
  if (s.causal && scores.numel() > 0) {
    scores = masked_fill(scores, hidden(s, q.device()), -std::numeric_limits<double>::infinity());
  }
  const Tensor heads = matmul(softmax(scores, -1), values);
  return reshape(permute(heads, {0, 3, 1, 2, 4}), {s.B, s.Tq, s.H * s.D});
}

}  // namespace holo
