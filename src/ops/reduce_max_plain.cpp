// reduce_max_plain.cpp: max, min over a dimension: x, dx [outer, n, inner]; y, dy [outer, inner].
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// A NaN comes before every number; of equal ones the first stays.
static bool comes_before(real x, real best, Extreme which) {
  if (std::isnan(x)) return !std::isnan(best);
  return which == Extreme::largest ? x > best : x < best;
}
static bool is_equal(real x, real y) { return x == y || (std::isnan(x) && std::isnan(y)); }

// y = max_i x_i,  index = the first i where it is
void Plain::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const real* const x_r = x + first_of(r, axis);
    Index best = 0;
    for (Index i = 1; i < axis.n; ++i) {
      if (comes_before(x_r[i * axis.inner], x_r[best * axis.inner], which)) best = i;
    }
    if (y) y[r] = x_r[best * axis.inner];
    if (index) index[r] = best;
  }
}

// dx_i += dy / ties where x_i == y
void Plain::max_backward_ties(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the number of ties
    Index ties = 0;
    for (Index i = first; i < end; i += axis.inner) ties += is_equal(x[i], y[r]);
    // 2. an equal part for each
    const double share = dy[r] / double(ties);
    for (Index i = first; i < end; i += axis.inner) put(dx, i, is_equal(x[i], y[r]) ? share : 0);
  }
}

}  // namespace holo
