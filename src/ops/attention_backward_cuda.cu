// attention_backward_cuda.cu: the backward of attention. dq: a query of a head for each warp; dk
// and dv: a key of a head of keys for each warp, which goes through the queries of all heads that
// share it, so that no two warps add to one number. Shapes as in attention_cuda.cu; dq, dk, dv as
// q, k, v.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/scratch.h"
#include "ops/attention_cuda.cuh"
#include "ops/attention_cuda.h"

namespace holo {
namespace cuda_attention {
namespace {

// p_tj = e^(score_tj - lse_t) inverse_t,  inverse_t = 1 / sum_j e^(score_tj - lse_t): 1 but for the
// rounding of lse, which of large scores would cost p its digits.  along_t = sum_j p_tj dp_tj
struct RowSums {
  double inverse, along;
};

// The arrays that all kernels read.
struct Inputs {
  const real *dy, *q, *k, *v, *lse;
};

// sums_t: along_t = dy_t . y_t, since y_t = sum_j p_tj v_j and dp_tj = dy_t . v_j. One key alone
// gets no gradient: then y_t is v_j, and along_t is dp_tj to the last bit.
__global__ void row_sums_kernel(RowSums* sums, Inputs in, const real* y, AttentionSizes s,
                                const real* only_if) {
  __shared__ Tiles tiles;
  if (left_out(only_if)) return;
  const Query at(s);
  const real* const q = at.exists ? in.q + at.q : nullptr;
  const real lse = at.exists ? in.lse[at.number] : 0;
  double total = 0;
  for (Index j = 0; j < at.keys_of_block; j += tile) {
    const double product = dot_of_lane(tiles, at.rows_from(j, in.k + at.k, s.k_row), q, s.D);
    if (lane() < at.seen_from(j)) total += std::exp(real(s.scale * product) - lse);
  }
  total = warp_sum(total);
  if (at.exists && lane() == 0) sums[at.number] = {1 / total, dot(in.dy + at.y, y + at.y, s.D)};
}

// p and ds of a query and a key, from q . k and dp = dy . v
struct Slope {
  real p, ds;
};
__device__ Slope slope_of_score(double dot, double dp, real lse, RowSums sums, real scale) {
  const real p = real(std::exp(real(scale * dot) - lse) * sums.inverse);
  return {p, real(scale * p * (dp - sums.along))};
}

// dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - along_t),   dq_t += sum_j ds_tj k_j
__global__ void dq_kernel(Output dq, const RowSums* sums, Inputs in, AttentionSizes s,
                          const real* only_if) {
  __shared__ Tiles tiles;
  if (left_out(only_if)) return;
  const Query at(s);
  const real* const q = at.exists ? in.q + at.q : nullptr;
  const real* const dy = at.exists ? in.dy + at.y : nullptr;
  const real lse = at.exists ? in.lse[at.number] : 0;
  const RowSums row = at.exists ? sums[at.number] : RowSums{};
  for (Index first = 0; first < s.D; first += channels_of_group) {
    double totals[totals_of_lane] = {};
    for (Index j = 0; j < at.keys_of_block; j += tile) {
      const Rows k = at.rows_from(j, in.k + at.k, s.k_row);
      const double product = dot_of_lane(tiles, k, q, s.D);
      // 3. the values: dp
      const double dp = dot_of_lane(tiles, at.rows_from(j, in.v + at.v, s.v_row), dy, s.D);
      // 2. softmax: ds
      const real ds = slope_of_score(product, dp, lse, row, s.scale).ds;
      // 1. scores: dq
      add_rows(totals, tiles, k, ds, 0, at.seen_from(j), first, s.D);
    }
    if (at.exists) put_totals(dq, at.q, totals, 1, first, s.D);
  }
}

// The key of a warp, if it exists: the first query that sees it, and where its row begins. No query
// before `first_of_block` sees a key of the block.
struct Key {
  Index b, h, first, first_of_block, k, v;
  bool exists;
  __device__ explicit Key(const AttentionSizes& s) {
    const Index blocks = (s.Tk + warps_of_block - 1) / warps_of_block;
    const Index head = blockIdx.x / blocks, begin = blockIdx.x % blocks * warps_of_block;
    const Index j = begin + threadIdx.y, hidden = s.causal ? s.Tk - s.Tq : s.Tk;
    b = head / s.Hkv;
    h = head % s.Hkv;
    exists = j < s.Tk;
    first = j > hidden ? j - hidden : 0;
    first_of_block = begin > hidden ? begin - hidden : 0;
    k = b * s.k_batch + j * s.k_row + h * s.D;
    v = b * s.v_batch + j * s.v_row + h * s.D;
  }
};

// dv_j += sum_t p_tj dy_t,   dk_j += sum_t ds_tj q_t
__global__ void dk_dv_kernel(Output dk, Output dv, const RowSums* sums, Inputs in, AttentionSizes s,
                             const real* only_if) {
  __shared__ Tiles tiles;
  if (left_out(only_if)) return;
  const Key at(s);
  const real* const k = at.exists ? in.k + at.k : nullptr;
  const real* const v = at.exists ? in.v + at.v : nullptr;
  const Index group = s.H / s.Hkv;  // heads that share the key
  for (Index first = 0; first < s.D; first += channels_of_group) {
    double dk_totals[totals_of_lane] = {}, dv_totals[totals_of_lane] = {};
    for (Index h = at.h * group; h < (at.h + 1) * group; ++h) {
      for (Index t = at.first_of_block; t < s.Tq; t += tile) {
        const Index y_row = s.H * s.D, count = s.Tq - t;
        const Rows q{in.q + at.b * s.q_batch + t * s.q_row + h * s.D, s.q_row, count};
        const Rows dy{in.dy + (at.b * s.Tq + t) * y_row + h * s.D, y_row, count};
        const Index number = (at.b * s.H + h) * s.Tq + t + lane();
        const real lse = lane() < count ? in.lse[number] : 0;
        const RowSums row = lane() < count ? sums[number] : RowSums{};
        const Index begin = at.first > t ? at.first - t : 0;
        const Index end = !at.exists ? 0 : count < tile ? count : tile;
        const double product = dot_of_lane(tiles, q, k, s.D);
        const double dp = dot_of_lane(tiles, dy, v, s.D);
        const Slope slope = slope_of_score(product, dp, lse, row, s.scale);
        // 3. the values: dv
        if (dv.data) add_rows(dv_totals, tiles, dy, slope.p, begin, end, first, s.D);
        // 1. scores: dk
        if (dk.data) add_rows(dk_totals, tiles, q, slope.ds, begin, end, first, s.D);
      }
    }
    if (at.exists && dk.data) put_totals(dk, at.k, dk_totals, 1, first, s.D);
    if (at.exists && dv.data) put_totals(dv, at.v, dv_totals, 1, first, s.D);
  }
}

}  // namespace

void direct(Backend& cuda, const Backward& a, const AttentionSizes& s, const real* only_if) {
  const Index queries = s.B * s.H * s.Tq;
  const DeviceMemory memory(cuda, static_cast<std::size_t>(queries) * sizeof(RowSums));
  RowSums* const sums = static_cast<RowSums*>(memory.data());
  const Inputs in{a.dy, a.q, a.k, a.v, a.lse};
  const Index query_blocks = blocks_of_heads(s.B * s.H, s.Tq),
              key_blocks = blocks_of_heads(s.B * s.Hkv, s.Tk);
  launch(row_sums_kernel, query_blocks, block_of_warps(), sums, in, a.y, s, only_if);
  if (a.dq.data) launch(dq_kernel, query_blocks, block_of_warps(), a.dq, sums, in, s, only_if);
  if (a.dk.data || a.dv.data) {
    launch(dk_dv_kernel, key_blocks, block_of_warps(), a.dk, a.dv, sums, in, s, only_if);
  }
}

}  // namespace cuda_attention

void Cuda::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                              const real* k, const real* v, const real* y, const real* lse,
                              const AttentionSizes& s) {
  const cuda_attention::Backward arrays{dq, dk, dv, dy, q, k, v, y, lse};
  if (cuda_attention::suits_gemm(s)) return cuda_attention::gemm(*this, arrays, s);
  cuda_attention::direct(*this, arrays, s);
}

}  // namespace holo
