// dropout_cuda.cu: sets random elements to 0 and scales the rest by 1 / (1 - p): y, x [n]. Each
// thread computes N elements.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"
#include "holo/random.h"

namespace holo {
namespace {

// y = uniform(i) >= p ? x / (1 - p) : 0. uniform(i) is the upper 53 bits of bits(i), times 2^-53,
// so we can compare whole numbers: least = p 2^53, rounded up.
template <int N>
__global__ void dropout_kernel(Elements all, Output y, const real* __restrict__ x,
                               std::uint64_t seed, std::uint64_t stream, std::uint64_t least,
                               real scale) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const CounterRandom random(seed, stream);
  Pack<N> kept = read<N>(x + i);
  for (int k = 0; k < N; ++k) {
    const std::uint64_t bits = random.bits(std::uint64_t(i + k)) >> 11;
    kept[k] = bits >= least ? kept[k] * scale : 0;
  }
  put(y, i, kept);
}

}  // namespace

void Cuda::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  const auto least = static_cast<std::uint64_t>(std::ceil(mask.p * 0x1p53));
  const real scale = real(1 / (1 - mask.p));
  launch_packs(n, true, dropout_kernel<four>, dropout_kernel<1>, y, x, mask.seed, mask.stream,
               least, scale);
}

}  // namespace holo
