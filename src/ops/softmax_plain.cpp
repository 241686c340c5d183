// softmax_plain.cpp: softmax over rows of arrays [outer, n, inner]. Pass i of the backward kernel
// goes back through pass i of the forward kernel.
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

}  // namespace holo
