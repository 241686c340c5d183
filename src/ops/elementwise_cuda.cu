// elementwise_cuda.cu: kernels with one thread for each element: functions of one input and of two,
// where, dropout, and copies between two layouts. All arrays are [n], except inputs that are read
// through strides.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/formula.h"
#include "holo/random.h"

namespace holo {
namespace {

// ---- functions of one input ----

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

// ---- functions of a and b, read through a Broadcast ----

// y = f(a, b)
__global__ void binary_kernel(Binary op, real* y, const real* a, const real* b, Broadcast s) {
  const Index i = element_of_thread();
  if (i >= s.numel) return;
  const real of_a = a[offset_of(i, s.ndim, s.size, s.a)];
  const real of_b = b[offset_of(i, s.ndim, s.size, s.b)];
  y[i] = value_of(op, of_a, of_b);
}

// d += dy df/da or df/db
__global__ void binary_backward_kernel(Binary op, Side side, Output d, const real* dy,
                                       const real* a, const real* b, Broadcast s) {
  const Index i = element_of_thread();
  if (i >= s.numel) return;
  const real of_a = a[offset_of(i, s.ndim, s.size, s.a)];
  const real of_b = b[offset_of(i, s.ndim, s.size, s.b)];
  put(d, i, sent(op, dy[i], slope_of(op, side, of_a, of_b)));
}

// y = condition != 0 ? a : b;  a null a or b counts as zeros
__global__ void where_kernel(Output y, const real* condition, const real* a, const real* b,
                             Index n) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real* const chosen = condition[i] != 0 ? a : b;
  put(y, i, chosen != nullptr ? chosen[i] : 0);
}

// ---- dropout ----

// y = uniform(i) >= p ? x / (1 - p) : 0. uniform(i) is the upper 53 bits of bits(i), times 2^-53,
// so we can compare whole numbers: least = p 2^53, rounded up.
__global__ void dropout_kernel(Output y, const real* x, Index n, std::uint64_t seed,
                               std::uint64_t stream, std::uint64_t least, real scale) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const std::uint64_t bits = CounterRandom(seed, stream).bits(std::uint64_t(i)) >> 11;
  put(y, i, bits >= least ? x[i] * scale : 0);
}

// ---- copies between two layouts, for permute, slice and cat ----

// For each of the `numel` indices i below size [ndim], the element of x at i . x goes to y at
// i . y (with the strides x and y).
struct Layouts {
  int ndim;
  Index numel;
  Index size[max_ndim];
  Strides y, x;
};

// y[i . y_strides] = x[i . x_strides], one element for each thread.
__global__ void move_kernel(Output y, const real* x, Layouts m) {
  const Index i = element_of_thread();
  if (i >= m.numel) return;
  put(y, offset_of(i, m.ndim, m.size, m.y), x[offset_of(i, m.ndim, m.size, m.x)]);
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

void Cuda::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  launch_for_each(s.numel, binary_kernel, op, y, a, b, s);
}

void Cuda::binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                           const real* b, const Broadcast& s) {
  launch_for_each(s.numel, binary_backward_kernel, op, side, d, dy, a, b, s);
}

void Cuda::where(Output y, const real* condition, const real* a, const real* b, Index n) {
  launch_for_each(n, where_kernel, y, condition, a, b, n);
}

void Cuda::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  const auto least = static_cast<std::uint64_t>(std::ceil(mask.p * 0x1p53));
  const real scale = real(1 / (1 - mask.p));
  launch_for_each(n, dropout_kernel, y, x, n, mask.seed, mask.stream, least, scale);
}

void Cuda::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                const Shape& shape) {
  Layouts m{
      .ndim = shape.ndim(), .numel = shape.numel(), .size = {}, .y = y_strides, .x = x_strides};
  for (int d = 0; d < m.ndim; ++d) m.size[d] = shape[d];
  launch_for_each(m.numel, move_kernel, y, x, m);
}

}  // namespace holo
