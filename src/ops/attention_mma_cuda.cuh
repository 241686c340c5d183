// attention_mma_cuda.cuh: the tile of keys and values that a block of attention_mma_cuda.cu has in
// shared memory, in bf16.
#pragma once

#include "backend/cuda/mma.cuh"
#include "backend/cuda/pack.cuh"
#include "backend/cuda/warp.cuh"

namespace holo::cuda_attention {

/// A tile has 64 queries, 16 for each of four warps, and 64 keys.
constexpr int side = 64, rows_of_warp = 16, warps_of_tile = side / rows_of_warp;

/// Rows of an array: `count` of them, `row` elements apart, with D channels each. `packs`: four
/// channels begin at a multiple of 16 bytes, and D is a multiple of four.
struct HeadRows {
  const real* data;
  Index row, count;
  int D;
  bool packs;
};

/// Channel d of row i; 0 where there is none.
__device__ inline float number_of(const HeadRows& x, Index i, int d) {
  return i < x.count && d < x.D ? float(x.data[i * x.row + d]) : 0;
}
/// Its channels d, d + 1, d + 2 and d + 3.
__device__ inline Pack<four> four_of(const HeadRows& x, Index i, int d) {
  if (x.packs && i < x.count && d < x.D) return read<four>(x.data + i * x.row + d);
  Pack<four> y;
  for_each_number<four>([&](int c) { y[c] = number_of(x, i, d + c); });
  return y;
}

/// Pairs that a thread writes at once.
template <int n>
struct alignas(n * sizeof(Bf16Pair)) Pairs {
  Bf16Pair pair[n];
};

/// 64 keys and their values in shared memory, in pairs along the sums that they are for: channels
/// for q . k, keys for p v. Rows are so long that the 32 lanes of a fragment read from 32 banks.
template <int width>
struct KeyTile {
  alignas(16) Bf16Pair k[side][width / 2 + 4];  // k[j][d]: channels 2d and 2d + 1 of key j
  alignas(16) Bf16Pair v[side / 2][width + 8];  // v[j][d]: channel d of keys 2j and 2j + 1
};

/// Brings the first 64 keys and values to the tile, rounded, and 0 behind the last one; all threads
/// of the block together. Returns whether the values that this thread has brought are finite.
template <int width>
__device__ bool load(KeyTile<width>& to, const HeadRows& k, const HeadRows& v) {
  constexpr int packs = width / four;
  const int thread = int(threadIdx.y) * 32 + lane();
  const auto pair = [](real first, real second) { return bf16_pair(float(first), float(second)); };
  for (int i = thread; i < side * packs; i += warps_of_tile * 32) {
    const int j = i / packs, d = i % packs * four;
    const Pack<four> x = four_of(k, j, d);
    *reinterpret_cast<Pairs<2>*>(&to.k[j][d / 2]) = {pair(x[0], x[1]), pair(x[2], x[3])};
  }
  bool finite = true;
  for (int i = thread; i < side / 2 * packs; i += warps_of_tile * 32) {
    const int j = i / packs, d = i % packs * four;
    const Pack<four> x = four_of(v, 2 * j, d), z = four_of(v, 2 * j + 1, d);
    Pairs<four> pairs;
    for_each_number<four>([&](int c) { pairs.pair[c] = pair(x[c], z[c]); });
    for (const Bf16Pair one : pairs.pair) finite = finite && is_finite(one);
    *reinterpret_cast<Pairs<four>*>(&to.v[j][d]) = pairs;
  }
  return finite;
}

}  // namespace holo::cuda_attention
