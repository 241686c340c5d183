// gated_cpu.cpp: one half of the channels gates the other, on the CPU. The formulas of the
// activations stand in holo/math.h.
#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// No activation: the product of the two halves.
struct Identity {
  static Vec f(Vec x) { return x; }
  static Vec df(Vec, Vec) { return Vec(1); }
};

// y[C] = f(g) v, g[C] and v[C] the halves of a row
template <class F>
void gate_row(real* y, const real* g, const real* v, Index C) {
  for_each_vec(C,
               [&](Index i, Index n) { store(y + i, F::f(load(g + i, n)) * load(v + i, n), n); });
}

// dg[C] = or += dy v f'(g),  dv[C] = or += dy f(g)
template <class F, bool overwrite>
void gate_row_backward(real* dg, real* dv, const real* dy, const real* g, const real* v, Index C) {
  for_each_vec(C, [&](Index i, Index n) {
    const Vec x = load(g + i, n), y = F::f(x), d = load(dy + i, n);
    const Vec to_gate = d * load(v + i, n) * F::df(x, y), to_value = d * y;
    store(dg + i, overwrite ? to_gate : load(dg + i, n) + to_gate, n);
    store(dv + i, overwrite ? to_value : load(dv + i, n) + to_value, n);
  });
}

struct RowLoops {
  void (*forward)(real* y, const real* g, const real* v, Index C);
  void (*backward[2])(real* dg, real* dv, const real* dy, const real* g, const real* v, Index C);
};

template <class F>
constexpr RowLoops row_loops = {gate_row<F>,
                                {gate_row_backward<F, false>, gate_row_backward<F, true>}};

RowLoops loops_of(std::optional<Unary> function) {
  if (!function) return row_loops<Identity>;
  switch (*function) {
    case Unary::relu:
      return row_loops<math::Relu>;
    case Unary::relu2:
      return row_loops<math::Relu2>;
    case Unary::gelu:
      return row_loops<math::Gelu>;
    case Unary::gelu_tanh:
      return row_loops<math::GeluTanh>;
    case Unary::silu:
      return row_loops<math::Silu>;
    case Unary::tanh:
      return row_loops<math::Tanh>;
    case Unary::sigmoid:
      return row_loops<math::Sigmoid>;
    default:
      return {};  // no activation
  }
}

}  // namespace

void Cpu::gated(std::optional<Unary> function, real* y, const real* x, const GatedSizes& s) {
  const auto gate_one = loops_of(function).forward;
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    gate_one(y + r * s.C, row + gate, row + value, s.C);
  });
}

void Cpu::gated_backward(std::optional<Unary> function, Output dx, const real* dy, const real* x,
                         const GatedSizes& s) {
  const auto gate_one = loops_of(function).backward[dx.overwrite];
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    real* const to = dx.data + r * 2 * s.C;
    gate_one(to + gate, to + value, dy + r * s.C, row + gate, row + value, s.C);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
