// cross_entropy_cuda.cu: cross-entropy of logits. logits, dlogits [rows, V]; all others [rows]. The
// passes are the same as in cross_entropy_plain.cpp. The threads of a row share each pass, and take
// N neighbours at a time.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// loss = log sum_v e^x_v - x_target, or 0 if the target is ignored
template <int N>
__global__ void cross_entropy_kernel(real* loss, real* largest, real* log_sum,
                                     const real* __restrict__ logits, const Index* target,
                                     CrossEntropySizes s) {
  const Axis axis{s.rows, s.V, 1};
  const auto [r, first, end, step] = row_of_thread<N>(axis);
  if (r >= s.rows) return;
  if (target[r] == s.ignore) {
    if (writes_result(axis)) loss[r] = largest[r] = log_sum[r] = 0;
    return;
  }
  // 1. the largest
  real top = -INFINITY;
  for (Index i = first; i < end; i += step) {
    for (const real x : read<N>(logits + i)) top = std::fmax(top, x);
  }
  top = row_max(top, axis);
  // 2. log sum e^(x - largest)
  double total = 0;
  for (Index i = first; i < end; i += step) {
    for (const real x : read<N>(logits + i)) total += std::exp(x - top);
  }
  const real log_total = real(std::log(row_sum(total, axis)));
  // 3. the loss
  if (writes_result(axis)) {
    largest[r] = top;
    log_sum[r] = log_total;
    loss[r] = top - logits[r * s.V + target[r]] + log_total;
  }
}

// dx_v += dloss (e^x_v / sum_u e^x_u - (v == target))
template <int N>
__global__ void cross_entropy_backward_kernel(Output dlogits, LossGradient dloss,
                                              const real* __restrict__ logits, const real* largest,
                                              const real* log_sum, const Index* target,
                                              CrossEntropySizes s) {
  const auto [r, first, end, step] = row_of_thread<N>({s.rows, s.V, 1});
  if (r >= s.rows) return;
  const real d = target[r] == s.ignore ? 0 : dloss.data[r * dloss.step] * dloss.factor;
  const real top = largest[r], log_total = log_sum[r];
  const Index at_target = r * s.V + target[r];
  for (Index i = first; i < end; i += step) {
    Pack<N> dx = read<N>(logits + i);
    for (int k = 0; k < N; ++k) {
      const real p = d == 0 ? 0 : std::exp(dx[k] - top - log_total);
      dx[k] = d * (p - (i + k == at_target));
    }
    put(dlogits, i, dx);
  }
}

}  // namespace

void Cuda::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                         const Index* target, const CrossEntropySizes& s) {
  const Axis axis{s.rows, s.V, 1};
  launch_packs(axis, cross_entropy_kernel<four>, cross_entropy_kernel<1>, loss, largest, log_sum,
               logits, target, s);
}

void Cuda::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                  const real* largest, const real* log_sum, const Index* target,
                                  const CrossEntropySizes& s) {
  const Axis axis{s.rows, s.V, 1};
  launch_packs(axis, cross_entropy_backward_kernel<four>, cross_entropy_backward_kernel<1>, dlogits,
               dloss, logits, largest, log_sum, target, s);
}

}  // namespace holo
