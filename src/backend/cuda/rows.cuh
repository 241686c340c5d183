// rows.cuh: which elements of an Axis a thread takes. Where the elements of a row lie side by side,
// inner == 1, a warp has a row: its lanes take every 32nd element. Else a thread has a column, and
// neighbouring threads have neighbouring columns. Both ways a warp reads neighbouring addresses.
#pragma once

#include "backend/cuda/warp.cuh"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The elements i = first; i < end; i += step of result r.
struct RowPart {
  Index r, first, end, step;
};

/// The part of this thread. Threads after those of the last result get an r that is too large.
__device__ inline RowPart row_of_thread(Axis axis) {
  const bool by_warp = axis.inner == 1;
  const Index r = by_warp ? row_of_warp() : row_of_warp() * 32 + lane();
  const Index first = r / axis.inner * axis.n * axis.inner + r % axis.inner;
  const Index end = first + axis.n * axis.inner;
  return by_warp ? RowPart{r, first + lane(), end, 32} : RowPart{r, first, end, axis.inner};
}

/// The sum, or the largest, of what the threads of a row have found in their parts.
template <class T>
__device__ T row_sum(T x, Axis axis) {
  return axis.inner == 1 ? warp_sum(x) : x;
}
__device__ inline real row_max(real x, Axis axis) { return axis.inner == 1 ? warp_max(x) : x; }

/// Whether this thread writes the result of its row.
__device__ inline bool writes_result(Axis axis) { return axis.inner > 1 || lane() == 0; }

/// The mean of a row in two parts, its first number and what is left: x - first - rest keeps the
/// last digits of nearly equal numbers, and is 0 for equal ones.
struct RowMean {
  double first, rest;
};

__device__ inline RowMean row_mean(const real* x, const RowPart& row, Axis axis) {
  if (axis.n == 0) return {0, 0};
  const double first = x[row.end - axis.n * axis.inner];
  double total = 0;
  for (Index i = row.first; i < row.end; i += row.step) total += x[i] - first;
  return {first, row_sum(total, axis) / double(axis.n)};
}

/// launch() with threads for each of the outer * inner results; none when there is no result.
template <class... Parameters, class... Arguments>
void launch_axis(Axis axis, void (*kernel)(Parameters...), const Arguments&... arguments) {
  const Index results = axis.outer * axis.inner;
  if (results == 0) return;
  const int results_of_block = axis.inner == 1 ? warps_of_block : 32 * warps_of_block;
  launch(kernel, blocks_of(results, results_of_block), block_of_warps(), 0, arguments...);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
