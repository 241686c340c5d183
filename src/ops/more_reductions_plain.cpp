// more_reductions_plain.cpp: log_softmax, logsumexp and var over a dimension. x and dx are [outer,
// n, inner], y and dy [outer, inner]; in log_softmax, y has the shape of x.
#include <algorithm>
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y_i = x_i - log sum_j e^x_j
void Plain::log_softmax(real* y, const real* x, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the largest
    real largest = -INFINITY;
    for (Index i = first; i < end; i += axis.inner) largest = std::fmax(largest, x[i]);
    // 2. log sum e^(x - largest)
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += std::exp(x[i] - largest);
    // 3. y
    const real log_total = real(std::log(total));
    for (Index i = first; i < end; i += axis.inner) y[i] = x[i] - largest - log_total;
  }
}

// y = log sum_i e^x_i
void Plain::logsumexp(real* y, const real* x, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the largest element, to subtract if it is finite
    real largest = -INFINITY;
    for (Index i = first; i < end; i += axis.inner) largest = std::fmax(largest, x[i]);
    const real zero = std::isfinite(largest) ? largest : 0;
    // 2. log sum e^(x - zero)
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += std::exp(x[i] - zero);
    y[r] = real(largest + std::log(total));
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

}  // namespace holo
