// more_reductions_cuda.cu: log_softmax, logsumexp and var over a dimension: x, dx [outer, n,
// inner]; y, dy [outer, inner], but y of log_softmax like x. The passes are the same as in
// more_reductions_plain.cpp; softmax_cuda.cu says how the threads of a row share them.
#include <algorithm>
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// y_i = x_i - log sum_j e^x_j
__global__ void log_softmax_kernel(real* y, const real* x, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the largest
  real largest = -INFINITY;
  for (Index i = first; i < end; i += step) largest = std::fmax(largest, x[i]);
  largest = row_max(largest, axis);
  // 2. log sum e^(x - largest)
  double total = 0;
  for (Index i = first; i < end; i += step) total += std::exp(x[i] - largest);
  const real log_total = real(std::log(row_sum(total, axis)));
  // 3. y
  for (Index i = first; i < end; i += step) y[i] = x[i] - largest - log_total;
}

// y = log sum_i e^x_i
__global__ void logsumexp_kernel(real* y, const real* x, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the largest; it is subtracted when it is finite
  real largest = -INFINITY;
  for (Index i = first; i < end; i += step) largest = std::fmax(largest, x[i]);
  largest = row_max(largest, axis);
  const real zero = std::isfinite(largest) ? largest : 0;
  // 2. log sum e^(x - zero)
  double total = 0;
  for (Index i = first; i < end; i += step) total += std::exp(x[i] - zero);
  total = row_sum(total, axis);
  if (writes_result(axis)) y[r] = real(largest + std::log(total));
}

// y = sum_i (x_i - mean)^2 / count,  count = max(0, n - correction)
__global__ void var_kernel(real* y, const real* x, Axis axis, double count) {
  const RowPart row = row_of_thread(axis);
  if (row.r >= axis.outer * axis.inner) return;
  // 1. the mean, a + b
  const auto [a, b] = row_mean(x, row, axis);
  // 2. the squared distances from the mean
  double total = 0;
  for (Index i = row.first; i < row.end; i += row.step) {
    const real d = x[i] - a - b;
    total += double(d) * double(d);  // in double, because the square may exceed a float
  }
  total = row_sum(total, axis);
  if (writes_result(axis)) y[row.r] = real(total / count);
}

// dx_i += dy 2 (x_i - mean) / count
__global__ void var_backward_kernel(Output dx, const real* dy, const real* x, Axis axis,
                                    double count) {
  const RowPart row = row_of_thread(axis);
  if (row.r >= axis.outer * axis.inner) return;
  // 1. the mean, a + b
  const auto [a, b] = row_mean(x, row, axis);
  // 2. dx
  const real slope = real(2.0 * dy[row.r] / count);
  for (Index i = row.first; i < row.end; i += row.step) put(dx, i, slope * (x[i] - a - b));
}

}  // namespace

void Cuda::log_softmax(real* y, const real* x, Axis axis) {
  launch_axis(axis, log_softmax_kernel, y, x, axis);
}
void Cuda::logsumexp(real* y, const real* x, Axis axis) {
  launch_axis(axis, logsumexp_kernel, y, x, axis);
}

void Cuda::var(real* y, const real* x, Axis axis, Index correction) {
  const double count = double(std::max<Index>(axis.n - correction, 0));
  launch_axis(axis, var_kernel, y, x, axis, count);
}

void Cuda::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  const double count = double(std::max<Index>(axis.n - correction, 0));
  launch_axis(axis, var_backward_kernel, dx, dy, x, axis, count);
}

}  // namespace holo
