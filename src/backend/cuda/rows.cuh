// rows.cuh: decides which elements of an Axis a thread computes. If the elements of a row are
// neighbours (inner == 1), a warp shares a row, or a block if long rows are few; its threads take
// neighbouring elements in turn. Otherwise a thread has a whole column, and neighbouring threads
// have neighbouring columns. So a warp reads neighbouring addresses. With fewer than 32
// neighbouring columns, a warp reads a few of each outer, and finds the next i in the cache.
#pragma once

#include <cmath>

#include "backend/cuda/pack.cuh"
#include "backend/cuda/warp.cuh"

namespace holo {

/// For result r, the elements i = first; i < end; i += step, or the packs of N that begin there.
struct RowPart {
  Index r, first, end, step;
};

/// From this length on, a row is worth the barriers between the threads of a block.
constexpr Index long_row = 1024;

/// How many threads share a row. It depends only on the shape, so that a sum has the same bits on
/// every GPU.
__host__ __device__ inline Index threads_of_row(Axis axis) {
  if (axis.inner > 1) return 1;
  const bool is_long_and_few = axis.n >= long_row && axis.outer * 32 < enough_threads;
  return is_long_and_few ? 32 * warps_of_block : 32;
}

__device__ inline Index thread_of_grid() { return row_of_warp() * 32 + lane(); }

/// The part of this thread. Threads beyond the last result get an r that is too large.
template <int N = 1>
__device__ RowPart row_of_thread(Axis axis) {
  const Index threads = threads_of_row(axis), r = thread_of_grid() / threads;
  const Index first = r / axis.inner * axis.n * axis.inner + r % axis.inner;
  const Index end = first + axis.n * axis.inner;
  return {r, first + N * (thread_of_grid() % threads), end, N * threads * axis.inner};
}

/// Tells whether this thread writes the result of its row.
__device__ inline bool writes_result(Axis axis) {
  return thread_of_grid() % threads_of_row(axis) == 0;
}

/// If a block has one row: lane k gets the x of warp k; lanes beyond the last warp get `nothing`.
template <class T>
__device__ T x_of_warps(T x, T nothing) {
  __shared__ T of_warp[warps_of_block];
  __syncthreads();  // all threads have read the old values
  if (lane() == 0) of_warp[threadIdx.y] = x;
  __syncthreads();
  return lane() < warps_of_block ? of_warp[lane()] : nothing;
}

/// The sum, or the largest, of x over all threads of a row: first in each warp, then over the warps
/// of a block. Every thread gets the result.
template <class T>
__device__ T row_sum(T x, Axis axis) {
  const Index threads = threads_of_row(axis);
  if (threads > 1) x = warp_sum(x);
  if (threads > 32) x = warp_sum(x_of_warps(x, T(0)));
  return x;
}
__device__ inline real row_max(real x, Axis axis) {
  const Index threads = threads_of_row(axis);
  if (threads > 1) x = warp_max(x);
  if (threads > 32) x = warp_max(x_of_warps(x, real(-INFINITY)));
  return x;
}

/// A double as two reals: the nearest real and the rest. In real, x - high - low keeps all digits
/// if the numbers are nearly equal, and is 0 for equal numbers.
struct TwoParts {
  real high, low;
};
__device__ inline TwoParts two_parts(double x, double rest = 0) {
  const real high = real(x + rest);
  return {high, std::isfinite(high) ? real(x - high + rest) : 0};
}

/// The mean of a row, in double, because a first number far from the others would cost digits.
template <int N>
__device__ TwoParts row_mean(const real* x, const RowPart& row, Axis axis) {
  if (axis.n == 0) return {0, 0};
  const double first = x[row.end - axis.n * axis.inner];
  double total = 0;
  for (Index i = row.first; i < row.end; i += row.step) {
    for (const real v : read<N>(x + i)) total += v - first;
  }
  return two_parts(first, row_sum(total, axis) / double(axis.n));
}

/// launch() with threads for each of the outer * inner results; no launch if there are none.
template <class... Parameters, class... Arguments>
void launch_axis(Axis axis, void (*kernel)(Parameters...), const Arguments&... arguments) {
  const Index threads = axis.outer * axis.inner * threads_of_row(axis);
  if (threads == 0) return;
  launch(kernel, blocks_of(threads, 32 * warps_of_block), block_of_warps(), arguments...);
}

/// Launches of_four, whose threads take packs, if each row consists of packs; otherwise of_one.
template <class... Parameters, class... Arguments>
void launch_packs(Axis axis, void (*of_four)(Parameters...), void (*of_one)(Parameters...),
                  const Arguments&... arguments) {
  const bool fits = axis.inner == 1 && axis.n % four == 0 && (begins_pack(arguments) && ...);
  launch_axis(axis, fits ? of_four : of_one, arguments...);
}

}  // namespace holo
