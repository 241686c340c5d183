// softmax_cuda.cu: softmax. x, y, dx, dy [outer, n, inner]. The passes are the same as in
// softmax_plain.cpp. The threads of a row share each pass and take N neighbours at a time; row_max
// and row_sum combine their results. Sums are in double: if one e^(x - largest) is 1 and the others
// are small, float would lose the small ones.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// y_i = e^x_i / sum_j e^x_j
template <int N>
__global__ void softmax_kernel(real* __restrict__ y, const real* __restrict__ x, Axis axis) {
  const auto [r, first, end, step] = row_of_thread<N>(axis);
  if (r >= axis.outer * axis.inner) return;
  // 1. the largest
  real largest = -INFINITY;
  for (Index i = first; i < end; i += step) {
    for (const real v : read<N>(x + i)) largest = std::fmax(largest, v);
  }
  largest = row_max(largest, axis);
  // 2. e^(x - largest), and its sum
  double total = 0;
  for (Index i = first; i < end; i += step) {
    Pack<N> p = read<N>(x + i);
    for (real& v : p) total += v = std::exp(v - largest);
    write(y + i, p);
  }
  total = row_sum(total, axis);
  // 3. divide by the sum
  const real share = real(1 / total);
  for (Index i = first; i < end; i += step) {
    Pack<N> p = read<N>(y + i);
    for (real& v : p) v *= share;
    write(y + i, p);
  }
}

// dx_i += y_i (dy_i - sum_j dy_j y_j)
template <int N>
__global__ void softmax_backward_kernel(Output dx, const real* __restrict__ dy,
                                        const real* __restrict__ y, Axis axis) {
  const auto [r, first, end, step] = row_of_thread<N>(axis);
  if (r >= axis.outer * axis.inner) return;
  // 3. sum_j dy_j y_j, in double: if one y is nearly 1, nearly all of dy - sum cancels
  double total = 0;
  for (Index i = first; i < end; i += step) {
    const Pack<N> d = read<N>(dy + i), p = read<N>(y + i);
    for (int k = 0; k < N; ++k) total += double(d[k]) * p[k];
  }
  const auto [high, low] = two_parts(row_sum(total, axis));
  // 2. dx
  for (Index i = first; i < end; i += step) {
    Pack<N> d = read<N>(dy + i);
    const Pack<N> p = read<N>(y + i);
    for (int k = 0; k < N; ++k) d[k] = p[k] * (d[k] - high - low);
    put(dx, i, d);
  }
}

}  // namespace

void Cuda::softmax(real* y, const real* x, Axis axis) {
  launch_packs(axis, softmax_kernel<four>, softmax_kernel<1>, y, x, axis);
}
void Cuda::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  launch_packs(axis, softmax_backward_kernel<four>, softmax_backward_kernel<1>, dx, dy, y, axis);
}
}  // namespace holo
