// attention_cuda.cu: attention, a query of a head for each warp: q [B, Tq, H, D] and k, v
// [B, Tk, Hkv, D] in the layout of AttentionSizes; y [B, Tq, H, D], lse [B, H, Tq].
#include "ops/attention_cuda.cuh"

#include <cmath>

#include "backend/cuda/cuda.h"
#include "ops/attention_cuda.h"

namespace holo {
namespace cuda_attention {
namespace {

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
// The scores come 32 at a time, a key for each lane, and none is kept. Until all have been seen,
// the largest so far stands for the largest: when a larger one comes, sums that were made with the
// one before are multiplied by e^(before - largest).
__global__ void attention_kernel(real* y, real* lse, const real* q, const real* k, const real* v,
                                 AttentionSizes s, const real* only_if) {
  __shared__ Tiles tiles;
  if (left_out(only_if)) return;
  const Query at(s);
  const real* const own = at.exists ? q + at.q : nullptr;
  for (Index first = 0; first < s.D; first += channels_of_group) {
    real largest = -INFINITY;
    double total = 0, values[totals_of_lane] = {};
    for (Index j = 0; j < at.keys_of_block; j += tile) {
      // 1. scores, and the largest
      const double product = dot_of_lane(tiles, at.rows_from(j, k + at.k, s.k_row), own, s.D);
      const bool seen = lane() < at.seen_from(j);
      const real score = seen ? real(s.scale * product) : -INFINITY, before = largest;
      largest = std::fmax(before, warp_max(score));
      // 2. softmax
      const real again = before == largest ? 1 : std::exp(before - largest);
      const real p = score == -INFINITY ? 0 : std::exp(score - largest);
      total = total * again + p;  // of the keys of this lane
      // 3. the values
      for (double& value : values) value *= again;
      add_rows(values, tiles, at.rows_from(j, v + at.v, s.v_row), p, 0, at.seen_from(j), first,
               s.D);
    }
    total = warp_sum(total);
    if (!at.exists) continue;
    put_totals({y, true}, at.y, values, total, first, s.D);
    if (lane() == 0) lse[at.number] = real(largest + std::log(total));
  }
}

}  // namespace

void direct(Backend&, const Forward& a, const AttentionSizes& s, const real* only_if) {
  launch(attention_kernel, blocks_of_heads(s.B * s.H, s.Tq), block_of_warps(), a.y, a.lse, a.q, a.k,
         a.v, s, only_if);
}

}  // namespace cuda_attention

void Cuda::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                     const AttentionSizes& s) {
  const cuda_attention::Forward arrays{y, lse, q, k, v};
  if (cuda_attention::suits_gemm(s)) return cuda_attention::gemm(*this, arrays, s);
  cuda_attention::direct(*this, arrays, s);
}

}  // namespace holo
