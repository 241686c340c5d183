// dropout_cuda.cu: sets random elements to 0 and scales the rest by 1 / (1 - p): y, x [n]. A thread
// has one element.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "holo/random.h"

namespace holo {
namespace {

// y = uniform(i) >= p ? x / (1 - p) : 0
__global__ void dropout_kernel(Output y, const real* x, Index n, DropoutMask mask) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const CounterRandom random(mask.seed, *mask.stream);
  const real scale = real(1 / (1 - mask.p));
  put(y, i, random.uniform(std::uint64_t(i)) >= mask.p ? x[i] * scale : 0);
}

}  // namespace

void Cuda::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  launch_for_each(n, dropout_kernel, y, x, n, mask);
}

}  // namespace holo
