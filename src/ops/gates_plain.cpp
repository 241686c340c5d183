// gates_plain.cpp: In gated, x and dx are [rows, 2 C], y and dy [rows, C]. In holo_gate, a, b, c
// and their gradients are [rows, C], z and dz [rows, 2 C]. In affine_flow, all arrays are [n].
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {
namespace {

real activated(std::optional<Unary> f, real x) { return f ? value_of(*f, x, {}) : x; }
real slope(std::optional<Unary> f, real x, real y) { return f ? slope_of(*f, x, y, {}) : 1; }

}  // namespace

// y = f(gate) value
void Plain::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  const Index gate_at = s.gate_first ? 0 : s.C, value_at = s.C - gate_at;
  for (Index r = 0; r < s.rows; ++r, x += 2 * s.C, y += s.C) {
    for (Index c = 0; c < s.C; ++c) y[c] = activated(f, x[gate_at + c]) * x[value_at + c];
  }
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
void Plain::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                           const GatedSizes& s) {
  const Index gate_at = s.gate_first ? 0 : s.C, value_at = s.C - gate_at;
  for (Index r = 0; r < s.rows; ++r, dy += s.C) {
    for (Index c = 0; c < s.C; ++c) {
      const Index gate = r * 2 * s.C + gate_at + c, value = r * 2 * s.C + value_at + c;
      const real open = activated(f, x[gate]);
      put(dx, gate, dy[c] * x[value] * slope(f, x[gate], open));
      put(dx, value, dy[c] * open);
    }
  }
}

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

// s = sigmoid(scale),  out = x + (s y + shift)
void Plain::affine_flow(real* out, const real* x, const real* scale, const real* y,
                        const real* shift, Index n) {
  for (Index i = 0; i < n; ++i) {
    const real flow = math::Sigmoid::f(scale[i]) * y[i] + shift[i];
    out[i] = x != nullptr ? x[i] + flow : flow;
  }
}

}  // namespace holo
