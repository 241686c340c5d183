// reduce_cpu.cpp: sums and the variance over one dimension, and their backward, on the CPU.
// reduce_max_cpu.cpp has the largest elements.
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// x - mean. The first element, a, is subtracted from all: so equal elements have a variance of
// exactly 0, and nearly equal ones an accurate one.
//   a[o, k] = x[o, 0, k],  b[o, k] = mean_i (x[o, i, k] - a[o, k])
class Distance {
 public:
  Distance(const real* x, Axis axis) : size_(axis.outer * axis.inner), both_(2 * size_) {
    real* const a = both_.data();
    for (Index o = 0; o < axis.outer; ++o) {
      std::copy_n(x + o * axis.n * axis.inner, axis.inner, a + o * axis.inner);
    }
    sum_terms({a + size_, true}, axis, 1 / static_cast<double>(axis.n),
              [=](const Position& at) { return at.load(x) - at.load_result(a); });
  }

  /// The term (x - a) - b
  auto term(const real* x) const {
    return [x, a = both_.data(), b = both_.data() + size_](const Position& at) {
      return at.load(x) - at.load_result(a) - at.load_result(b);
    };
  }

 private:
  Index size_;
  Scratch both_;
};

// 1 / (n - correction), NaN when there is nothing to divide by
double share(Index n, Index correction) {
  if (n <= correction) return std::numeric_limits<double>::quiet_NaN();
  return 1 / static_cast<double>(n - correction);
}

}  // namespace

// y[o, k] = or += factor sum_i x[o, i, k]
void Cpu::sum(Output y, const real* x, Axis axis, double factor) {
  if (axis.n == 1) axis = {1, 1, axis.outer * axis.inner};
  sum_terms(y, axis, factor, [=](const Position& at) { return at.load(x); });
}

// dx[o, i, k] += factor dy[o, k]
void Cpu::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  if (axis.n == 1) axis = {1, 1, axis.outer * axis.inner};
  add_terms(dx, axis, [=](const Position& at) { return at.load_result(dy) * factor; });
}

// y = sum_i (x - mean)^2 / (n - correction)
void Cpu::var(real* y, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return fill(y, std::numeric_limits<real>::quiet_NaN(), axis.outer * axis.inner);
  // 1. the mean
  const Distance distance(x, axis);
  // 2. the squares of the distances
  sum_terms({y, true}, axis, share(axis.n, correction),
            [term = distance.term(x)](const Position& at) {
              const Vec d = term(at);
              return d * d;
            });
}

// dx += dy 2 (x - mean) / (n - correction)
void Cpu::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return;
  // 1. the mean
  const Distance distance(x, axis);
  // 2. dx
  const Vec factor(2 * share(axis.n, correction));
  add_terms(dx, axis, [=, term = distance.term(x)](const Position& at) {
    return at.load_result(dy) * factor * term(at);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
