// gated_cuda.cu: one half of the channels gates the other: x, dx [rows, 2 C]; y, dy [rows, C]. A
// thread has N elements of y.
#include "backend/cuda/cuda.h"
#include "backend/cuda/optional_unary.cuh"
#include "backend/cuda/pack.cuh"

namespace holo {
namespace {

// y = f(gate) value
template <int N>
__global__ void gated_kernel(Elements all, OptionalUnary f, real* __restrict__ y,
                             const real* __restrict__ x, GatedSizes s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
  const Pack<N> gate = read<N>(x + (s.gate_first ? first : second));
  Pack<N> value = read<N>(x + (s.gate_first ? second : first));
  for_each_number<N>([&](int k) { value[k] *= activated(f, gate[k]); });
  write(y + i, value);
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
template <int N>
__global__ void gated_backward_kernel(Elements all, OptionalUnary f, Output dx,
                                      const real* __restrict__ dy, const real* __restrict__ x,
                                      GatedSizes s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
  const Index gate = s.gate_first ? first : second, value = s.gate_first ? second : first;
  const Pack<N> d = read<N>(dy + i), g = read<N>(x + gate), v = read<N>(x + value);
  Pack<N> for_gate, for_value;
  for_each_number<N>([&](int k) {
    const real open = activated(f, g[k]);
    for_gate[k] = d[k] * v[k] * slope(f, g[k], open);
    for_value[k] = d[k] * open;
  });
  put(dx, gate, for_gate);
  put(dx, value, for_value);
}

}  // namespace

void Cuda::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, gated_kernel<four>, gated_kernel<1>,
               optional_unary(f), y, x, s);
}

void Cuda::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                          const GatedSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, gated_backward_kernel<four>, gated_backward_kernel<1>,
               optional_unary(f), dx, dy, x, s);
}

}  // namespace holo
