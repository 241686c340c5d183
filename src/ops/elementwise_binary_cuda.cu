// elementwise_binary_cuda.cu: functions of a and b, read through a Broadcast; y, dy, d [numel]; and
// where, whose arrays are [n]. One thread computes each element.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

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

// y = condition != 0 ? a : b;  `other` replaces a null a or b
__global__ void where_kernel(Output y, const real* condition, const real* a, const real* b,
                             real other, Index n) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real* const chosen = condition[i] != 0 ? a : b;
  put(y, i, chosen != nullptr ? chosen[i] : other);
}

}  // namespace

void Cuda::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  launch_for_each(s.numel, binary_kernel, op, y, a, b, s);
}

void Cuda::binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                           const real* b, const Broadcast& s) {
  launch_for_each(s.numel, binary_backward_kernel, op, side, d, dy, a, b, s);
}

void Cuda::where(Output y, const real* condition, const real* a, const real* b, real other,
                 Index n) {
  launch_for_each(n, where_kernel, y, condition, a, b, other, n);
}

}  // namespace holo
