// reduce_var_cpu.cpp: the variance over one dimension, on the CPU. The first element, a, is
// subtracted from all: so equal elements have a variance of exactly 0, and nearly equal ones an
// accurate one.
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// a[o, k] = x[o, 0, k],  b[o, k] = mean_i (x[o, i, k] - a[o, k])
class Mean {
 public:
  Mean(const real* x, Axis axis) : size_(axis.outer * axis.inner), both_(2 * size_) {
    real* const a = both_.data();
    for (Index o = 0; o < axis.outer; ++o) {
      const real* const first = x + o * axis.n * axis.inner;
      std::copy(first, first + axis.inner, a + o * axis.inner);
    }
    sum_terms({a + size_, true}, axis, 1 / static_cast<double>(axis.n),
              [=](const Position& position) { return position.load(x) - position.load_result(a); });
  }
  const real* a() const { return both_.data(); }
  const real* b() const { return both_.data() + size_; }

 private:
  Index size_;
  Scratch both_;
};

Vec distance(const Position& position, const real* x, const real* a, const real* b) {
  return position.load(x) - position.load_result(a) - position.load_result(b);
}

// 1 / (n - correction), NaN when there is nothing to divide by
double share(Index n, Index correction) {
  if (n <= correction) return std::numeric_limits<double>::quiet_NaN();
  return 1 / static_cast<double>(n - correction);
}

}  // namespace

// y = sum_i (x - mean)^2 / (n - correction)
void Cpu::var(real* y, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return fill(y, std::numeric_limits<real>::quiet_NaN(), axis.outer * axis.inner);
  // 1. mean = a + b
  const Mean mean(x, axis);
  const real *const a = mean.a(), *const b = mean.b();
  // 2. y
  sum_terms({y, true}, axis, share(axis.n, correction), [=](const Position& position) {
    const Vec d = distance(position, x, a, b);
    return d * d;
  });
}

// dx += dy 2 (x - mean) / (n - correction)
void Cpu::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  if (axis.n == 0) return;
  // 1. mean = a + b
  const Mean mean(x, axis);
  const real *const a = mean.a(), *const b = mean.b();
  // 2. dx
  const Vec factor(2 * share(axis.n, correction));
  add_terms(dx, axis, [=](const Position& position) {
    return position.load_result(dy) * factor * distance(position, x, a, b);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
