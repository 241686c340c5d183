// formula.h: the formula of holo/math.h for each Unary and Binary, for kernels that compute one
// element at a time. On a GPU the switch costs little: every thread of a launch takes the same
// branch, and then waits for memory much longer.
#pragma once

#include "backend/backend.h"
#include "holo/math.h"

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace holo {

// clang-format off

/// f(x)
HD inline real value_of(Unary op, real x, Constants c) {
  switch (op) {
    case Unary::neg:        return math::Neg::f(x);
    case Unary::exp:        return math::Exp::f(x);
    case Unary::log:        return math::Log::f(x);
    case Unary::sqrt:       return math::Sqrt::f(x);
    case Unary::rsqrt:      return math::Rsqrt::f(x);
    case Unary::reciprocal: return math::Reciprocal::f(x);
    case Unary::square:     return math::Square::f(x);
    case Unary::abs:        return math::Abs::f(x);
    case Unary::sin:        return math::Sin::f(x);
    case Unary::cos:        return math::Cos::f(x);
    case Unary::tanh:       return math::Tanh::f(x);
    case Unary::sigmoid:    return math::Sigmoid::f(x);
    case Unary::softplus:   return math::Softplus::f(x);
    case Unary::relu:       return math::Relu::f(x);
    case Unary::relu2:      return math::Relu2::f(x);
    case Unary::gelu:       return math::Gelu::f(x);
    case Unary::gelu_tanh:  return math::GeluTanh::f(x);
    case Unary::silu:       return math::Silu::f(x);
    case Unary::pow:        return math::Pow::f(x, c.a);
    case Unary::clamp:      return math::Clamp::f(x, c.a, c.b);
  }
  return 0;
}

/// f'(x), where y = f(x) is known already
HD inline real slope_of(Unary op, real x, real y, Constants c) {
  switch (op) {
    case Unary::neg:        return math::Neg::df(x, y);
    case Unary::exp:        return math::Exp::df(x, y);
    case Unary::log:        return math::Log::df(x, y);
    case Unary::sqrt:       return math::Sqrt::df(x, y);
    case Unary::rsqrt:      return math::Rsqrt::df(x, y);
    case Unary::reciprocal: return math::Reciprocal::df(x, y);
    case Unary::square:     return math::Square::df(x, y);
    case Unary::abs:        return math::Abs::df(x, y);
    case Unary::sin:        return math::Sin::df(x, y);
    case Unary::cos:        return math::Cos::df(x, y);
    case Unary::tanh:       return math::Tanh::df(x, y);
    case Unary::sigmoid:    return math::Sigmoid::df(x, y);
    case Unary::softplus:   return math::Softplus::df(x, y);
    case Unary::relu:       return math::Relu::df(x, y);
    case Unary::relu2:      return math::Relu2::df(x, y);
    case Unary::gelu:       return math::Gelu::df(x, y);
    case Unary::gelu_tanh:  return math::GeluTanh::df(x, y);
    case Unary::silu:       return math::Silu::df(x, y);
    case Unary::pow:        return math::Pow::da(x, c.a);
    case Unary::clamp:      return math::Clamp::df(x, y, c.a, c.b);
  }
  return 0;
}

/// f(a, b)
HD inline real value_of(Binary op, real a, real b) {
  switch (op) {
    case Binary::add:       return math::Add::f(a, b);
    case Binary::sub:       return math::Sub::f(a, b);
    case Binary::mul:       return math::Mul::f(a, b);
    case Binary::div:       return math::Div::f(a, b);
    case Binary::pow:       return math::Pow::f(a, b);
    case Binary::maximum:   return math::Max::f(a, b);
    case Binary::minimum:   return math::Min::f(a, b);
    case Binary::binary_cross_entropy: return math::BinaryCrossEntropy::f(a, b);
  }
  return 0;
}

/// df/da
HD inline real slope_by_a(Binary op, real a, real b) {
  switch (op) {
    case Binary::add:       return math::Add::da(a, b);
    case Binary::sub:       return math::Sub::da(a, b);
    case Binary::mul:       return math::Mul::da(a, b);
    case Binary::div:       return math::Div::da(a, b);
    case Binary::pow:       return math::Pow::da(a, b);
    case Binary::maximum:   return math::Max::da(a, b);
    case Binary::minimum:   return math::Min::da(a, b);
    case Binary::binary_cross_entropy: return math::BinaryCrossEntropy::da(a, b);
  }
  return 0;
}

/// df/db
HD inline real slope_by_b(Binary op, real a, real b) {
  switch (op) {
    case Binary::add:       return math::Add::db(a, b);
    case Binary::sub:       return math::Sub::db(a, b);
    case Binary::mul:       return math::Mul::db(a, b);
    case Binary::div:       return math::Div::db(a, b);
    case Binary::pow:       return math::Pow::db(a, b, math::Pow::f(a, b));
    case Binary::maximum:   return math::Max::db(a, b);
    case Binary::minimum:   return math::Min::db(a, b);
    case Binary::binary_cross_entropy: return math::BinaryCrossEntropy::db(a, b);
  }
  return 0;
}

// clang-format on

/// dy times the slope of op. A choice sends nothing to an input that it did not take, where its
/// slope is 0: also when dy is infinite.
HD inline real sent(Unary op, real dy, real slope) {
  const bool choice = op == Unary::relu || op == Unary::relu2 || op == Unary::clamp;
  return choice && slope == 0 ? 0 : dy * slope;
}
HD inline real sent(Binary op, real dy, real slope) {
  const bool choice = op == Binary::maximum || op == Binary::minimum;
  return choice && slope == 0 ? 0 : dy * slope;
}

}  // namespace holo

#undef HD
