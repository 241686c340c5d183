// rows.cuh: divides rows and columns of numbers among the threads of a GPU, and combines what the
// threads found. If the elements of a row are neighbours (inner == 1), the 32 threads of a warp,
// its lanes, share the row and take neighbouring elements in turn. Otherwise a thread has a whole
// column, and neighbouring threads have neighbouring columns. So a warp reads neighbouring
// addresses.
#pragma once

#include <algorithm>
#include <cmath>

#include "backend/cuda/launch.cuh"

namespace holo {

// ---- a warp ----

constexpr unsigned all_lanes = 0xffffffffu;

/// The sum of x over the lanes of a warp. Each lane gives a number and gets the sum, with the same
/// bits in all lanes and in all runs.
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

// ---- the rows or columns of an Axis ----

/// The elements i = first; i < end; i += step of result r, for one thread.
struct RowPart {
  Index r, first, end, step;
};

/// How many threads share a row.
__host__ __device__ inline Index threads_of_row(Axis axis) { return axis.inner > 1 ? 1 : 32; }

__device__ inline Index thread_of_grid() { return row_of_warp() * 32 + lane(); }

/// The elements of this thread. If a row has several `parts`, each part has a result of its own,
/// and r counts the results [outer, parts, inner]. Threads beyond the last result get an r that is
/// too large.
__device__ inline RowPart row_of_thread(Axis axis, Index parts = 1) {
  const Index threads = threads_of_row(axis), r = thread_of_grid() / threads;
  const Index part = r / axis.inner % parts, outer = r / axis.inner / parts;
  const Index begin = outer * axis.n * axis.inner + r % axis.inner;
  const Index number = part * threads + thread_of_grid() % threads;  // of this thread in its row
  return {r, begin + number * axis.inner, begin + axis.n * axis.inner,
          parts * threads * axis.inner};
}

/// Tells whether this thread writes the result of its row.
__device__ inline bool writes_result(Axis axis) {
  return thread_of_grid() % threads_of_row(axis) == 0;
}

/// The sum, or the largest, of x over all threads of a row. Every thread gets the result.
template <class T>
__device__ T row_sum(T x, Axis axis) {
  return threads_of_row(axis) == 1 ? x : warp_sum(x);
}
__device__ inline real row_max(real x, Axis axis) {
  return threads_of_row(axis) == 1 ? x : warp_max(x);
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
__device__ inline TwoParts row_mean(const real* x, const RowPart& row, Axis axis) {
  if (axis.n == 0) return {0, 0};
  const double first = x[row.end - axis.n * axis.inner];
  double total = 0;
  for (Index i = row.first; i < row.end; i += row.step) total += x[i] - first;
  return two_parts(first, row_sum(total, axis) / double(axis.n));
}

/// launch() with threads for each of the [outer, parts, inner] results; no launch if there are
/// none.
template <class... Parameters, class... Arguments>
void launch_parts(Axis axis, Index parts, void (*kernel)(Parameters...),
                  const Arguments&... arguments) {
  const Index threads = axis.outer * parts * axis.inner * threads_of_row(axis);
  if (threads == 0) return;
  launch(kernel, blocks_of(threads, 32 * warps_of_block), block_of_warps(), arguments...);
}
template <class... Parameters, class... Arguments>
void launch_axis(Axis axis, void (*kernel)(Parameters...), const Arguments&... arguments) {
  launch_parts(axis, 1, kernel, arguments...);
}

// ---- sums of a few long rows, in two steps: of parts, and of their sums ----

/// How many parts a sum over an Axis has. With one, a few long rows would leave most of the GPU
/// without work. The number depends only on the shape, so that a sum has the same bits on each GPU.
inline Index parts_of(Axis axis) {
  constexpr Index enough_threads = 1 << 17, least_for_thread = 32;
  const Index threads = threads_of_row(axis);
  const Index results = std::max<Index>(axis.outer * axis.inner, 1);
  return std::max<Index>(
      std::min(enough_threads / threads / results, axis.n / (threads * least_for_thread)), 1);
}

/// sums = sum_i term(x_i) over each part;  sums [outer, parts, inner]
template <class Term>
__global__ void part_sums_kernel(double* sums, const real* x, Axis axis, Index parts, Term term) {
  const auto [r, first, end, step] = row_of_thread(axis, parts);
  if (r >= axis.outer * parts * axis.inner) return;
  double total = 0;
  for (Index i = first; i < end; i += step) total += term(x[i]);
  total = row_sum(total, axis);
  if (writes_result(axis)) sums[r] = total;
}

/// y[o, k] = or += factor sum_p sums[o, p, k]; the Axis is {outer, parts, inner}
void add_part_sums(Output y, const double* sums, Axis axis, double factor);

}  // namespace holo
