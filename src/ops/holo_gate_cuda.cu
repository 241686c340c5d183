// holo_gate_cuda.cu: the middle of HoloGateFlow: a, b, c and their gradients [rows, C]; z, dz
// [rows, 2 C]. A thread has N elements of a.
#include "backend/cuda/cuda.h"
#include "backend/cuda/optional_unary.cuh"
#include "backend/cuda/pack.cuh"

namespace holo {
namespace {

// HoloGateSizes for a kernel.
struct Gate {
  OptionalUnary first, second, gate;
  Index rows, C;
};
Gate gate_of(const HoloGateSizes& s) {
  return {optional_unary(s.first), optional_unary(s.second), optional_unary(s.gate), s.rows, s.C};
}

// z = [first(a) | gate(c) second(b)]
template <int N>
__global__ void holo_gate_kernel(Elements all, real* __restrict__ z, const real* __restrict__ a,
                                 const real* __restrict__ b, const real* __restrict__ c, Gate s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Index z1 = i / s.C * 2 * s.C + i % s.C, z2 = z1 + s.C;
  Pack<N> left = read<N>(a + i), right = read<N>(b + i);
  const Pack<N> of_c = read<N>(c + i);
  for_each_number<N>([&](int k) {
    left[k] = activated(s.first, left[k]);
    right[k] = activated(s.gate, of_c[k]) * activated(s.second, right[k]);
  });
  write(z + z1, left);
  write(z + z2, right);
}

// da += dz1 first'(a),  db += dz2 gate(c) second'(b),  dc += dz2 second(b) gate'(c)
template <int N>
__global__ void holo_gate_backward_kernel(Elements all, Output da, Output db, Output dc,
                                          const real* __restrict__ dz, const real* __restrict__ a,
                                          const real* __restrict__ b, const real* __restrict__ c,
                                          const real* __restrict__ z, Gate s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Index z1 = i / s.C * 2 * s.C + i % s.C, z2 = z1 + s.C;
  Pack<N> for_a = read<N>(dz + z1), for_b = read<N>(dz + z2), for_c = for_b;
  const Pack<N> of_a = read<N>(a + i), of_b = read<N>(b + i), of_c = read<N>(c + i);
  const Pack<N> left = read<N>(z + z1);
  for_each_number<N>([&](int k) {
    const real value = activated(s.second, of_b[k]), open = activated(s.gate, of_c[k]);
    for_a[k] *= slope(s.first, of_a[k], left[k]);
    for_b[k] = for_b[k] * open * slope(s.second, of_b[k], value);
    for_c[k] = for_c[k] * value * slope(s.gate, of_c[k], open);
  });
  put(da, i, for_a);
  put(db, i, for_b);
  put(dc, i, for_c);
}

}  // namespace

void Cuda::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, holo_gate_kernel<four>, holo_gate_kernel<1>, z, a, b,
               c, gate_of(s));
}

void Cuda::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                              const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, holo_gate_backward_kernel<four>,
               holo_gate_backward_kernel<1>, da, db, dc, dz, a, b, c, z, gate_of(s));
}

}  // namespace holo
