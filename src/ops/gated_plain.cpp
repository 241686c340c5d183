// gated_plain.cpp: one half of the channels gates the other: x, dx [rows, 2 C]; y, dy [rows, C].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = f(gate) value
void Plain::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  for (Index i = 0; i < s.rows * s.C; ++i) {
    const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
    const real gate = x[s.gate_first ? first : second], value = x[s.gate_first ? second : first];
    y[i] = (f ? value_of(*f, gate, {}) : gate) * value;
  }
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
void Plain::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                           const GatedSizes& s) {
  for (Index i = 0; i < s.rows * s.C; ++i) {
    const Index first = i / s.C * 2 * s.C + i % s.C, second = first + s.C;
    const Index gate = s.gate_first ? first : second, value = s.gate_first ? second : first;
    const real open = f ? value_of(*f, x[gate], {}) : x[gate];
    put(dx, gate, dy[i] * x[value] * (f ? slope_of(*f, x[gate], open, {}) : 1));
    put(dx, value, dy[i] * open);
  }
}

}  // namespace holo
