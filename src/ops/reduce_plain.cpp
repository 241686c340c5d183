// reduce_plain.cpp: sum and var over a dimension: x, dx [outer, n, inner]; y, dy [outer, inner].
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = factor sum_i x_i
void Plain::sum(Output y, const real* x, Axis axis, double factor) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += x[i];
    put(y, r, factor * total);
  }
}

// dx_i += factor dy
void Plain::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    for (Index i = first; i < end; i += axis.inner) put(dx, i, factor * dy[r]);
  }
}

// y = sum_i (x_i - mean)^2 / (n - correction), NaN when there is nothing to divide by
void Plain::var(real* y, const real* x, Axis axis, Index correction) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the mean
    const double mean = mean_of(x + first, axis.n, axis.inner), count = double(axis.n - correction);
    // 2. the squares of the distances
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += (x[i] - mean) * (x[i] - mean);
    y[r] = real(count > 0 ? total / count : NAN);
  }
}

// dx_i += dy 2 (x_i - mean) / (n - correction)
void Plain::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the mean
    const double mean = mean_of(x + first, axis.n, axis.inner), count = double(axis.n - correction);
    // 2. dx
    const double slope = count > 0 ? 2 * dy[r] / count : NAN;
    for (Index i = first; i < end; i += axis.inner) put(dx, i, slope * (x[i] - mean));
  }
}

}  // namespace holo
