// gated_cuda.cu: one half of the channels gates the other: x, dx [rows, 2 C]; y, dy [rows, C]. A
// thread has one element of y.
#include "backend/cuda/cuda.h"
#include "backend/cuda/optional_unary.cuh"

namespace holo {
namespace {

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
  put(dx, gate, dy[i] * x[value] * slope(f, x[gate], open));
  put(dx, value, dy[i] * open);
}

}  // namespace

void Cuda::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  launch_for_each(s.rows * s.C, gated_kernel, f, y, x, s);
}

void Cuda::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                          const GatedSizes& s) {
  launch_for_each(s.rows * s.C, gated_backward_kernel, f, dx, dy, x, s);
}

}  // namespace holo
