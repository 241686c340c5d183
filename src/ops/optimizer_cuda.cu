// optimizer_cuda.cu: the steps of the optimizers over flat arrays [n], and checks of gradients.
#include <cmath>

#include "backend/adam_constants.h"
#include "backend/cuda/cuda.h"
#include "backend/cuda/pack.cuh"
#include "backend/cuda/warp.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// m = beta1 m + rest1 g,  v = beta2 v + rest2 g^2,  p = keep p - rate m / (sqrt(v) root + epsilon)
template <int N>
__global__ void adam_kernel(Elements all, real* __restrict__ p, real* __restrict__ m,
                            real* __restrict__ v, const real* __restrict__ g, AdamConstants s) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  Pack<N> weight = read<N>(p + i), first = read<N>(m + i), second = read<N>(v + i);
  const Pack<N> slope = read<N>(g + i);
  for (int k = 0; k < N; ++k) {
    const real gradient = slope[k] + s.decay * weight[k];
    first[k] = s.beta1 * first[k] + s.rest1 * gradient;
    second[k] = s.beta2 * second[k] + s.rest2 * gradient * gradient;
    weight[k] =
        s.keep * weight[k] - s.rate * (first[k] / (std::sqrt(second[k]) * s.root + s.epsilon));
  }
  write(p + i, weight);
  write(m + i, first);
  write(v + i, second);
}

// velocity = momentum velocity + g,  p -= lr velocity
template <int N>
__global__ void sgd_kernel(Elements all, real* __restrict__ p, real* __restrict__ momentum,
                           const real* __restrict__ g, SgdStep step) {
  const Index i = all.of_thread<N>();
  if (i >= all.end) return;
  const real decay = real(step.weight_decay), rate = real(step.learning_rate);
  const real keep = real(step.momentum);
  Pack<N> weight = read<N>(p + i), change = read<N>(g + i);
  for (int k = 0; k < N; ++k) change[k] += decay * weight[k];
  if (momentum) {
    Pack<N> velocity = read<N>(momentum + i);
    for (int k = 0; k < N; ++k) change[k] = velocity[k] = keep * velocity[k] + change[k];
    write(momentum + i, velocity);
  }
  for (int k = 0; k < N; ++k) weight[k] -= rate * change[k];
  write(p + i, weight);
}

struct Beyond {  // 1 if x is beyond the bound or a NaN
  real bound;
  __device__ real operator()(real x) const { return std::abs(x) <= bound ? 0 : 1; }
};
struct Square {  // in double, because squares of small and large numbers do not fit a float
  __device__ double operator()(real x) const { return double(x) * x; }
};

// part[j] = sum_i term(x[i]) for all i in chunk j; one warp for each chunk
constexpr Index chunk = 2048;
template <class Term, int N>
__global__ void chunks_kernel(double* part, const real* __restrict__ x, Index n, Index chunks,
                              Term term) {
  const Index j = row_of_warp();
  if (j >= chunks) return;
  const Index end = (j + 1) * chunk < n ? (j + 1) * chunk : n;
  double total = 0;
  for (Index i = j * chunk + N * lane(); i < end; i += N * 32) {
    decltype(term(0)) few = 0;
    for (const real v : read<N>(x + i)) few += term(v);
    total += few;
  }
  total = warp_sum(total);
  if (lane() == 0) part[j] = total;
}

// *y = sum_j part[j], in one block: each thread sums a column, then one half is added to the other
__global__ void parts_kernel(double* y, const double* part, Index chunks) {
  __shared__ double total[block_threads];
  const unsigned t = threadIdx.x;
  total[t] = 0;
  for (Index j = t; j < chunks; j += block_threads) total[t] += part[j];
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) total[t] += total[t + half];
  }
  if (t == 0) *y = total[0];
}

// sum_i term(x[i])
template <class Term>
double sum_of(Backend& cuda, const real* x, Index n, Term term) {
  const Index chunks = (n + chunk - 1) / chunk;
  const DeviceMemory part(cuda, static_cast<std::size_t>(chunks) * sizeof(double));
  const DeviceMemory sum(cuda, sizeof(double));
  const bool fits = n % four == 0 && begins_pack(x);
  launch_rows(chunks, fits ? chunks_kernel<Term, four> : chunks_kernel<Term, 1>,
              static_cast<double*>(part.data()), x, n, chunks, term);
  launch(parts_kernel, 1, block_threads, static_cast<double*>(sum.data()),
         static_cast<const double*>(part.data()), chunks);
  double total = 0;
  cuda.download(&total, sum.data(), sizeof total);
  return total;
}

}  // namespace

void Cuda::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) {
  launch_packs(n, true, adam_kernel<four>, adam_kernel<1>, p, m, v, g, constants_of(s));
}

void Cuda::sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) {
  launch_packs(n, true, sgd_kernel<four>, sgd_kernel<1>, p, momentum, g, s);
}

// true if all |x_i| <= bound; false for a NaN
bool Cuda::all_within(const real* x, Index n, real bound) {
  return sum_of(*this, x, n, Beyond{bound}) == 0;
}

// sum_i x_i^2
double Cuda::sum_of_squares(const real* x, Index n) { return sum_of(*this, x, n, Square{}); }

}  // namespace holo
