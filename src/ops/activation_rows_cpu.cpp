// activation_rows_cpu.cpp: the loops over a row for each activation. The formulas are in
// holo/math.h.
#include "ops/activation_rows_cpu.h"

#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace holo {
namespace {

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

}  // namespace

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

}  // namespace holo
