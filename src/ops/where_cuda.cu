// where_cuda.cu: a condition chooses one of two numbers: y, condition, a, b [n]. Each thread
// computes N elements.
#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"

namespace holo {
namespace {

// y = condition != 0 ? a : b;  a null a or b is replaced by `other`
template <int N>
__global__ void where_kernel(Elements all, Output y, const real* __restrict__ condition,
                             const real* __restrict__ a, const real* __restrict__ b, real other) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> chosen = read<N>(condition + i);
  const Pack<N> of_a = read_or<N>(other, a, i), of_b = read_or<N>(other, b, i);
  for (int k = 0; k < N; ++k) chosen[k] = chosen[k] != 0 ? of_a[k] : of_b[k];
  put(y, i, chosen);
}

}  // namespace

void Cuda::where(Output y, const real* condition, const real* a, const real* b, real other,
                 Index n) {
  launch_packs(n, true, where_kernel<four>, where_kernel<1>, y, condition, a, b, other);
}

}  // namespace holo
