// affine_flow_cuda.cu: the end of HoloGateFlow: n numbers each. A thread has one of each.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "holo/math.h"

namespace holo {
namespace {

// s = sigmoid(scale),  out = x + (s y + shift)
__global__ void affine_flow_kernel(real* out, const real* x, const real* scale, const real* y,
                                   const real* shift, Index n) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real flow = math::Sigmoid::f(scale[i]) * y[i] + shift[i];
  out[i] = x != nullptr ? x[i] + flow : flow;
}

// dx += dout,  dscale += dout y s (1 - s),  dy += dout s,  dshift += dout
__global__ void affine_flow_backward_kernel(Output dx, Output dscale, Output dy, Output dshift,
                                            const real* dout, const real* scale, const real* y,
                                            Index n) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real s = math::Sigmoid::f(scale[i]);
  if (dx.data != nullptr) put(dx, i, dout[i]);
  put(dscale, i, dout[i] * y[i] * math::Sigmoid::df(scale[i], s));
  put(dy, i, dout[i] * s);
  put(dshift, i, dout[i]);
}

}  // namespace

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  launch_for_each(n, affine_flow_kernel, out, x, scale, y, shift, n);
}

void Cuda::affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift,
                                const real* dout, const real* scale, const real* y, Index n) {
  launch_for_each(n, affine_flow_backward_kernel, dx, dscale, dy, dshift, dout, scale, y, n);
}

}  // namespace holo
