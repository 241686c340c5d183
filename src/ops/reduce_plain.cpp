// reduce_plain.cpp: sum, var, max and min over a dimension. x and dx are [outer, n, inner], y and
// dy [outer, inner].
#include <algorithm>
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

// y = sum_i (x_i - mean)^2 / max(0, n - correction)
void Plain::var(real* y, const real* x, Axis axis, Index correction) {
  const double count = double(std::max<Index>(axis.n - correction, 0));
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the mean
    const double mean = mean_of(x + first, axis.n, axis.inner);
    // 2. the sum of squared distances from the mean
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += (x[i] - mean) * (x[i] - mean);
    y[r] = real(total / count);
  }
}

// dx_i += dy 2 (x_i - mean) / max(0, n - correction)
void Plain::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  const double count = double(std::max<Index>(axis.n - correction, 0));
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the mean
    const double mean = mean_of(x + first, axis.n, axis.inner);
    // 2. dx
    const double slope = 2.0 * dy[r] / count;
    for (Index i = first; i < end; i += axis.inner) put(dx, i, slope * (x[i] - mean));
  }
}

// True if x should replace `best`. A NaN replaces any number; a number equal to `best` does not.
static bool comes_before(real x, real best, Extreme which) {
  if (std::isnan(x)) return !std::isnan(best);
  return which == Extreme::largest ? x > best : x < best;
}

// y = max_i x_i,  index = where y first occurs in x
void Plain::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    Index best = first;
    for (Index i = first; i < end; i += axis.inner) {
      if (comes_before(x[i], x[best], which)) best = i;
    }
    if (y) y[r] = x[best];
    if (index) index[r] = best;
  }
}

}  // namespace holo
