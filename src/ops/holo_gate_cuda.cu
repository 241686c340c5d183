// holo_gate_cuda.cu: the middle of HoloGateFlow: a, b, c and their gradients [rows, C]; z, dz
// [rows, 2 C]. A thread has one element of a.
#include "backend/cuda/cuda.h"
#include "backend/cuda/optional_unary.cuh"

namespace holo {
namespace {

// HoloGateSizes for a kernel.
struct Gate {
  Gate(const HoloGateSizes& s)
      : first(s.first), second(s.second), gate(s.gate), rows(s.rows), C(s.C) {}
  OptionalUnary first, second, gate;
  Index rows, C;
};

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
  const real value = activated(s.second, b[i]), open = activated(s.gate, c[i]);
  put(da, i, dz[z1] * slope(s.first, a[i], z[z1]));
  put(db, i, dz[z2] * open * slope(s.second, b[i], value));
  put(dc, i, dz[z2] * value * slope(s.gate, c[i], open));
}

}  // namespace

void Cuda::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  launch_for_each(s.rows * s.C, holo_gate_kernel, z, a, b, c, s);
}

void Cuda::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                              const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  launch_for_each(s.rows * s.C, holo_gate_backward_kernel, da, db, dc, dz, a, b, c, z, s);
}

}  // namespace holo
