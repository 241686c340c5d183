// warp.cuh: reductions over the 32 threads of a warp, its lanes. Each lane gives a number and gets
// the result, with the same bits in all lanes and in all runs.
#pragma once

#include "backend/cuda/launch.cuh"

namespace holo {

constexpr unsigned all_lanes = 0xffffffffu;

template <class T>
__device__ T warp_sum(T x) {
  for (int distance = 16; distance > 0; distance /= 2) {
    x += __shfl_xor_sync(all_lanes, x, distance);
  }
  return x;
}

/// The largest number. Like fmax, it ignores NaNs.
__device__ inline real warp_max(real x) {
  for (int distance = 16; distance > 0; distance /= 2) {
    const real other = __shfl_xor_sync(all_lanes, x, distance);
    x = x > other || other != other ? x : other;
  }
  return x;
}

/// If a warp has a row, a block has 8 warps: there are blocks_of(rows, warps_of_block) blocks.
constexpr int warps_of_block = 8;
inline dim3 block_of_warps() { return dim3(32, warps_of_block); }
__device__ inline Index row_of_warp() { return blockIdx.x * Index{warps_of_block} + threadIdx.y; }
__device__ inline int lane() { return static_cast<int>(threadIdx.x); }

/// launch() with one warp for each of `rows` rows; no launch if rows is 0.
template <class... Parameters, class... Arguments>
void launch_rows(Index rows, void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (rows > 0) {
    launch(kernel, blocks_of(rows, warps_of_block), block_of_warps(), arguments...);
  }
}

}  // namespace holo
