// cross_entropy_cpu.cpp: the loss of a row of logits on the processor, softmax and logarithm in
// one.
#include <algorithm>
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/grain.h"
#include "backend/cpu/parts.h"
#include "backend/cpu/vec_math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// One row, x [V]: the largest logit, and sum e^(x - largest), between 1 and V. The sum is NaN where
// the row has a NaN or +inf, or no finite number.
[[gnu::noinline]] void sum_row(real& largest, real& total, const real* x, Index V) {
  // 1. the largest; a NaN shows in the sum
  Vec top(-infinity);
  for_parts(V, [&](Index v, Index n) { top = max(load(x + v, n, -infinity), top); });
  largest = max(top);
  // 2. the sum, chunk by chunk, since a large V would round it
  const Vec zero_point(largest);
  Vec sums(0);
  for (Index from = 0; from < V; from += grain::chunk) {
    Vec part(0);
    for_parts(std::min(grain::chunk, V - from), [&](Index v, Index n) {
      part += exp_of_negative(load(x + from + v, n, -infinity) - zero_point);
    });
    sums += part;
  }
  total = sum(sums);
}

// dx += d (e^(x - largest - log_sum) - (v == target))
[[gnu::noinline]] void row_backward(real* dx, bool overwrite, real d, const real* x, real largest,
                                    real log_sum, Index target, Index V) {
  const Vec zero_point(largest), log_total(log_sum), scale(d);
  for_parts(V, [&](Index v, Index n) {
    const Vec p = exp(load(x + v, n) - zero_point - log_total);
    const Vec before = overwrite ? Vec(0) : load(dx + v, n);
    store(dx + v, before + scale * p, n);
  });
  dx[target] -= d;
}

}  // namespace

void Cpu::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                        const Index* target, const CrossEntropySizes& s) {
  const Index rows = s.rows, V = s.V;
  const auto row = [&](Index r) {
    largest[r] = 0;
    log_sum[r] = 1;
    if (target[r] != s.ignore) sum_row(largest[r], log_sum[r], logits + r * V, V);
  };
  if (rows * V < grain::elements) {
    for (Index r = 0; r < rows; ++r) row(r);
  } else {
#pragma omp parallel for
    for (Index r = 0; r < rows; ++r) row(r);
  }
  // 3. the logarithms, and the loss
  for_parts(rows, [&](Index r, Index n) { store(log_sum + r, log(load(log_sum + r, n)), n); });
  for (Index r = 0; r < rows; ++r) {
    const bool counts = target[r] != s.ignore;
    loss[r] = counts ? largest[r] - logits[r * V + target[r]] + log_sum[r] : real(0);
  }
}

void Cpu::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                 const real* largest, const real* log_sum, const Index* target,
                                 const CrossEntropySizes& s) {
  const Index rows = s.rows, V = s.V;
  const auto row = [&](Index r) {
    real* const dx = dlogits.data + r * V;
    if (target[r] != s.ignore) {
      row_backward(dx, dlogits.overwrite, dloss.data[r * dloss.step] * dloss.factor, logits + r * V,
                   largest[r], log_sum[r], target[r], V);
    } else if (dlogits.overwrite) {
      std::fill(dx, dx + V, real(0));
    }
  };
  if (rows * V < grain::elements) {
    for (Index r = 0; r < rows; ++r) row(r);
    return;
  }
#pragma omp parallel for
  for (Index r = 0; r < rows; ++r) row(r);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
