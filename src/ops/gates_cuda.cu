// gates_cuda.cu: gated: x, dx [rows, 2 C]; y, dy [rows, C]; one thread for each element of y.
// holo_gate: a, b, c and their gradients [rows, C]; z, dz [rows, 2 C]; one thread for each element
// of a. affine_flow: arrays [n]; one thread for each element.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
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
__global__ void gated_kernel(OptionalUnary f, real* y, const real* x, GatedSizes s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.C) return;
  const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
  const real gate = x[s.gate_first ? first : second], value = x[s.gate_first ? second : first];
  y[i] = activated(f, gate) * value;
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
__global__ void gated_backward_kernel(OptionalUnary f, Output dx, const real* dy, const real* x,
                                      GatedSizes s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.C) return;
  const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
  const Index gate = s.gate_first ? first : second, value = s.gate_first ? second : first;
  const real open = activated(f, x[gate]);
  const real for_gate = dy[i] * x[value] * slope(f, x[gate], open), for_value = dy[i] * open;
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
__global__ void holo_gate_kernel(real* z, const real* a, const real* b, const real* c, Gate s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.C) return;
  const Index z1 = i / s.C * 2 * s.C + i % s.C, z2 = z1 + s.C;
  z[z1] = activated(s.first, a[i]);
  z[z2] = activated(s.gate, c[i]) * activated(s.second, b[i]);
}

// da += dz1 first'(a),  db += dz2 gate(c) second'(b),  dc += dz2 second(b) gate'(c)
__global__ void holo_gate_backward_kernel(Output da, Output db, Output dc, const real* dz,
                                          const real* a, const real* b, const real* c,
                                          const real* z, Gate s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.C) return;
  const Index z1 = i / s.C * 2 * s.C + i % s.C, z2 = z1 + s.C;
  const real of_b = b[i], of_c = c[i];
  const real value = activated(s.second, of_b), open = activated(s.gate, of_c);
  put(da, i, dz[z1] * slope(s.first, a[i], z[z1]));
  put(db, i, dz[z2] * open * slope(s.second, of_b, value));
  put(dc, i, dz[z2] * value * slope(s.gate, of_c, open));
}

// s = sigmoid(scale),  out = x + (s y + shift)
__global__ void affine_flow_kernel(real* out, const real* x, const real* scale, const real* y,
                                   const real* shift, Index n) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real change = math::Sigmoid::f(scale[i]) * y[i] + shift[i];
  out[i] = x != nullptr ? x[i] + change : change;
}

}  // namespace

void Cuda::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  launch_for_each(s.rows * s.C, gated_kernel, optional_unary(f), y, x, s);
}

void Cuda::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                          const GatedSizes& s) {
  launch_for_each(s.rows * s.C, gated_backward_kernel, optional_unary(f), dx, dy, x, s);
}

void Cuda::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  launch_for_each(s.rows * s.C, holo_gate_kernel, z, a, b, c, gate_of(s));
}

void Cuda::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                              const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  launch_for_each(s.rows * s.C, holo_gate_backward_kernel, da, db, dc, dz, a, b, c, z, gate_of(s));
}

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  launch_for_each(n, affine_flow_kernel, out, x, scale, y, shift, n);
}

}  // namespace holo
