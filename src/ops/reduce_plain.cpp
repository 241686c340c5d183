// reduce_plain.cpp: sums and variances over one dimension: x, dx [outer, n, inner]; y, dy
// [outer, inner].
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = factor sum_i x_i
void Plain::sum(Output y, const real* x, Axis axis, double factor) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const real* const x_r = x + first_of(r, axis);
    double total = 0;
    for (Index i = 0; i < axis.n; ++i) total += x_r[i * axis.inner];
    put(y, r, factor * total);
  }
}

// dx_i += factor dy
void Plain::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis);
    for (Index i = 0; i < axis.n; ++i) put(dx, first + i * axis.inner, factor * dy[r]);
  }
}

// y = sum_i (x_i - mean)^2 / (n - correction), NaN when there is nothing to divide by
void Plain::var(real* y, const real* x, Axis axis, Index correction) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const real* const x_r = x + first_of(r, axis);
    // 1. the mean
    const double mean = mean_of(x_r, axis.n, axis.inner);
    // 2. the squares of the distances
    double total = 0;
    for (Index i = 0; i < axis.n; ++i) {
      const double distance = x_r[i * axis.inner] - mean;
      total += distance * distance;
    }
    const double count = static_cast<double>(axis.n - correction);
    y[r] = static_cast<real>(count > 0 ? total / count : NAN);
  }
}

// dx_i += dy 2 (x_i - mean) / (n - correction)
void Plain::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis);
    // 1. the mean
    const double mean = mean_of(x + first, axis.n, axis.inner);
    // 2. dx
    const double count = static_cast<double>(axis.n - correction);
    const double slope = count > 0 ? 2 * dy[r] / count : NAN;
    for (Index i = first; i < first + axis.n * axis.inner; i += axis.inner) {
      put(dx, i, slope * (x[i] - mean));
    }
  }
}

}  // namespace holo
