// reduce_plain.cpp: sum and max over a dimension. x and dx are [outer, n, inner], y and dy
// [outer, inner].
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

// True if x should replace `best`. A NaN replaces any number; a number equal to `best` does not.
static bool comes_before(real x, real best) {
  if (std::isnan(x)) return !std::isnan(best);
  return x > best;
}

// y = max_i x_i,  index = where y first occurs in x
void Plain::max(real* y, Index* index, const real* x, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    Index best = first;
    for (Index i = first; i < end; i += axis.inner) {
      if (comes_before(x[i], x[best])) best = i;
    }
    if (y) y[r] = x[best];
    if (index) index[r] = best;
  }
}

}  // namespace holo
