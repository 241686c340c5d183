// attention_cuda.cu: attention, row by row. q [B, Tq, H, D] and k, v [B, Tk, Hkv, D] have the
// layout of AttentionSizes; y [B, Tq, H, D], lse [B, H, Tq]; dq, dk, dv are like q, k, v.
//
// A block has 8 warps, each with a row: a query or a key. Together they go through the rows that
// all of them need, 32 rows at a time. They bring 32 channels of these rows at a time into shared
// memory. Neighbouring threads read neighbouring channels, and each number serves 8 rows.
#include "ops/attention_cuda.h"

#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {
namespace cuda_attention {
namespace {

constexpr int tile = 32;
// How many totals a lane has, one for each of its channels: lane, lane + 32, ... Heads with more
// channels are computed in groups, and each group computes the scores again.
constexpr int totals_of_lane = 4;
constexpr Index channels_of_group = tile * totals_of_lane;

// Rows of an array: `count` of them, `row` elements apart.
struct Rows {
  const real* data;
  Index row, count;
};

// The shared memory of a block. The rows of the tile have one unused number, so that the numbers of
// a column are in different banks.
struct Tiles {
  real rows[tile][tile + 1];          // 32 channels of the rows of all warps
  real own[warps_of_block][tile];     // 32 channels of each warp's own row
  real weight[warps_of_block][tile];  // each warp's weight for each row
};

// rows[i][d] = x_i[d] for d < width, or 0 if there is no row i.
__device__ inline void load_rows(Tiles& tiles, const Rows& x, Index width) {
  for (unsigned i = threadIdx.y; i < tile; i += warps_of_block) {
    const bool inside = i < x.count && lane() < width;
    tiles.rows[i][lane()] = inside ? x.data[i * x.row + lane()] : 0;
  }
}

// In lane i: x_i . own over D channels. own is the row of the warp, or null if it has none.
__device__ inline double dot_of_lane(Tiles& tiles, const Rows& x, const real* own, Index D) {
  double total = 0;
  for (Index first = 0; first < D; first += tile) {
    __syncthreads();  // all threads have read the old tile
    load_rows(tiles, {x.data + first, x.row, x.count}, D - first);
    const bool inside = own != nullptr && first + lane() < D;
    tiles.own[threadIdx.y][lane()] = inside ? own[first + lane()] : 0;
    __syncthreads();
    real part = 0;
    for (int d = 0; d < tile; ++d) part += tiles.rows[lane()][d] * tiles.own[threadIdx.y][d];
    total += part;
  }
  return total;
}

// x . y over D channels, added in the order of dot_of_lane: the same numbers give the same bits.
__device__ inline double dot(const real* x, const real* y, Index D) {
  double total = 0;
  for (Index first = 0; first < D; first += tile) {
    real part = 0;
    for (Index d = first; d < first + tile && d < D; ++d) part += x[d] * y[d];
    total += part;
  }
  return total;
}

// totals[c] += sum of weight_i x_i[first + 32 c + lane] for begin <= i < end; lane i has weight_i.
__device__ inline void add_rows(double (&totals)[totals_of_lane], Tiles& tiles, const Rows& x,
                                real weight, Index begin, Index end, Index first, Index D) {
  for (int c = 0; c < totals_of_lane; ++c) {
    const Index channel = first + c * tile;
    if (channel >= D) continue;
    __syncthreads();  // all threads have read the old tile
    load_rows(tiles, {x.data + channel, x.row, x.count}, D - channel);
    tiles.weight[threadIdx.y][lane()] = weight;
    __syncthreads();
    real part = 0;
    for (Index i = begin; i < end; ++i)
      part += tiles.weight[threadIdx.y][i] * tiles.rows[i][lane()];
    totals[c] += part;
  }
}

// y[at + d] = or += totals[c] / divisor for all channels d = first + 32 c + lane below D.
__device__ inline void put_totals(Output y, Index at, const double (&totals)[totals_of_lane],
                                  double divisor, Index first, Index D) {
  for (int c = 0; c < totals_of_lane; ++c) {
    const Index channel = first + c * tile + lane();
    if (channel < D) put(y, at + channel, real(totals[c] / divisor));
  }
}

// The query of a warp, if there is one: its `number` among B H Tq, how many keys it sees, and where
// its row and the rows of its keys begin. The 8 queries of a block belong to one head, and see at
// most `keys_of_block` keys.
struct Query {
  Index number, keys, keys_of_block, q, y, k, v;
  bool exists;
  __device__ explicit Query(const AttentionSizes& s) {
    const Index blocks = (s.Tq + warps_of_block - 1) / warps_of_block;
    const Index head = blockIdx.x / blocks, first = blockIdx.x % blocks * warps_of_block;
    const Index b = head / s.H, h = head % s.H, h_kv = h / (s.H / s.Hkv), t = first + threadIdx.y;
    const Index end = first + warps_of_block < s.Tq ? first + warps_of_block : s.Tq;
    exists = t < end;
    number = head * s.Tq + t;
    keys = !exists ? 0 : s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
    keys_of_block = s.causal ? end + s.Tk - s.Tq : s.Tk;
    q = b * s.q_batch + t * s.q_row + h * s.D;
    y = ((b * s.Tq + t) * s.H + h) * s.D;
    k = b * s.k_batch + h_kv * s.D;
    v = b * s.v_batch + h_kv * s.D;
  }
  // The rows of keys, or values, from number j on.
  __device__ Rows rows_from(Index j, const real* x, Index row) const {
    return {x + j * row, row, keys_of_block - j};
  }
  // How many of the 32 keys from j on the query sees.
  __device__ Index seen_from(Index j) const { return keys - j < tile ? keys - j : tile; }
};

// The number of blocks if each block has 8 of the `rows` rows of one of `heads` heads.
inline Index blocks_of_heads(Index heads, Index rows) {
  return heads * blocks_of(rows, warps_of_block);
}

// ---- forward: each warp computes a query of a head ----

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
// The scores come 32 at a time, one key for each lane, and none is kept. Until the last one has
// come, we use the largest score so far. When a larger score comes, we multiply the sums so far by
// e^(before - largest).
__global__ void attention_kernel(real* y, real* lse, const real* q, const real* k, const real* v,
                                 AttentionSizes s) {
  __shared__ Tiles tiles;
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

// ---- backward: for dq a warp has a query of a head. For dk and dv it has a key, and goes through
// the queries of all heads that share the key. So no two warps add to one number ----

// p_tj = e^(score_tj - lse_t) inverse_t,  inverse_t = 1 / sum_j e^(score_tj - lse_t), to correct
// the rounding of lse. For large scores p would lose digits by it.  along_t = sum_j p_tj dp_tj
struct RowSums {
  double inverse, along;
};

// The arrays that all backward kernels read.
struct Inputs {
  const real *dy, *q, *k, *v, *lse;
};

// Computes sums_t, with along_t = dy_t . y_t, because y_t = sum_j p_tj v_j and dp_tj = dy_t . v_j.
// A single key gets no gradient, because then y_t is v_j, and along_t is dp_tj to the last bit.
__global__ void row_sums_kernel(RowSums* sums, Inputs in, const real* y, AttentionSizes s) {
  __shared__ Tiles tiles;
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

// p and ds for a query and a key, from q . k and dp = dy . v
struct Slope {
  real p, ds;
};
__device__ Slope slope_of_score(double dot, double dp, real lse, RowSums sums, real scale) {
  const real p = real(std::exp(real(scale * dot) - lse) * sums.inverse);
  return {p, real(scale * p * (dp - sums.along))};
}

// dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - along_t),   dq_t += sum_j ds_tj k_j
__global__ void dq_kernel(Output dq, const RowSums* sums, Inputs in, AttentionSizes s) {
  __shared__ Tiles tiles;
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

// The key of a warp, if there is one: the first query that sees it, and where its row begins. No
// query before `first_of_block` sees any key of the block.
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
__global__ void dk_dv_kernel(Output dk, Output dv, const RowSums* sums, Inputs in,
                             AttentionSizes s) {
  __shared__ Tiles tiles;
  const Key at(s);
  const real* const k = at.exists ? in.k + at.k : nullptr;
  const real* const v = at.exists ? in.v + at.v : nullptr;
  const Index group = s.H / s.Hkv;  // how many heads share the key
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

void direct(Backend&, const Forward& a, const AttentionSizes& s) {
  launch(attention_kernel, blocks_of_heads(s.B * s.H, s.Tq), block_of_warps(), a.y, a.lse, a.q, a.k,
         a.v, s);
}

void direct(Backend& cuda, const Backward& a, const AttentionSizes& s) {
  const Index queries = s.B * s.H * s.Tq;
  const ScratchOf<RowSums> memory(cuda, queries);
  RowSums* const sums = memory.data();
  const Inputs in{a.dy, a.q, a.k, a.v, a.lse};
  const Index query_blocks = blocks_of_heads(s.B * s.H, s.Tq),
              key_blocks = blocks_of_heads(s.B * s.Hkv, s.Tk);
  launch(row_sums_kernel, query_blocks, block_of_warps(), sums, in, a.y, s);
  if (a.dq.data) launch(dq_kernel, query_blocks, block_of_warps(), a.dq, sums, in, s);
  if (a.dk.data || a.dv.data) {
    launch(dk_dv_kernel, key_blocks, block_of_warps(), a.dk, a.dv, sums, in, s);
  }
}

}  // namespace cuda_attention

void Cuda::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                     const AttentionSizes& s) {
  const cuda_attention::Forward arrays{y, lse, q, k, v};
  if (cuda_attention::suits_gemm(s)) return cuda_attention::gemm(*this, arrays, s);
  cuda_attention::direct(*this, arrays, s);
}

void Cuda::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                              const real* k, const real* v, const real* y, const real* lse,
                              const AttentionSizes& s) {
  const cuda_attention::Backward arrays{dq, dk, dv, dy, q, k, v, y, lse};
  if (cuda_attention::suits_gemm(s)) return cuda_attention::gemm(*this, arrays, s);
  cuda_attention::direct(*this, arrays, s);
}

}  // namespace holo
