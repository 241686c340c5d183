// affine_flow_cuda.cu: the end of HoloGateFlow: n numbers each. A thread has N of each.
#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"
#include "holo/math.h"

namespace holo {
namespace {

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

// dx += dout,  dscale += dout y s (1 - s),  dy += dout s,  dshift += dout
template <int N>
__global__ void affine_flow_backward_kernel(Elements all, Output dx, Output dscale, Output dy,
                                            Output dshift, const real* __restrict__ dout,
                                            const real* __restrict__ scale,
                                            const real* __restrict__ y) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const Pack<N> d = read<N>(dout + i), e = read<N>(scale + i), of_y = read<N>(y + i);
  Pack<N> for_scale, for_y;
  for (int k = 0; k < N; ++k) {
    const real s = math::Sigmoid::f(e[k]);
    for_scale[k] = d[k] * of_y[k] * math::Sigmoid::df(e[k], s);
    for_y[k] = d[k] * s;
  }
  if (dx.data != nullptr) put(dx, i, d);
  put(dscale, i, for_scale);
  put(dy, i, for_y);
  put(dshift, i, d);
}

}  // namespace

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  launch_packs(n, true, affine_flow_kernel<four>, affine_flow_kernel<1>, out, x, scale, y, shift);
}

void Cuda::affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift,
                                const real* dout, const real* scale, const real* y, Index n) {
  launch_packs(n, true, affine_flow_backward_kernel<four>, affine_flow_backward_kernel<1>, dx,
               dscale, dy, dshift, dout, scale, y);
}

}  // namespace holo
