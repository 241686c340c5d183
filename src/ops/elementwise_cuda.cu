// elementwise_cuda.cu: functions of one input, element by element: y, x, dy, dx [n]. Each thread
// computes N elements.
#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

// y = f(x)
template <int N>
__global__ void unary_kernel(Elements all, Unary op, real* y, const real* x, Constants c) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> value = read<N>(x + i);
  for_each_number<N>([&](int k) { value[k] = value_of(op, value[k], c); });
  write(y + i, value);
}

// y = f(x), slope = f'(x)
template <int N>
__global__ void unary_with_slope_kernel(Elements all, Unary op, real* y, real* slope, const real* x,
                                        Constants c) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> value = read<N>(x + i), of_x = value;
  for_each_number<N>([&](int k) {
    value[k] = value_of(op, of_x[k], c);
    of_x[k] = slope_of(op, of_x[k], value[k], c);
  });
  write(y + i, value);
  write(slope + i, of_x);
}

// dx += dy f'(x)
template <int N>
__global__ void unary_backward_kernel(Elements all, Unary op, Output dx,
                                      const real* __restrict__ dy, const real* __restrict__ x,
                                      const real* __restrict__ y, Constants c) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> d = read<N>(dy + i);
  const Pack<N> from = read<N>(x + i), value = read<N>(y + i);
  for_each_number<N>([&](int k) { d[k] = sent(op, d[k], slope_of(op, from[k], value[k], c)); });
  put(dx, i, d);
}

// dx += factor dy; dx may be dy
template <int N>
__global__ void add_scaled_kernel(Elements all, Output dx, const real* dy, real factor) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> d = read<N>(dy + i);
  for (real& v : d) v *= factor;
  put(dx, i, d);
}

}  // namespace

void Cuda::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  launch_packs(n, true, unary_kernel<four>, unary_kernel<1>, op, y, x, c);
}

void Cuda::unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n, Constants c) {
  launch_packs(n, true, unary_with_slope_kernel<four>, unary_with_slope_kernel<1>, op, y, slope, x,
               c);
}

void Cuda::unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y,
                          Index n, Constants c) {
  launch_packs(n, true, unary_backward_kernel<four>, unary_backward_kernel<1>, op, dx, dy, x, y, c);
}

void Cuda::add_scaled(Output dx, const real* dy, real factor, Index n) {
  launch_packs(n, true, add_scaled_kernel<four>, add_scaled_kernel<1>, dx, dy, factor);
}

}  // namespace holo
