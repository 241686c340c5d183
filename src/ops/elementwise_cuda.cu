// elementwise_cuda.cu: functions of one input, with one thread for each element. All arrays are
// [n].
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

// y = f(x)
__global__ void unary_kernel(Unary op, real* y, const real* x, Index n, Constants c) {
  const Index i = element_of_thread();
  if (i < n) y[i] = value_of(op, x[i], c);
}

// y = f(x), slope = f'(x); slope may be x
__global__ void unary_with_slope_kernel(Unary op, real* y, real* slope, const real* x, Index n,
                                        Constants c) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real from = x[i], value = value_of(op, from, c);
  y[i] = value;
  slope[i] = slope_of(op, from, value, c);
}

// dx += dy f'(x)
__global__ void unary_backward_kernel(Unary op, Output dx, const real* dy, const real* x,
                                      const real* y, Index n, Constants c) {
  const Index i = element_of_thread();
  if (i < n) put(dx, i, sent(op, dy[i], slope_of(op, x[i], y[i], c)));
}

// dx += factor dy; dx may be dy
__global__ void add_scaled_kernel(Output dx, const real* dy, real factor, Index n) {
  const Index i = element_of_thread();
  if (i < n) put(dx, i, factor * dy[i]);
}

}  // namespace

void Cuda::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  launch_for_each(n, unary_kernel, op, y, x, n, c);
}

void Cuda::unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n, Constants c) {
  launch_for_each(n, unary_with_slope_kernel, op, y, slope, x, n, c);
}

void Cuda::unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y,
                          Index n, Constants c) {
  launch_for_each(n, unary_backward_kernel, op, dx, dy, x, y, n, c);
}

void Cuda::add_scaled(Output dx, const real* dy, real factor, Index n) {
  launch_for_each(n, add_scaled_kernel, dx, dy, factor, n);
}

}  // namespace holo
