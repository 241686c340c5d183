// optimizer_cuda.cu: the steps of the optimizers over flat arrays [n], and checks of gradients.
#include <cmath>
#include <numeric>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// m = beta1 m + rest1 g,  v = beta2 v + rest2 g^2,  p = keep p - rate m / (sqrt(v) root + epsilon)
__global__ void adam_kernel(real* p, real* m, real* v, const real* g, Index n, AdamConstants s) {
  const Index i = element_of_thread();
  if (i >= n) return;
  const real gradient = g[i] + s.decay * p[i];
  m[i] = s.beta1 * m[i] + s.rest1 * gradient;
  v[i] = s.beta2 * v[i] + s.rest2 * gradient * gradient;
  p[i] = s.keep * p[i] - s.rate * (m[i] / (std::sqrt(v[i]) * s.root + s.epsilon));
}

// velocity = momentum velocity + g,  p -= lr velocity
__global__ void sgd_kernel(real* p, real* momentum, const real* g, Index n, SgdStep step) {
  const Index i = element_of_thread();
  if (i >= n) return;
  real change = g[i] + real(step.weight_decay) * p[i];
  if (momentum) change = momentum[i] = real(step.momentum) * momentum[i] + change;
  p[i] -= real(step.learning_rate) * change;
}

struct Beyond {  // 1 if x is beyond the bound or a NaN
  real bound;
  __device__ double operator()(real x) const { return std::abs(x) <= bound ? 0 : 1; }
};
struct Square {  // in double, because squares of small and large numbers do not fit a float
  __device__ double operator()(real x) const { return double(x) * x; }
};

// sum_i term(x[i]): the GPU adds up parts, and the CPU adds their sums.
template <class Term>
double sum_of(Backend& cuda, const real* x, Index n, Term term) {
  const Axis axis{1, n, 1};
  const Index parts = parts_of(axis);
  const ScratchOf<double> sums(cuda, parts);
  launch_parts(axis, parts, part_sums_kernel<Term>, sums.data(), x, axis, parts, term);
  std::vector<double> of_part(static_cast<std::size_t>(parts));
  cuda.download(of_part.data(), sums.data(), of_part.size() * sizeof(double));
  return std::accumulate(of_part.begin(), of_part.end(), 0.0);
}

}  // namespace

void Cuda::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) {
  launch_for_each(n, adam_kernel, p, m, v, g, n, constants_of(s));
}

void Cuda::sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) {
  launch_for_each(n, sgd_kernel, p, momentum, g, n, s);
}

// true if all |x_i| <= bound; false for a NaN
bool Cuda::all_within(const real* x, Index n, real bound) {
  return sum_of(*this, x, n, Beyond{bound}) == 0;
}

// sum_i x_i^2
double Cuda::sum_of_squares(const real* x, Index n) { return sum_of(*this, x, n, Square{}); }

}  // namespace holo
