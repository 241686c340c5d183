// attention_cuda.cuh: what the kernels of attention share. A block has 8 warps, each with a row of
// its own: a query, or a key. Together they go through rows that all of them need, 32 at a time,
// whose channels come to shared memory 32 at a time as well: neighbouring threads read neighbouring
// channels, and what was read serves 8 rows.
#pragma once

#include "backend/cuda/warp.cuh"

namespace holo::cuda_attention {

constexpr int tile = 32;
/// The totals of a lane, each of another channel: lane, lane + 32, ... Heads with more channels
/// than that are done in groups, each of which computes the scores again.
constexpr int totals_of_lane = 4;
constexpr Index channels_of_group = tile * totals_of_lane;

/// Whether the kernel has nothing to do: `only_if` is a number, and 0.
__device__ inline bool left_out(const real* only_if) { return only_if != nullptr && *only_if == 0; }

/// Rows of an array: `count` of them, `row` elements apart.
struct Rows {
  const real* data;
  Index row, count;
};

/// The shared memory of a block. The rows of the tile are one number longer than they need to be,
/// so that those of a column lie in different banks.
struct Tiles {
  real rows[tile][tile + 1];          // 32 channels of the rows of all warps
  real own[warps_of_block][tile];     // and of the row of each warp
  real weight[warps_of_block][tile];  // what each warp takes of each row
};

/// rows[i][d] = x_i[d] for d < width, 0 where there is none.
__device__ inline void load_rows(Tiles& tiles, const Rows& x, Index width) {
  for (unsigned i = threadIdx.y; i < tile; i += warps_of_block) {
    const bool inside = i < x.count && lane() < width;
    tiles.rows[i][lane()] = inside ? x.data[i * x.row + lane()] : 0;
  }
}

/// In lane i: x_i . own over D channels; own is the row of the warp, null when it has none.
__device__ inline double dot_of_lane(Tiles& tiles, const Rows& x, const real* own, Index D) {
  double total = 0;
  for (Index first = 0; first < D; first += tile) {
    __syncthreads();  // what stood in the tile has been read
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

/// x . y over D channels, added up as in dot_of_lane: the same numbers give the same bits.
__device__ inline double dot(const real* x, const real* y, Index D) {
  double total = 0;
  for (Index first = 0; first < D; first += tile) {
    real part = 0;
    for (Index d = first; d < first + tile && d < D; ++d) part += x[d] * y[d];
    total += part;
  }
  return total;
}

/// totals[c] += sum of weight_i x_i[first + 32 c + lane] for begin <= i < end; lane i has weight_i.
__device__ inline void add_rows(double (&totals)[totals_of_lane], Tiles& tiles, const Rows& x,
                                real weight, Index begin, Index end, Index first, Index D) {
  for (int c = 0; c < totals_of_lane; ++c) {
    const Index channel = first + c * tile;
    if (channel >= D) continue;
    __syncthreads();  // what stood in the tile has been read
    load_rows(tiles, {x.data + channel, x.row, x.count}, D - channel);
    tiles.weight[threadIdx.y][lane()] = weight;
    __syncthreads();
    real part = 0;
    for (Index i = begin; i < end; ++i)
      part += tiles.weight[threadIdx.y][i] * tiles.rows[i][lane()];
    totals[c] += part;
  }
}

/// y[at + d] = or += totals[c] / divisor for the channels d = first + 32 c + lane that there are.
__device__ inline void put_totals(Output y, Index at, const double (&totals)[totals_of_lane],
                                  double divisor, Index first, Index D) {
  for (int c = 0; c < totals_of_lane; ++c) {
    const Index channel = first + c * tile + lane();
    if (channel < D) put(y, at + channel, real(totals[c] / divisor));
  }
}

/// The query of a warp, number `number` of B H Tq, if it exists: how many keys it sees, and where
/// its row and those of its keys begin. The 8 queries of a block are of one head, and see
/// `keys_of_block` keys at most.
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
  /// The keys, or values, from number j on.
  __device__ Rows rows_from(Index j, const real* x, Index row) const {
    return {x + j * row, row, keys_of_block - j};
  }
  /// How many of the 32 keys from j on it sees.
  __device__ Index seen_from(Index j) const { return keys - j < tile ? keys - j : tile; }
};

/// A block for each 8 of `rows` rows of each of `heads` heads.
inline Index blocks_of_heads(Index heads, Index rows) {
  return heads * blocks_of(rows, warps_of_block);
}

}  // namespace holo::cuda_attention
