// reduce_cuda.cu: sum and max over a dimension: x, dx [outer, n, inner]; y, dy [outer, inner].
// The passes are the same as in reduce_plain.cpp.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// y = factor sum_i x_i
template <class T>
__global__ void sum_kernel(Output y, const T* x, Axis axis, double factor) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  double total = 0;
  for (Index i = first; i < end; i += step) total += x[i];
  total = row_sum(total, axis);
  if (writes_result(axis)) put(y, r, real(factor * total));
}

struct Same {
  __device__ double operator()(real x) const { return x; }
};

// dx_i += factor dy, one element for each thread
__global__ void sum_backward_kernel(Output dx, const real* dy, Axis axis, real factor) {
  const Index i = element_of_thread();
  if (i >= axis.outer * axis.n * axis.inner) return;
  const Index r = i / (axis.n * axis.inner) * axis.inner + i % axis.inner;
  put(dx, i, factor * dy[r]);
}

// True if x should replace `best`. A NaN replaces any number; an equal number replaces nothing.
__device__ bool comes_before(real x, real best) {
  if (std::isnan(x)) return !std::isnan(best);
  return x > best;
}
__device__ bool is_equal(real x, real y) { return x == y || (std::isnan(x) && std::isnan(y)); }

// The best of the elements that the lanes of a warp have found in x; among equal elements the one
// with the smallest i.
__device__ Index warp_best(Index best, const real* x) {
  for (int distance = 16; distance > 0; distance /= 2) {
    const Index other = __shfl_xor_sync(all_lanes, best, distance);
    const bool equal = is_equal(x[other], x[best]);
    if (equal ? other < best : comes_before(x[other], x[best])) best = other;
  }
  return best;
}

// y = max_i x_i,  index = where y first occurs in x
__global__ void max_kernel(real* y, Index* index, const real* x, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  Index best = end - axis.n * axis.inner;  // the first
  for (Index i = first; i < end; i += step) {
    if (comes_before(x[i], x[best])) best = i;
  }
  if (threads_of_row(axis) > 1) best = warp_best(best, x);
  if (y && writes_result(axis)) y[r] = x[best];
  if (index && writes_result(axis)) index[r] = best;
}

}  // namespace

void Cuda::sum(Output y, const real* x, Axis axis, double factor) {
  const Index parts = parts_of(axis);
  if (parts == 1) {
    launch_axis(axis, sum_kernel<real>, y, x, axis, factor);
    return;
  }
  const ScratchOf<double> sums(*this, axis.outer * parts * axis.inner);
  launch_parts(axis, parts, part_sums_kernel<Same>, sums.data(), x, axis, parts, Same());
  add_part_sums(y, sums.data(), {axis.outer, parts, axis.inner}, factor);
}

void add_part_sums(Output y, const double* sums, Axis axis, double factor) {
  launch_axis(axis, sum_kernel<double>, y, sums, axis, factor);
}

void Cuda::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  launch_for_each(axis.outer * axis.n * axis.inner, sum_backward_kernel, dx, dy, axis, factor);
}

void Cuda::max(real* y, Index* index, const real* x, Axis axis) {
  launch_axis(axis, max_kernel, y, index, x, axis);
}

}  // namespace holo
