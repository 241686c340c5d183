// holo_gate_plain.cpp: the middle of HoloGateFlow: a, b, c and their gradients [rows, C]; z, dz
// [rows, 2 C].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {
namespace {

real activated(std::optional<Unary> f, real x) { return f ? value_of(*f, x, {}) : x; }
real slope(std::optional<Unary> f, real x, real y) { return f ? slope_of(*f, x, y, {}) : 1; }

}  // namespace

// z = [first(a) | gate(c) second(b)]
void Plain::holo_gate(real* z, const real* a, const real* b, const real* c,
                      const HoloGateSizes& s) {
  for (Index r = 0; r < s.rows; ++r) {
    for (Index i = r * s.C, z1 = r * 2 * s.C; i < (r + 1) * s.C; ++i, ++z1) {
      z[z1] = activated(s.first, a[i]);
      z[z1 + s.C] = activated(s.gate, c[i]) * activated(s.second, b[i]);
    }
  }
}

// da += dz1 first'(a),  db += dz2 gate(c) second'(b),  dc += dz2 second(b) gate'(c)
void Plain::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                               const real* b, const real* c, const real* z,
                               const HoloGateSizes& s) {
  for (Index r = 0; r < s.rows; ++r) {
    for (Index i = r * s.C, z1 = r * 2 * s.C, z2 = z1 + s.C; i < (r + 1) * s.C; ++i, ++z1, ++z2) {
      const real value = activated(s.second, b[i]), open = activated(s.gate, c[i]);
      put(da, i, dz[z1] * slope(s.first, a[i], z[z1]));
      put(db, i, dz[z2] * open * slope(s.second, b[i], value));
      put(dc, i, dz[z2] * value * slope(s.gate, c[i], open));
    }
  }
}

}  // namespace holo
