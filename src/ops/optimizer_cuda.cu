// optimizer_cuda.cu: the steps of the optimizers over flat arrays [n] on a GPU, and checks of
// gradients. The numbers of a step, and whether it is done at all, are read by the kernels.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/cuda/warp.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// The numbers of a step of Adam that all elements share, in their type:
//   m = beta1 m + rest1 g,  v = beta2 v + rest2 g^2,  p = keep p - rate m / (sqrt(v) root +
//   epsilon)
struct AdamConstants {
  real beta1, rest1, beta2, rest2, rate, root, epsilon, keep, decay;
};

__device__ AdamConstants constants_of(const AdamStep& s) {
  const double step = double(s.step);
  const double m_share = 1 - std::pow(s.beta1, step), v_share = 1 - std::pow(s.beta2, step);
  return {real(s.beta1),
          real(1 - s.beta1),
          real(s.beta2),
          real(1 - s.beta2),
          real(s.learning_rate / m_share),
          real(1 / std::sqrt(v_share)),
          real(s.epsilon),
          real(s.decoupled ? 1 - s.learning_rate * s.weight_decay : 1),
          real(s.decoupled ? 0 : s.weight_decay)};
}

// m = beta1 m + (1 - beta1) g,  v = beta2 v + (1 - beta2) g^2
// p -= lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
__global__ void adam_kernel(real* p, real* m, real* v, const real* g, Index n, const AdamStep* step,
                            const double* guard) {
  if (!std::isfinite(*guard)) return;
  __shared__ AdamConstants s;  // powers take long: one thread of a block finds them
  if (threadIdx.x == 0) s = constants_of(*step);
  __syncthreads();
  const Index i = element_of_thread();
  if (i >= n) return;
  const real gradient = g[i] + s.decay * p[i];
  m[i] = s.beta1 * m[i] + s.rest1 * gradient;
  v[i] = s.beta2 * v[i] + s.rest2 * gradient * gradient;
  p[i] = s.keep * p[i] - s.rate * (m[i] / (std::sqrt(v[i]) * s.root + s.epsilon));
}

// velocity = momentum velocity + (1 - dampening) g,  p -= lr velocity
__global__ void sgd_kernel(real* p, real* momentum, const real* g, Index n, const SgdStep* step,
                           const double* guard) {
  const Index i = element_of_thread();
  if (i >= n || !std::isfinite(*guard)) return;
  const SgdStep& s = *step;
  double change = g[i] + s.weight_decay * p[i];
  if (momentum) {
    const double old = s.first ? 0 : s.momentum * momentum[i];
    momentum[i] = real(old + (s.first ? 1 : 1 - s.dampening) * change);
    change = s.nesterov ? change + s.momentum * momentum[i] : momentum[i];
  }
  p[i] = real(p[i] - s.learning_rate * change);
}

// x = x min(1, max_norm / (norm + 1e-6)), norm = sqrt(squares); as it is when that is not finite
__global__ void clip_kernel(real* x, Index n, double max_norm, const double* squares) {
  __shared__ double factor;
  if (threadIdx.x == 0) factor = max_norm / (std::sqrt(*squares) + 1e-6);
  __syncthreads();
  const Index i = element_of_thread();
  if (i < n && factor < 1 && std::isfinite(*squares)) x[i] = real(factor) * x[i];
}

struct Difference {  // 0, or NaN when x is not finite
  __device__ static double f(real x) { return x - x; }
};
struct Square {
  __device__ static double f(real x) { return double(x) * x; }
};

// part[j] = sum_i Term::f(x[i]) for the i of chunk j, a warp a chunk
constexpr Index chunk = 2048;
template <class Term>
__global__ void chunks_kernel(double* part, const real* x, Index n, Index chunks) {
  const Index j = row_of_warp();
  if (j >= chunks) return;
  const Index end = (j + 1) * chunk < n ? (j + 1) * chunk : n;
  double total = 0;
  for (Index i = j * chunk + lane(); i < end; i += 32) total += Term::f(x[i]);
  total = warp_sum(total);
  if (lane() == 0) part[j] = total;
}

// y = or += sum_j part[j], by one block: each thread a column, then halves are added to halves
__global__ void parts_kernel(Total y, const double* part, Index chunks) {
  __shared__ double total[block_threads];
  const unsigned t = threadIdx.x;
  total[t] = 0;
  for (Index j = t; j < chunks; j += block_threads) total[t] += part[j];
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) total[t] += total[t + half];
  }
  if (t == 0) *y.data = y.overwrite ? total[0] : *y.data + total[0];
}

template <class Term>
void sum_terms(Backend& cuda, Total y, const real* x, Index n) {
  const Index chunks = (n + chunk - 1) / chunk;
  const DeviceMemory part(cuda, static_cast<std::size_t>(chunks) * sizeof(double));
  launch_rows(chunks, chunks_kernel<Term>, static_cast<double*>(part.data()), x, n, chunks);
  launch(parts_kernel, 1, block_threads, y, static_cast<const double*>(part.data()), chunks);
}

}  // namespace

void Cuda::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep* s,
                const double* guard) {
  launch_for_each(n, adam_kernel, p, m, v, g, n, s, guard);
}

void Cuda::sgd(real* p, real* momentum, const real* g, Index n, const SgdStep* s,
               const double* guard) {
  launch_for_each(n, sgd_kernel, p, momentum, g, n, s, guard);
}

// 0, or NaN when one x is not finite
void Cuda::check_finite(Total guard, const real* x, Index n) {
  sum_terms<Difference>(*this, guard, x, n);
}

// sum_i x_i^2
void Cuda::sum_of_squares(Total sum, const real* x, Index n) {
  sum_terms<Square>(*this, sum, x, n);
}

void Cuda::clip(real* x, Index n, double max_norm, const double* squares) {
  launch_for_each(n, clip_kernel, x, n, max_norm, squares);
}

}  // namespace holo
