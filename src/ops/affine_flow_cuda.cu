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

}  // namespace

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  launch_packs(n, true, affine_flow_kernel<four>, affine_flow_kernel<1>, out, x, scale, y, shift);
}

}  // namespace holo
