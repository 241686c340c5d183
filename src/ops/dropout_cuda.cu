// dropout_cuda.cu: sets random elements to 0 and scales the rest by 1 / (1 - p): y, x [n].
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "holo/random.h"

namespace holo {
namespace {

// y = uniform(i) >= p ? x / (1 - p) : 0. uniform(i) is the upper 53 bits of bits(i), times 2^-53,
// so we can compare whole numbers: least = p 2^53, rounded up.
__global__ void dropout_kernel(Output y, const real* x, Index n, std::uint64_t seed,
                               std::uint64_t stream, std::uint64_t least, real scale) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const std::uint64_t bits = CounterRandom(seed, stream).bits(std::uint64_t(i)) >> 11;
  put(y, i, bits >= least ? x[i] * scale : 0);
}

}  // namespace

void Cuda::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  const auto least = static_cast<std::uint64_t>(std::ceil(mask.p * 0x1p53));
  const real scale = real(1 / (1 - mask.p));
  launch_for_each(n, dropout_kernel, y, x, n, mask.seed, mask.stream, least, scale);
}

}  // namespace holo
