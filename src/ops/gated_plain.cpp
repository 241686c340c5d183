// gated_plain.cpp: one half of the channels gates the other: x, dx [rows, 2 C]; y, dy [rows, C].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = f(gate) value
void Plain::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  const Index gate_at = s.gate_first ? 0 : s.C, value_at = s.C - gate_at;
  for (Index r = 0; r < s.rows; ++r, x += 2 * s.C, y += s.C) {
    for (Index c = 0; c < s.C; ++c) {
      const real gate = x[gate_at + c], value = x[value_at + c];
      y[c] = (f ? value_of(*f, gate, {}) : gate) * value;
    }
  }
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
void Plain::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                           const GatedSizes& s) {
  const Index gate_at = s.gate_first ? 0 : s.C, value_at = s.C - gate_at;
  for (Index r = 0; r < s.rows; ++r, dy += s.C) {
    for (Index c = 0; c < s.C; ++c) {
      const Index gate = r * 2 * s.C + gate_at + c, value = r * 2 * s.C + value_at + c;
      const real open = f ? value_of(*f, x[gate], {}) : x[gate];
      put(dx, gate, dy[c] * x[value] * (f ? slope_of(*f, x[gate], open, {}) : 1));
      put(dx, value, dy[c] * open);
    }
  }
}

}  // namespace holo
