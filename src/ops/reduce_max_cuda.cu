// reduce_max_cuda.cu: max, min over a dimension: x, dx [outer, n, inner]; y, dy [outer, inner]. The
// passes are those of reduce_max_plain.cpp.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// A NaN comes before every number; of equal ones the first stays.
__device__ bool comes_before(real x, real best, Extreme which) {
  if (std::isnan(x)) return !std::isnan(best);
  return which == Extreme::largest ? x > best : x < best;
}
__device__ bool is_equal(real x, real y) { return x == y || (std::isnan(x) && std::isnan(y)); }

// Of what the lanes of a warp have found in x: the one that comes before the others, of equal ones
// that with the smallest i. So it makes no difference that lanes beyond the last warp of a row give
// their own once more.
__device__ Index warp_best(Index best, const real* x, Extreme which) {
  for (int distance = 16; distance > 0; distance /= 2) {
    const Index other = __shfl_xor_sync(all_lanes, best, distance);
    const bool equal = is_equal(x[other], x[best]);
    if (equal ? other < best : comes_before(x[other], x[best], which)) best = other;
  }
  return best;
}

// y = max_i x_i,  index = the first i where it is
__global__ void max_kernel(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  const Index first_of_row = end - axis.n * axis.inner;
  Index best = first_of_row;
  for (Index i = first; i < end; i += step) {
    if (comes_before(x[i], x[best], which)) best = i;
  }
  const Index threads = threads_of_row(axis);
  if (threads > 1) best = warp_best(best, x, which);
  if (threads > 32) best = warp_best(x_of_warps(best, best), x, which);
  if (y && writes_result(axis)) y[r] = x[best];
  if (index && writes_result(axis)) index[r] = (best - first_of_row) / axis.inner;
}

// dx_i += dy / ties where x_i == y
__global__ void max_backward_ties_kernel(Output dx, const real* dy, const real* x, const real* y,
                                         Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the number of ties
  Index ties = 0;
  for (Index i = first; i < end; i += step) ties += is_equal(x[i], y[r]);
  ties = row_sum(ties, axis);
  // 2. an equal part for each
  const real share = real(dy[r] / double(ties));
  for (Index i = first; i < end; i += step) put(dx, i, is_equal(x[i], y[r]) ? share : 0);
}

}  // namespace

void Cuda::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  launch_axis(axis, max_kernel, y, index, x, axis, which);
}

void Cuda::max_backward_ties(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  launch_axis(axis, max_backward_ties_kernel, dx, dy, x, y, axis);
}

}  // namespace holo
