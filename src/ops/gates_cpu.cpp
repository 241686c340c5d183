// gates_cpu.cpp: gated, holo_gate and affine_flow on the CPU. They consist of loops over a row of C
// channels. The formulas are in holo/math.h.
#include <algorithm>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace holo {
namespace {

// The loops for one f. Backward loop [1] overwrites, [0] adds.
struct ActivationRows {
  // y = f(x)
  void (*activate)(real* y, const real* x, Index C);
  // dx += dy f'(x), given y = f(x)
  void (*activate_backward[2])(real* dx, const real* dy, const real* x, const real* y, Index C);
  // y = f(g) v;  y may be g or v
  void (*gate)(real* y, const real* g, const real* v, Index C);
  // dg += dy v f'(g),  dv += dy f(g)
  void (*gate_backward[2])(real* dg, real* dv, const real* dy, const real* g, const real* v,
                           Index C);
};

// No activation.
struct Identity {
  static Vec f(Vec x) { return x; }
  static Vec df(Vec, Vec) { return Vec(1); }
};

template <class F>
void activate_row(real* y, const real* x, Index C) {
  for_each_vec(C, [&](Index i, Index n) { store(y + i, F::f(load(x + i, n)), n); });
}

template <class F, bool overwrite>
void activate_row_backward(real* dx, const real* dy, const real* x, const real* y, Index C) {
  for_each_vec(C, [&](Index i, Index n) {
    const Vec d = load(dy + i, n) * F::df(load(x + i, n), load(y + i, n));
    store(dx + i, overwrite ? d : load(dx + i, n) + d, n);
  });
}

template <class F>
void gate_row(real* y, const real* g, const real* v, Index C) {
  for_each_vec(C,
               [&](Index i, Index n) { store(y + i, F::f(load(g + i, n)) * load(v + i, n), n); });
}

template <class F, bool overwrite>
void gate_row_backward(real* dg, real* dv, const real* dy, const real* g, const real* v, Index C) {
  for_each_vec(C, [&](Index i, Index n) {
    const Vec x = load(g + i, n), y = F::f(x), d = load(dy + i, n);
    const Vec to_gate = d * load(v + i, n) * F::df(x, y), to_value = d * y;
    store(dg + i, overwrite ? to_gate : load(dg + i, n) + to_gate, n);
    store(dv + i, overwrite ? to_value : load(dv + i, n) + to_value, n);
  });
}

template <class F>
constexpr ActivationRows rows_with = {
    activate_row<F>,
    {activate_row_backward<F, false>, activate_row_backward<F, true>},
    gate_row<F>,
    {gate_row_backward<F, false>, gate_row_backward<F, true>}};

// The loops for a function. Without a function, f(x) = x. REQUIRES: the function is an activation.
ActivationRows activation_rows(std::optional<Unary> function) {
  if (!function) return rows_with<Identity>;
  switch (*function) {
    case Unary::relu:
      return rows_with<math::Relu>;
    case Unary::relu2:
      return rows_with<math::Relu2>;
    case Unary::gelu:
      return rows_with<math::Gelu>;
    case Unary::gelu_tanh:
      return rows_with<math::GeluTanh>;
    case Unary::silu:
      return rows_with<math::Silu>;
    case Unary::tanh:
      return rows_with<math::Tanh>;
    case Unary::sigmoid:
      return rows_with<math::Sigmoid>;
    default:
      return {};  // no activation
  }
}

}  // namespace

// y = f(gate) value
void Cpu::gated(std::optional<Unary> function, real* y, const real* x, const GatedSizes& s) {
  const auto gate_one = activation_rows(function).gate;
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    gate_one(y + r * s.C, row + gate, row + value, s.C);
  });
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
void Cpu::gated_backward(std::optional<Unary> function, Output dx, const real* dy, const real* x,
                         const GatedSizes& s) {
  const auto gate_one = activation_rows(function).gate_backward[dx.overwrite];
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    real* const to = dx.data + r * 2 * s.C;
    gate_one(to + gate, to + value, dy + r * s.C, row + gate, row + value, s.C);
  });
}

// The numbers that one step passes to the next stay in the L1 cache.
// z = [first(a) | gate(c) second(b)]
void Cpu::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  const auto first = activation_rows(s.first).activate, gate = activation_rows(s.gate).activate;
  const auto second = activation_rows(s.second).gate;
  parallel_for(s.rows, 3 * s.rows * s.C, [=](Index r) {
    real *const z1 = z + r * 2 * s.C, *const z2 = z1 + s.C;
    first(z1, a + r * s.C, s.C);       // 1. first(a)
    gate(z2, c + r * s.C, s.C);        // 2. gate(c)
    second(z2, b + r * s.C, z2, s.C);  // 3. multiply by second(b)
  });
}

// da += dz1 first'(a),  db += dz2 gate(c) second'(b),  dc += dz2 second(b) gate'(c)
void Cpu::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                             const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  const auto first = activation_rows(s.first).activate_backward[da.overwrite];
  const auto second = activation_rows(s.second).gate_backward[db.overwrite];
  const auto gate = activation_rows(s.gate).activate;
  const auto gate_backward = activation_rows(s.gate).activate_backward[dc.overwrite];
  parallel_for(s.rows, 3 * s.rows * s.C, [=](Index r) {
    constexpr Index piece = 512;
    for (Index i = 0; i < s.C; i += piece) {
      const Index n = std::min(piece, s.C - i), at = r * s.C + i, in_z = r * 2 * s.C + i;
      real open[piece], dopen[piece];
      first(da.data + at, dz + in_z, a + at, z + in_z, n);  // 1.
      gate(open, c + at, n);
      if (!db.overwrite) std::fill_n(dopen, n, real(0));  // since the loop adds to it, as to db
      second(db.data + at, dopen, dz + in_z + s.C, b + at, open, n);  // 3.
      gate_backward(dc.data + at, dopen, c + at, open, n);            // 2.
    }
  });
}

// s = sigmoid(scale),  out = x + (s y + shift)
void Cpu::affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                      Index count) {
  parallel_ranges(count, [=](Index begin, Index size) {
    // Two loops. The first one leaves its product in the cache, so that the product is rounded
    // before the sum, as in mul and add.
    for_each_vec(size, [&](Index k, Index n) {
      const Index i = begin + k;
      store(out + i, math::Sigmoid::f(load(scale + i, n)) * load(y + i, n), n);
    });
    for_each_vec(size, [&](Index k, Index n) {
      const Index i = begin + k;
      const Vec flow = load(out + i, n) + load(shift + i, n);
      store(out + i, x != nullptr ? load(x + i, n) + flow : flow, n);
    });
  });
}

}  // namespace holo
