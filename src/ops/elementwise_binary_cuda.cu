// elementwise_binary_cuda.cu: functions of a and b, read as a Broadcast says; y, dy, d [numel]. A
// thread has one element of the result.
#include "backend/cuda/cuda.h"
#include "backend/cuda/strides.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

// y = f(a, b)
__global__ void binary_kernel(Binary op, real* y, const real* a, const real* b, Broadcast s) {
  const Index i = element_of_thread();
  if (i >= s.numel) return;
  const Index in_a = offset_of(i, s.ndim, s.size, s.a), in_b = offset_of(i, s.ndim, s.size, s.b);
  y[i] = value_of(op, a[in_a], b[in_b]);
}

// d += dy df/da
__global__ void binary_backward_a_kernel(Binary op, Output d, const real* dy, const real* a,
                                         const real* b, Broadcast s) {
  const Index i = element_of_thread();
  if (i >= s.numel) return;
  const Index in_a = offset_of(i, s.ndim, s.size, s.a), in_b = offset_of(i, s.ndim, s.size, s.b);
  put(d, i, dy[i] * slope_by_a(op, a[in_a], b[in_b]));
}

// d += dy df/db
__global__ void binary_backward_b_kernel(Binary op, Output d, const real* dy, const real* a,
                                         const real* b, Broadcast s) {
  const Index i = element_of_thread();
  if (i >= s.numel) return;
  const Index in_a = offset_of(i, s.ndim, s.size, s.a), in_b = offset_of(i, s.ndim, s.size, s.b);
  put(d, i, dy[i] * slope_by_b(op, a[in_a], b[in_b]));
}

}  // namespace

void Cuda::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  launch_for_each(s.numel, binary_kernel, op, y, a, b, s);
}

void Cuda::binary_backward_a(Binary op, Output d, const real* dy, const real* a, const real* b,
                             const Broadcast& s) {
  launch_for_each(s.numel, binary_backward_a_kernel, op, d, dy, a, b, s);
}

void Cuda::binary_backward_b(Binary op, Output d, const real* dy, const real* a, const real* b,
                             const Broadcast& s) {
  launch_for_each(s.numel, binary_backward_b_kernel, op, d, dy, a, b, s);
}

}  // namespace holo
