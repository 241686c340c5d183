// attention_mma_cuda.cu: attention by tensor cores, 64 queries of a head for each block, 16 of them
// for each warp: q, k, v, y and lse as in attention_cuda.cu. Products take bf16 and add in float.
#include "ops/attention_mma_cuda.cuh"

#include <cmath>

#include "backend/scratch.h"
#include "ops/attention_cuda.h"

namespace holo::cuda_attention {
namespace {

// The 16 queries of a warp, from `first` on: how many keys each sees, all or, when causal, those
// before it and its own. keys_before(t): how many the queries before t see together.
struct Queries {
  Index first, first_of_block, further, all_keys;
  __device__ Queries(const AttentionSizes& s, Index block) {
    first_of_block = block * side;
    first = first_of_block + threadIdx.y * Index{rows_of_warp};
    further = s.causal ? s.Tk - s.Tq : s.Tk;
    all_keys = s.Tk;
  }
  __device__ Index keys_before(Index t) const {
    return t + further < all_keys ? t + further : all_keys;
  }
  __device__ Index keys_of(int row) const { return keys_before(first + row + 1); }
  __device__ Index keys_of_block() const { return keys_before(first_of_block + side); }
};

// The largest x, or the sum, of the four neighbouring lanes that have a row of C; all get it.
__device__ float quad_max(float x) {
  for (int by = 1; by <= 2; by *= 2) x = std::fmax(x, __shfl_xor_sync(all_lanes, x, by));
  return x;
}
__device__ float quad_sum(float x) {
  for (int by = 1; by <= 2; by *= 2) x += __shfl_xor_sync(all_lanes, x, by);
  return x;
}

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
// As in attention_cuda.cu: the largest score so far stands for the largest, and when a larger one
// comes the sums are made smaller. A warp has a matrix of 16 queries here, and lane 4 g + t its
// fragments (mma.cuh): of p and of the values the rows g and g + 8. Below t is that of the lane.
template <int width>
__global__ void attention_mma_kernel(real* y, real* lse, real* unsafe, const real* q, const real* k,
                                     const real* v, AttentionSizes s, bool packs) {
  __shared__ KeyTile<width> keys;
  const Index blocks = (s.Tq + side - 1) / side, head = blockIdx.x / blocks;
  const Index b = head / s.H, h = head % s.H, h_kv = h / (s.H / s.Hkv);
  const Queries at(s, blockIdx.x % blocks);
  const int g = lane() / 4, t = lane() % 4, D = int(s.D);
  q += b * s.q_batch + at.first * s.q_row + h * s.D;
  k += b * s.k_batch + h_kv * s.D;
  v += b * s.v_batch + h_kv * s.D;

  const HeadRows rows{q, s.q_row, s.Tq - at.first, D, packs};
  Bf16Pair queries[width / 16][4];
  for (int d = 0; d < width / 16; ++d) {
    for (int i = 0; i < 4; ++i) {
      const int row = g + i % 2 * 8, first = 16 * d + i / 2 * 8 + 2 * t;
      queries[d][i] = bf16_pair(number_of(rows, row, first), number_of(rows, row, first + 1));
    }
  }
  float largest[2] = {-INFINITY, -INFINITY}, total[2] = {}, values[width / 8][4] = {};
  bool harmless = true;
  for (Index j = 0; j < at.keys_of_block(); j += side) {
    __syncthreads();  // all have read what is in the tile
    const Index count = at.keys_of_block() - j;
    const bool finite = load(keys, {k + j * s.k_row, s.k_row, count, D, packs},
                             {v + j * s.v_row, s.v_row, count, D, packs});
    harmless = harmless && (finite || j + side <= at.keys_before(at.first_of_block + 1));
    __syncthreads();  // it is there

    // 1. scores
    float p[side / 8][4] = {};
    for (int n = 0; n < side / 8; ++n) {
      const Bf16Pair* const key = keys.k[8 * n + g];
      for (int d = 0; d < width / 16; ++d) {
        mma_bf16(p[n], queries[d], {key[8 * d + t], key[8 * d + t + 4]});
      }
    }

    // 2. softmax
    for (int r = 0; r < 2; ++r) {
      const Index seen = at.keys_of(g + 8 * r) - j;
      const float before = largest[r];
      for (int i = 0; i < side / 4; ++i) {
        float& x = p[i / 2][2 * r + i % 2];
        x = i / 2 * 8 + 2 * t + i % 2 < seen ? float(s.scale) * x : -INFINITY;
        largest[r] = std::fmax(largest[r], x);
      }
      largest[r] = quad_max(largest[r]);
      const float again = before == largest[r] ? 1 : std::exp(before - largest[r]);
      total[r] *= again;  // of the keys of this lane
      for (int i = 0; i < side / 4; ++i) {
        float& x = p[i / 2][2 * r + i % 2];
        x = x == -INFINITY ? 0 : std::exp(x - largest[r]);
        total[r] += x;
      }
      for (int d = 0; d < width / 8; ++d) values[d][2 * r] *= again, values[d][2 * r + 1] *= again;
    }

    // 3. the values
    Bf16Pair weights[side / 16][4];
    for (int n = 0; n < side / 16; ++n) {
      for (int i = 0; i < 4; ++i) {
        const float(&c)[4] = p[2 * n + i / 2];
        weights[n][i] = bf16_pair(c[i % 2 * 2], c[i % 2 * 2 + 1]);
      }
    }
    for (int d = 0; d < width / 8; ++d) {
      for (int n = 0; n < side / 16; ++n) {
        mma_bf16(values[d], weights[n],
                 {keys.v[8 * n + t][8 * d + g], keys.v[8 * n + t + 4][8 * d + g]});
      }
    }
  }

  const real unsafe_threads = warp_sum(real(harmless ? 0 : 1));
  if (lane() == 0) unsafe[blockIdx.x * Index{warps_of_tile} + threadIdx.y] = unsafe_threads;
  for (int r = 0; r < 2; ++r) {
    const Index query = at.first + g + 8 * r;
    const float sum = quad_sum(total[r]);
    if (query >= s.Tq) continue;
    if (t == 0) lse[head * s.Tq + query] = real(largest[r] + std::log(sum));
    for (int i = 0; i < width / 4; ++i) {
      const int d = i / 2 * 8 + 2 * t + i % 2;
      const Index place = ((b * s.Tq + query) * s.H + h) * s.D + d;
      if (d < D) y[place] = real(values[i / 2][2 * r + i % 2] / sum);
    }
  }
}

// The kernel for heads of D channels.
auto* kernel_for(Index D) {
  return D <= 32   ? attention_mma_kernel<32>
         : D <= 64 ? attention_mma_kernel<64>
         : D <= 96 ? attention_mma_kernel<96>
                   : attention_mma_kernel<128>;
}

}  // namespace

bool can_mma(const AttentionSizes& s) {
  static const bool in_code = has_mma(attention_mma_kernel<128>);
  return sizeof(real) == sizeof(float) && s.D <= 128 && in_code;
}

void mma(Backend& cuda, const Forward& a, const AttentionSizes& s) {
  const bool packs =
      has_packs(a.k, s.k_batch, s.k_row, s.D) && has_packs(a.v, s.v_batch, s.v_row, s.D);
  const Index blocks = s.B * s.H * blocks_of(s.Tq, side);
  const Scratch unsafe(cuda, warps_of_tile * blocks), all_unsafe(cuda, 1);
  launch(kernel_for(s.D), blocks, dim3(32, warps_of_tile), a.y, a.lse, unsafe.data(), a.q, a.k, a.v,
         s, packs);
  if (!s.causal) return;
  cuda.sum({all_unsafe.data(), true}, unsafe.data(), {1, warps_of_tile * blocks, 1}, 1);
  direct(cuda, a, s, all_unsafe.data());
}

}  // namespace holo::cuda_attention
