// softmax_cuda.cu: softmax, log_softmax, logsumexp: x, y, dx, dy [outer, n, inner]; y, dy of
// logsumexp [outer, inner]. The passes are those of softmax_plain.cpp, each shared by the threads
// of a row; row_max and row_sum bring together what they found.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// y_i = e^x_i / sum_j e^x_j
__global__ void softmax_kernel(real* y, const real* x, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the largest
  real largest = -INFINITY;
  for (Index i = first; i < end; i += step) largest = std::fmax(largest, x[i]);
  largest = row_max(largest, axis);
  // 2. e^(x - largest), and its sum
  double total = 0;
  for (Index i = first; i < end; i += step) total += y[i] = std::exp(x[i] - largest);
  total = row_sum(total, axis);
  // 3. divide by the sum
  for (Index i = first; i < end; i += step) y[i] = real(y[i] / total);
}

// dx_i += y_i (dy_i - sum_j dy_j y_j)
__global__ void softmax_backward_kernel(Output dx, const real* dy, const real* y, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 3. sum_j dy_j y_j
  double total = 0;
  for (Index i = first; i < end; i += step) total += double(dy[i]) * y[i];
  total = row_sum(total, axis);
  // 2. dx
  for (Index i = first; i < end; i += step) put(dx, i, y[i] * (dy[i] - total));
}

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
  total = row_sum(total, axis);
  // 3. y
  const real log_total = real(std::log(total));
  for (Index i = first; i < end; i += step) y[i] = x[i] - largest - log_total;
}

// dx_i += dy_i - e^y_i sum_j dy_j
__global__ void log_softmax_backward_kernel(Output dx, const real* dy, const real* y, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 3. sum_j dy_j
  double total = 0;
  for (Index i = first; i < end; i += step) total += dy[i];
  total = row_sum(total, axis);
  // 2. dx
  for (Index i = first; i < end; i += step) put(dx, i, dy[i] - std::exp(y[i]) * total);
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

// dx_i += dy e^x_i / sum_j e^x_j;   dy e^(x_i - y) where y is infinite
__global__ void logsumexp_backward_kernel(Output dx, const real* dy, const real* x, const real* y,
                                          Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the largest, since y is rounded
  real largest = -INFINITY;
  for (Index i = first; i < end; i += step) largest = std::fmax(largest, x[i]);
  largest = row_max(largest, axis);
  if (!std::isfinite(y[r])) largest = y[r];
  // 2. sum e^(x - largest), and dx
  double total = 0;
  for (Index i = first; i < end; i += step) total += std::exp(x[i] - largest);
  total = row_sum(total, axis);
  const double share = std::isfinite(y[r]) ? dy[r] / total : dy[r];
  for (Index i = first; i < end; i += step) put(dx, i, std::exp(x[i] - largest) * share);
}

}  // namespace

void Cuda::softmax(real* y, const real* x, Axis axis) {
  launch_axis(axis, softmax_kernel, y, x, axis);
}
void Cuda::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  launch_axis(axis, softmax_backward_kernel, dx, dy, y, axis);
}
void Cuda::log_softmax(real* y, const real* x, Axis axis) {
  launch_axis(axis, log_softmax_kernel, y, x, axis);
}
void Cuda::log_softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  launch_axis(axis, log_softmax_backward_kernel, dx, dy, y, axis);
}
void Cuda::logsumexp(real* y, const real* x, Axis axis) {
  launch_axis(axis, logsumexp_kernel, y, x, axis);
}
void Cuda::logsumexp_backward(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  launch_axis(axis, logsumexp_backward_kernel, dx, dy, x, y, axis);
}

}  // namespace holo
