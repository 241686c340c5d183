// elementwise_binary_plain.cpp: y = f(a, b), elementwise with broadcasting. y, dy, d are [numel].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = f(a, b)
void Plain::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  for (Index i = 0; i < s.numel; ++i) {
    const Index in_a = offset_of(i, s.ndim, s.size, s.a), in_b = offset_of(i, s.ndim, s.size, s.b);
    y[i] = value_of(op, a[in_a], b[in_b]);
  }
}

// d += dy df/da or df/db
void Plain::binary_backward(Binary op, Side side, Output d, const real* dy, const real* a,
                            const real* b, const Broadcast& s) {
  for (Index i = 0; i < s.numel; ++i) {
    const Index in_a = offset_of(i, s.ndim, s.size, s.a), in_b = offset_of(i, s.ndim, s.size, s.b);
    put(d, i, sent(op, dy[i], slope_of(op, side, a[in_a], b[in_b])));
  }
}

// y = condition != 0 ? a : b;  a null a or b counts as zeros
void Plain::where(Output y, const real* condition, const real* a, const real* b, Index n) {
  for (Index i = 0; i < n; ++i) {
    const real* const chosen = condition[i] != 0 ? a : b;
    put(y, i, chosen ? chosen[i] : 0);
  }
}

}  // namespace holo
