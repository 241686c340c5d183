// attention_cuda.cu: attention, row by row, and the choice between it and products of matrices
// (attention_gemm_cuda.cu). The arrays have the layout of AttentionSizes.
//
// A block has 8 warps, each with a row: a query or a key. Together they go through the rows that
// all of them need, 32 rows at a time. They bring 32 channels of these rows at a time into shared
// memory. Neighbouring threads read neighbouring channels, and each number serves 8 rows.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {
namespace cuda_attention {
namespace {

constexpr int tile = 32;
// How many totals a lane has, one for each of its channels: lane, lane + 32, ...
constexpr int totals_of_lane = 4;
constexpr Index most_channels = tile * totals_of_lane;

// `count` rows of an array, `row` elements apart.
struct Rows {
  const real* data;
  Index row, count;
};

// The shared memory of a block. The rows of the tile have one unused number, so that the numbers of
// a column are in different banks.
struct Tiles {
  real rows[tile][tile + 1];          // 32 channels of the rows of all warps
  real own[warps_of_block][tile];     // for each warp, 32 channels of its own row
  real weight[warps_of_block][tile];  // for each warp, its weight for each row
};

// rows[i][c] = x_i[first + c], or 0 if there is no row i or no such channel below D.
__device__ inline void load_rows(Tiles& tiles, const Rows& x, Index first, Index D) {
  __syncthreads();  // all threads have read the old tile
  for (unsigned i = threadIdx.y; i < tile; i += warps_of_block) {
    const bool inside = i < x.count && first + lane() < D;
    tiles.rows[i][lane()] = inside ? x.data[i * x.row + first + lane()] : 0;
  }
}

// In lane i: x_i . own over D channels, where own is the row of the warp.
__device__ inline double dot_of_lane(Tiles& tiles, const Rows& x, const real* own, Index D) {
  double total = 0;
  for (Index first = 0; first < D; first += tile) {
    load_rows(tiles, x, first, D);
    tiles.own[threadIdx.y][lane()] = first + lane() < D ? own[first + lane()] : 0;
    __syncthreads();
    real part = 0;
    for (int c = 0; c < tile; ++c) part += tiles.rows[lane()][c] * tiles.own[threadIdx.y][c];
    total += part;
  }
  return total;
}

// totals[c] += sum of weight_i x_i[32 c + lane] for begin <= i < end; lane i has weight_i.
__device__ inline void add_rows(double (&totals)[totals_of_lane], Tiles& tiles, const Rows& x,
                                real weight, Index begin, Index end, Index D) {
  for (int c = 0; c < totals_of_lane && c * tile < D; ++c) {
    load_rows(tiles, x, c * tile, D);
    tiles.weight[threadIdx.y][lane()] = weight;
    __syncthreads();
    real part = 0;
    for (Index i = begin; i < end; ++i) {
      part += tiles.weight[threadIdx.y][i] * tiles.rows[i][lane()];
    }
    totals[c] += part;
  }
}

// y[at + d] = or += totals[c] / divisor for all channels d = 32 c + lane below D.
__device__ inline void put_totals(Output y, Index at, const double (&totals)[totals_of_lane],
                                  double divisor, Index D) {
  for (int c = 0; c < totals_of_lane && c * tile + lane() < D; ++c) {
    put(y, at + c * tile + lane(), real(totals[c] / divisor));
  }
}

// The query of a warp: its `number` among B H Tq, how many keys it sees, and where its row and the
// rows of its keys begin. The 8 queries of a block belong to one head, and see at most
// `keys_of_block` keys. Behind the last query a warp computes the last one again: all threads must
// come to each barrier. It does not write.
struct Query {
  Index number, keys, keys_of_block, q, y, k, v;
  bool writes;
  __device__ explicit Query(const AttentionSizes& s) {
    const Index blocks = (s.Tq + warps_of_block - 1) / warps_of_block;
    const Index head = blockIdx.x / blocks, first = blockIdx.x % blocks * warps_of_block;
    const Index b = head / s.H, h = head % s.H, h_kv = h / (s.H / s.Hkv);
    const Index end = first + warps_of_block < s.Tq ? first + warps_of_block : s.Tq;
    writes = first + threadIdx.y < end;
    const Index t = writes ? first + threadIdx.y : end - 1;
    number = head * s.Tq + t;
    keys = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
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

// ---- forward: each warp computes a query of a head ----

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
// The scores come 32 at a time, one key for each lane, and none is kept. Until the last one has
// come, we use the largest score so far. When a larger score comes, we multiply the sums so far by
// e^(before - largest).
__global__ void attention_kernel(real* y, real* lse, const real* q, const real* k, const real* v,
                                 AttentionSizes s) {
  __shared__ Tiles tiles;
  const Query at(s);
  real largest = -INFINITY;
  double total = 0, values[totals_of_lane] = {};
  for (Index j = 0; j < at.keys_of_block; j += tile) {
    // 1. scores, and the largest
    const double product = dot_of_lane(tiles, at.rows_from(j, k + at.k, s.k_row), q + at.q, s.D);
    const bool seen = lane() < at.seen_from(j);
    const real score = seen ? real(s.scale * product) : -INFINITY, before = largest;
    largest = std::fmax(before, warp_max(score));
    // 2. softmax
    const real again = before == largest ? 1 : std::exp(before - largest);
    const real p = score == -INFINITY ? 0 : std::exp(score - largest);
    total = total * again + p;  // of the keys of this lane
    // 3. the values
    for (double& value : values) value *= again;
    add_rows(values, tiles, at.rows_from(j, v + at.v, s.v_row), p, 0, at.seen_from(j), s.D);
  }
  total = warp_sum(total);
  if (!at.writes) return;
  put_totals({y, true}, at.y, values, total, s.D);
  if (lane() == 0) lse[at.number] = real(largest + std::log(total));
}

// ---- backward: for dq a warp has a query of a head. For dk and dv it has a key, and goes through
// the queries of all heads that share the key. So no two warps add to one number ----

// log_sum_t = log sum_j e^score_tj; along_t = sum_j p_tj dp_tj. With lse, which is rounded, p would
// lose digits for large scores.
struct RowSums {
  double log_sum, along;
};

// p_tj = e^(score_tj - log_sum_t),   ds_tj = scale p_tj (dp_tj - along_t)
struct Slope {
  real p, ds;
};
__device__ Slope slope_of_score(double product, double dp, RowSums row, real scale) {
  const real p = std::exp(real(real(scale * product) - row.log_sum));
  return {p, real(scale * p * (dp - row.along))};
}

// dp_tj = dy_t . v_j,   dq_t += sum_j ds_tj k_j. It writes the sums for the next kernel, too.
__global__ void dq_kernel(Output dq, RowSums* sums, const real* dy, const real* q, const real* k,
                          const real* v, const real* lse, AttentionSizes s) {
  __shared__ Tiles tiles;
  const Query at(s);
  double total = 0, along = 0, totals[totals_of_lane] = {};
  for (Index j = 0; j < at.keys_of_block; j += tile) {
    const double product = dot_of_lane(tiles, at.rows_from(j, k + at.k, s.k_row), q + at.q, s.D);
    const double dp = dot_of_lane(tiles, at.rows_from(j, v + at.v, s.v_row), dy + at.y, s.D);
    if (lane() >= at.seen_from(j)) continue;
    const double p = std::exp(real(s.scale * product) - lse[at.number]);  // 1 for a single key
    total += p;
    along += p * dp;
  }
  total = warp_sum(total);
  const RowSums row{lse[at.number] + std::log(total), warp_sum(along) / total};
  if (at.writes && lane() == 0) sums[at.number] = row;
  if (dq.data == nullptr) return;
  for (Index j = 0; j < at.keys_of_block; j += tile) {
    const Rows keys = at.rows_from(j, k + at.k, s.k_row);
    const double product = dot_of_lane(tiles, keys, q + at.q, s.D);
    // 3. the values: dp
    const double dp = dot_of_lane(tiles, at.rows_from(j, v + at.v, s.v_row), dy + at.y, s.D);
    // 2. softmax: ds
    const real ds = slope_of_score(product, dp, row, s.scale).ds;
    // 1. scores: dq
    add_rows(totals, tiles, keys, ds, 0, at.seen_from(j), s.D);
  }
  if (at.writes) put_totals(dq, at.q, totals, 1, s.D);
}

// dv_j += sum_t p_tj dy_t,   dk_j += sum_t ds_tj q_t. The 8 keys of a block belong to one head;
// behind the last key a warp computes the last one again.
__global__ void dk_dv_kernel(Output dk, Output dv, const RowSums* sums, const real* dy,
                             const real* q, const real* k, const real* v, AttentionSizes s) {
  __shared__ Tiles tiles;
  const Index blocks = (s.Tk + warps_of_block - 1) / warps_of_block, head = blockIdx.x / blocks;
  const Index b = head / s.Hkv, h_kv = head % s.Hkv, group = s.H / s.Hkv, y_row = s.H * s.D;
  const Index first = blockIdx.x % blocks * warps_of_block;
  const bool writes = first + threadIdx.y < s.Tk;
  const Index j = writes ? first + threadIdx.y : s.Tk - 1;
  const Index k_at = b * s.k_batch + j * s.k_row + h_kv * s.D;
  const Index v_at = b * s.v_batch + j * s.v_row + h_kv * s.D;
  const Index hidden = s.causal ? s.Tk - s.Tq : s.Tk;  // query t sees key j if j <= t + hidden
  double dk_totals[totals_of_lane] = {}, dv_totals[totals_of_lane] = {};
  for (Index h = h_kv * group; h < (h_kv + 1) * group; ++h) {
    for (Index t = first > hidden ? first - hidden : 0; t < s.Tq; t += tile) {
      const Index count = s.Tq - t, number = (b * s.H + h) * s.Tq + t;
      const Rows queries{q + b * s.q_batch + t * s.q_row + h * s.D, s.q_row, count};
      const Rows slopes{dy + (b * s.Tq + t) * y_row + h * s.D, y_row, count};
      const Index begin = j > t + hidden ? j - t - hidden : 0, end = count < tile ? count : tile;
      const double product = dot_of_lane(tiles, queries, k + k_at, s.D);
      const double dp = dot_of_lane(tiles, slopes, v + v_at, s.D);
      const RowSums row = lane() < count ? sums[number + lane()] : RowSums{};
      const Slope slope = slope_of_score(product, dp, row, s.scale);
      // 3. the values: dv
      if (dv.data) add_rows(dv_totals, tiles, slopes, slope.p, begin, end, s.D);
      // 1. scores: dk
      if (dk.data) add_rows(dk_totals, tiles, queries, slope.ds, begin, end, s.D);
    }
  }
  if (writes && dk.data) put_totals(dk, k_at, dk_totals, 1, s.D);
  if (writes && dv.data) put_totals(dv, v_at, dv_totals, 1, s.D);
}

// With fewer rows a product of matrices hardly fills its tiles. Not measured on a GPU.
bool suits_products(const AttentionSizes& s) {
  return (s.Tq >= 64 && s.Tk >= 64) || s.D > most_channels;
}

}  // namespace
}  // namespace cuda_attention

void Cuda::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                     const AttentionSizes& s) {
  using namespace cuda_attention;
  if (suits_products(s)) return by_products(*this, y, lse, q, k, v, s);
  const Index blocks = s.B * s.H * blocks_of(s.Tq, warps_of_block);
  launch(attention_kernel, blocks, block_of_warps(), y, lse, q, k, v, s);
}

void Cuda::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                              const real* k, const real* v, const real*, const real* lse,
                              const AttentionSizes& s) {
  using namespace cuda_attention;
  if (suits_products(s)) return by_products_backward(*this, dq, dk, dv, dy, q, k, v, s);
  const ScratchOf<RowSums> memory(*this, s.B * s.H * s.Tq);
  RowSums* const sums = memory.data();
  const Index query_blocks = s.B * s.H * blocks_of(s.Tq, warps_of_block),
              key_blocks = s.B * s.Hkv * blocks_of(s.Tk, warps_of_block);
  launch(dq_kernel, query_blocks, block_of_warps(), dq, sums, dy, q, k, v, lse, s);
  if (dk.data || dv.data) {
    launch(dk_dv_kernel, key_blocks, block_of_warps(), dk, dv, sums, dy, q, k, v, s);
  }
}

}  // namespace holo
