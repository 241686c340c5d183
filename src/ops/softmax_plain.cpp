// softmax_plain.cpp: softmax, log_softmax, logsumexp. Arrays are [outer, n, inner]; y of logsumexp
// is [outer, inner]. Pass i of a backward kernel undoes pass i of the forward kernel.
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y_i = e^x_i / sum_j e^x_j
void Plain::softmax(real* y, const real* x, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 1. the largest
    real largest = -INFINITY;
    for (Index i = first; i < end; i += axis.inner) largest = std::fmax(largest, x[i]);
    // 2. e^(x - largest), and its sum
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += y[i] = std::exp(x[i] - largest);
    // 3. divide by the sum
    for (Index i = first; i < end; i += axis.inner) y[i] = real(y[i] / total);
  }
}

// dx_i += y_i (dy_i - sum_j dy_j y_j)
void Plain::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  for (Index r = 0; r < axis.outer * axis.inner; ++r) {
    const Index first = first_of(r, axis), end = first + axis.n * axis.inner;
    // 3. sum_j dy_j y_j
    double total = 0;
    for (Index i = first; i < end; i += axis.inner) total += double(dy[i]) * y[i];
    // 2. dx
    for (Index i = first; i < end; i += axis.inner) put(dx, i, y[i] * (dy[i] - total));
  }
}

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

}  // namespace holo
