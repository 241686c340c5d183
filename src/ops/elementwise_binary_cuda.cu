// elementwise_binary_cuda.cu: functions of a and b, read through a Broadcast; y, dy, d [numel].
// Each thread computes N elements of the result.
#include "backend/cuda/cuda.h"
#include "backend/cuda/strides.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

// y = f(a, b)
template <int N>
__global__ void binary_kernel(Elements all, Binary op, real* __restrict__ y,
                              const real* __restrict__ a, const real* __restrict__ b, Broadcast s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Pack<N> of_a = read_at<N>(a, i, s, s.a), of_b = read_at<N>(b, i, s, s.b);
  Pack<N> value;
  for_each_number<N>([&](int k) { value[k] = value_of(op, of_a[k], of_b[k]); });
  write(y + i, value);
}

// d += dy df/da or df/db
template <int N>
__global__ void binary_backward_kernel(Elements all, Binary op, Side side, Output d,
                                       const real* __restrict__ dy, const real* __restrict__ a,
                                       const real* __restrict__ b, Broadcast s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Pack<N> of_a = read_at<N>(a, i, s, s.a), of_b = read_at<N>(b, i, s, s.b);
  Pack<N> dx = read<N>(dy + i);
  for_each_number<N>([&](int k) { dx[k] = sent(op, dx[k], slope_of(op, side, of_a[k], of_b[k])); });
  put(d, i, dx);
}

}  // namespace

void Cuda::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  launch_packs(s.numel, packs_fit(s), binary_kernel<four>, binary_kernel<1>, op, y, a, b, s);
}

void Cuda::binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                           const real* b, const Broadcast& s) {
  launch_packs(s.numel, packs_fit(s), binary_backward_kernel<four>, binary_backward_kernel<1>, op,
               side, d, dy, a, b, s);
}

}  // namespace holo
