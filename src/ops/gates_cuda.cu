// gates_cuda.cu: gated: x, dx [rows, 2 C]; y, dy [rows, C]; each thread has N elements of y.
// holo_gate: a, b, c and their gradients [rows, C]; z, dz [rows, 2 C]; each thread has N elements
// of a. affine_flow: arrays [n]; each thread has N elements.
#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"
#include "backend/formula.h"

namespace holo {
namespace {

// An std::optional<Unary> that device code can read. A missing function is the identity.
struct OptionalUnary {
  bool present;
  Unary op;
};
OptionalUnary optional_unary(std::optional<Unary> f) {
  return {f.has_value(), f.value_or(Unary{})};
}

// f(x)
__device__ real activated(OptionalUnary f, real x) { return f.present ? value_of(f.op, x, {}) : x; }

// f'(x), given y = f(x)
__device__ real slope(OptionalUnary f, real x, real y) {
  return f.present ? slope_of(f.op, x, y, {}) : 1;
}

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

// HoloGateSizes in a form that kernels can read.
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

// s = sigmoid(scale),  out = x + (s y + shift)
template <int N>
__global__ void affine_flow_kernel(Elements all, real* __restrict__ out, const real* __restrict__ x,
                                   const real* __restrict__ scale, const real* __restrict__ y,
                                   const real* __restrict__ shift) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Pack<N> e = read<N>(scale + i), of_y = read<N>(y + i), more = read<N>(shift + i);
  Pack<N> result;
  for (int k = 0; k < N; ++k) result[k] = math::Sigmoid::f(e[k]) * of_y[k] + more[k];
  const Pack<N> of_x = read_or<N>(0, x, i);
  for (int k = 0; k < N && x != nullptr; ++k) result[k] = of_x[k] + result[k];
  write(out + i, result);
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

void Cuda::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, holo_gate_kernel<four>, holo_gate_kernel<1>, z, a, b,
               c, gate_of(s));
}

void Cuda::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                              const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  launch_packs(s.rows * s.C, s.C % four == 0, holo_gate_backward_kernel<four>,
               holo_gate_backward_kernel<1>, da, db, dc, dz, a, b, c, z, gate_of(s));
}

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  launch_packs(n, true, affine_flow_kernel<four>, affine_flow_kernel<1>, out, x, scale, y, shift);
}

}  // namespace holo
