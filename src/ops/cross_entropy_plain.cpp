// cross_entropy_plain.cpp: cross-entropy. logits and dlogits are [rows, V], other arrays [rows].
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// loss = log sum_v e^x_v - x_target, or 0 if the target is ignored
void Plain::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                          const Index* target, const CrossEntropySizes& s) {
  for (Index r = 0; r < s.rows; ++r, logits += s.V) {
    loss[r] = largest[r] = log_sum[r] = 0;
    if (target[r] == s.ignore) continue;
    // 1. the largest
    largest[r] = -INFINITY;
    for (Index v = 0; v < s.V; ++v) largest[r] = std::fmax(largest[r], logits[v]);
    // 2. log sum e^(x - largest)
    double total = 0;
    for (Index v = 0; v < s.V; ++v) total += std::exp(logits[v] - largest[r]);
    log_sum[r] = real(std::log(total));
    // 3. the loss
    loss[r] = largest[r] - logits[target[r]] + log_sum[r];
  }
}

// dx_v += dloss (e^x_v / sum_u e^x_u - (v == target))
void Plain::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                   const real* largest, const real* log_sum, const Index* target,
                                   const CrossEntropySizes& s) {
  for (Index r = 0; r < s.rows; ++r) {
    const real d = target[r] == s.ignore ? 0 : dloss.data[r * dloss.step] * dloss.factor;
    for (Index v = 0; v < s.V; ++v) {
      const real p = d == 0 ? 0 : std::exp(logits[r * s.V + v] - largest[r] - log_sum[r]);
      put(dlogits, r * s.V + v, d * (p - (v == target[r])));
    }
  }
}

}  // namespace holo
