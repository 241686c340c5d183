// cross_entropy_cuda.cu: cross-entropy of logits. logits, dlogits [rows, V]; all others [rows]. The
// passes are the same as in cross_entropy_plain.cpp. The threads of a row share each pass.
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"

namespace holo {
namespace {

// loss = log sum_v e^x_v - x_target, or 0 if the target is ignored
__global__ void cross_entropy_kernel(real* loss, real* largest, real* log_sum, const real* logits,
                                     const Index* target, CrossEntropySizes s) {
  const Axis axis{s.rows, s.V, 1};
  const auto [r, first, end, step] = row_of_thread(axis);
  if (r >= s.rows) return;
  if (target[r] == s.ignore) {
    if (writes_result(axis)) loss[r] = largest[r] = log_sum[r] = 0;
    return;
  }
  // 1. the largest
  real top = -INFINITY;
  for (Index i = first; i < end; i += step) top = std::fmax(top, logits[i]);
  top = row_max(top, axis);
  // 2. log sum e^(x - largest)
  double total = 0;
  for (Index i = first; i < end; i += step) total += std::exp(logits[i] - top);
  const real log_total = real(std::log(row_sum(total, axis)));
  // 3. the loss
  if (writes_result(axis)) {
    largest[r] = top;
    log_sum[r] = log_total;
    loss[r] = top - logits[r * s.V + target[r]] + log_total;
  }
}

// dx_v += dloss (e^x_v / sum_u e^x_u - (v == target)), one element for each thread
__global__ void cross_entropy_backward_kernel(Output dlogits, LossGradient dloss,
                                              const real* logits, const real* largest,
                                              const real* log_sum, const Index* target,
                                              CrossEntropySizes s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.V) return;
  const Index r = i / s.V;
  const real d = target[r] == s.ignore ? 0 : dloss.data[r * dloss.step] * dloss.factor;
  const real p = d == 0 ? 0 : std::exp(logits[i] - largest[r] - log_sum[r]);
  put(dlogits, i, d * (p - (i % s.V == target[r])));
}

}  // namespace

void Cuda::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                         const Index* target, const CrossEntropySizes& s) {
  launch_axis({s.rows, s.V, 1}, cross_entropy_kernel, loss, largest, log_sum, logits, target, s);
}

void Cuda::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                  const real* largest, const real* log_sum, const Index* target,
                                  const CrossEntropySizes& s) {
  launch_for_each(s.rows * s.V, cross_entropy_backward_kernel, dlogits, dloss, logits, largest,
                  log_sum, target, s);
}

}  // namespace holo
