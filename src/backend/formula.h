// formula.h: finds the formula in holo/math.h for each Unary and Binary. A kernel that computes one
// element at a time calls value_of and slope_of. A fast kernel uses with_formula to choose its
// loop. On a GPU the switch over ops costs little: all threads of a launch take the same branch,
// and waiting for memory takes much longer.
#pragma once

#include <type_traits>

#include "backend/backend.h"
#include "holo/math.h"

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace holo {

/// A function of one input, with its constants. It computes f(x), and f'(x) as df(x, f(x)).
template <class F>
struct Formula {
  Constants c;

  template <class T>
  HD T f(T x) const {
    if constexpr (std::is_same_v<F, math::Pow>)
      return F::f(x, T(c.a));
    else if constexpr (std::is_same_v<F, math::Clamp>)
      return F::f(x, T(c.a), T(c.b));
    else
      return F::f(x);
  }
  template <class T>
  HD T df(T x, T y) const {
    if constexpr (std::is_same_v<F, math::Pow>)
      return F::da(x, T(c.a));
    else if constexpr (std::is_same_v<F, math::Clamp>)
      return F::df(x, y, T(c.a), T(c.b));
    else
      return F::df(x, y);
  }
};

// clang-format off

/// Calls use(F()), where F is the type in math.h that implements `op`.
template <class Use>
HD inline auto with_formula(Unary op, Use use) {
  switch (op) {
    case Unary::neg:        return use(math::Neg());
    case Unary::exp:        return use(math::Exp());
    case Unary::log:        return use(math::Log());
    case Unary::sqrt:       return use(math::Sqrt());
    case Unary::rsqrt:      return use(math::Rsqrt());
    case Unary::reciprocal: return use(math::Reciprocal());
    case Unary::square:     return use(math::Square());
    case Unary::abs:        return use(math::Abs());
    case Unary::sin:        return use(math::Sin());
    case Unary::cos:        return use(math::Cos());
    case Unary::tanh:       return use(math::Tanh());
    case Unary::sigmoid:    return use(math::Sigmoid());
    case Unary::softplus:   return use(math::Softplus());
    case Unary::relu:       return use(math::Relu());
    case Unary::relu2:      return use(math::Relu2());
    case Unary::gelu:       return use(math::Gelu());
    case Unary::gelu_tanh:  return use(math::GeluTanh());
    case Unary::silu:       return use(math::Silu());
    case Unary::pow:        return use(math::Pow());
    case Unary::clamp:      return use(math::Clamp());
  }
  return decltype(use(math::Neg()))();
}
template <class Use>
HD inline auto with_formula(Binary op, Use use) {
  switch (op) {
    case Binary::add:       return use(math::Add());
    case Binary::sub:       return use(math::Sub());
    case Binary::mul:       return use(math::Mul());
    case Binary::div:       return use(math::Div());
    case Binary::pow:       return use(math::Pow());
    case Binary::maximum:   return use(math::Max());
    case Binary::minimum:   return use(math::Min());
    case Binary::binary_cross_entropy: return use(math::BinaryCrossEntropy());
  }
  return decltype(use(math::Add()))();
}

// clang-format on

/// f(x)
HD inline real value_of(Unary op, real x, Constants c) {
  return with_formula(op, [=](auto formula) { return Formula<decltype(formula)>{c}.f(x); });
}
/// f'(x), given y = f(x)
HD inline real slope_of(Unary op, real x, real y, Constants c) {
  return with_formula(op, [=](auto formula) { return Formula<decltype(formula)>{c}.df(x, y); });
}
/// f(a, b)
HD inline real value_of(Binary op, real a, real b) {
  return with_formula(op, [=](auto formula) { return formula.f(a, b); });
}
/// df/da or df/db
HD inline real slope_of(Binary op, Side side, real a, real b) {
  return with_formula(
      op, [=](auto formula) { return side == Side::a ? formula.da(a, b) : formula.db(a, b); });
}

/// True for functions such as relu (x or 0) and max (a or b), which choose one number and send no
/// gradient to the others. The others' slope is 0, and dy times 0 must be 0 even if dy is infinite.
template <class F>
inline constexpr bool is_choice =
    std::is_same_v<F, math::Relu> || std::is_same_v<F, math::Relu2> ||
    std::is_same_v<F, math::Clamp> || std::is_same_v<F, math::Max> || std::is_same_v<F, math::Min>;

/// dy times the slope, or 0 for an input that a function such as relu did not choose.
template <class Op>
HD inline real sent(Op op, real dy, real slope) {
  const bool choice = with_formula(op, [](auto formula) { return is_choice<decltype(formula)>; });
  return choice && slope == 0 ? 0 : dy * slope;
}

}  // namespace holo

#undef HD
