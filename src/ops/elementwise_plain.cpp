// elementwise_plain.cpp: elementwise functions of one input. y, x, dy and dx are [n].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = f(x)
void Plain::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  for (Index i = 0; i < n; ++i) y[i] = value_of(op, x[i], c);
}

// y = f(x), slope = f'(x)
void Plain::unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n, Constants c) {
  for (Index i = 0; i < n; ++i) {
    y[i] = value_of(op, x[i], c);
    slope[i] = slope_of(op, x[i], y[i], c);
  }
}

// dx += dy f'(x)
void Plain::unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y,
                           Index n, Constants c) {
  for (Index i = 0; i < n; ++i) put(dx, i, sent(op, dy[i], slope_of(op, x[i], y[i], c)));
}

// dx += factor dy
void Plain::add_scaled(Output dx, const real* dy, real factor, Index n) {
  for (Index i = 0; i < n; ++i) put(dx, i, factor * dy[i]);
}

}  // namespace holo
