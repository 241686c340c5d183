// softmax_cuda.cu: softmax. x, y, dx, dy [outer, n, inner]. The passes are the same as in
// softmax_plain.cpp. The threads of a row share each pass; row_max and row_sum combine their
// results. Sums are in double: if one e^(x - largest) is 1 and the others are small, float would
// lose the small ones.
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
  const real share = real(1 / total);
  for (Index i = first; i < end; i += step) y[i] *= share;
}

// dx_i += y_i (dy_i - sum_j dy_j y_j)
__global__ void softmax_backward_kernel(Output dx, const real* dy, const real* y, Axis axis) {
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= axis.outer * axis.inner) return;
  // 3. sum_j dy_j y_j, in double: if one y is nearly 1, nearly all of dy - sum cancels
  double total = 0;
  for (Index i = first; i < end; i += step) total += double(dy[i]) * y[i];
  const auto [high, low] = two_parts(row_sum(total, axis));
  // 2. dx
  for (Index i = first; i < end; i += step) put(dx, i, y[i] * (dy[i] - high - low));
}

}  // namespace

void Cuda::softmax(real* y, const real* x, Axis axis) {
  launch_axis(axis, softmax_kernel, y, x, axis);
}
void Cuda::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  launch_axis(axis, softmax_backward_kernel, dx, dy, y, axis);
}

}  // namespace holo
