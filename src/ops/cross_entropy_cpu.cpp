// cross_entropy_cpu.cpp: the cross-entropy of rows of V logits on the CPU, a block of rows at a
// time. The formulas are in cross_entropy.cpp.
#include <algorithm>
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"

namespace holo {
namespace {

// sum e^(x - largest) for a row x [V]: between 1 and V; NaN if the row has a NaN or +inf, or no
// finite number. It adds chunk by chunk, because for a large V a single sum would lose digits.
real exp_sum_of_row(const real* x, Index V, real largest) {
  constexpr real infinity = std::numeric_limits<real>::infinity();
  Vec total(0);
  for (Index from = 0; from < V; from += grain::chunk) {
    Vec part(0);
    for_each_vec(std::min(grain::chunk, V - from), [&](Index v, Index lanes) {
      part += exp_of_negative(load(x + from + v, lanes, -infinity) - largest);
    });
    total += part;
  }
  return sum(total);
}

// x [rows, V], all other arrays [rows]
[[gnu::noinline]] void cross_entropy_rows(real* loss, real* largest, real* log_sum, const real* x,
                                          const Index* target, const CrossEntropySizes& s) {
  const Index rows = s.rows, V = s.V;
  const auto counts = [&](Index r) { return target[r] != s.ignore; };
  // 1. the largest
  for (Index r = 0; r < rows; ++r) largest[r] = counts(r) ? largest_of_row(x + r * V, V) : 0;
  // 2. log sum e^(x - largest)
  for (Index r = 0; r < rows; ++r) {
    log_sum[r] = counts(r) ? exp_sum_of_row(x + r * V, V, largest[r]) : 1;
  }
  for_each_vec(rows, [&](Index r, Index lanes) {
    store(log_sum + r, log(load(log_sum + r, lanes)), lanes);
  });
  // 3. the loss
  for (Index r = 0; r < rows; ++r) {
    loss[r] = counts(r) ? largest[r] - x[r * V + target[r]] + log_sum[r] : 0;
  }
}

// dx += d (e^(x - largest - log_sum) - (v == target)) for one row [V]
[[gnu::noinline]] void cross_entropy_backward_row(Output dx, real d, const real* x, real largest,
                                                  real log_sum, Index target, Index V) {
  // 3. and 2.
  for_each_vec(V, [&](Index v, Index lanes) {
    const Vec p = exp(load(x + v, lanes) - largest - log_sum);
    const Vec before = dx.overwrite ? Vec(0) : load(dx.data + v, lanes);
    store(dx.data + v, before + d * p, lanes);
  });
  dx.data[target] -= d;
}

}  // namespace

void Cpu::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                        const Index* target, const CrossEntropySizes& s) {
  for_row_blocks(s.rows, s.V, [=](Index first, Index count) {
    cross_entropy_rows(loss + first, largest + first, log_sum + first, logits + first * s.V,
                       target + first, {.rows = count, .V = s.V, .ignore = s.ignore});
  });
}

void Cpu::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                 const real* largest, const real* log_sum, const Index* target,
                                 const CrossEntropySizes& s) {
  const Index V = s.V;
  parallel_for(s.rows, s.rows * V, [&](Index r) {
    const Output dx{dlogits.data + r * V, dlogits.overwrite};
    const real d = target[r] == s.ignore ? 0 : dloss.data[r * dloss.step] * dloss.factor;
    if (d != 0) {
      cross_entropy_backward_row(dx, d, logits + r * V, largest[r], log_sum[r], target[r], V);
    } else if (dx.overwrite) {
      std::fill(dx.data, dx.data + V, real(0));
    }
  });
}

}  // namespace holo
