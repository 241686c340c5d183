// math.h: each scalar function f and its derivative df, defined once.
// The scalar engine (T = double), the CPU kernels (T = Vec, a register of numbers, see src/backend)
// and the CUDA kernels (T = float) all use these formulas.
// A function of one argument is a type with
//   f(x)       the value,
//   df(x, y)   the derivative at x, with y = f(x) as a second argument.
// A function of two arguments defines f(a, b) and the derivatives da(a, b) and db(a, b). Constants,
// such as the bounds of clamp, follow the arguments.
//
// Write a condition on a T as select(condition, a, b), never with `if` or ?:, because the lanes of
// a Vec may differ. Both a and b are always evaluated. derivative.h differentiates df itself, with
// T = Value, so df calls only functions that have derivatives, such as sigmoid, erfc, sin and cos.
#pragma once

#include <cmath>

#include "holo/version.h"

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace holo::math {

// The formulas call these functions for plain numbers, and Vec's own overloads for a Vec.
using std::abs, std::cos, std::erfc, std::exp, std::log, std::log1p, std::pow, std::sin, std::sqrt,
    std::tanh;

// clang-format off

/// Returns a if the condition holds, otherwise b.
template <class T> HD constexpr T select(bool condition, T a, T b) { return condition ? a : b; }

/// neg(x) = -x
struct Neg {
  template <class T> HD static T f(T x) { return -x; }
  template <class T> HD static T df(T, T) { return T(-1); }
};

/// exp(x) = e^x,  exp' = exp
struct Exp {
  template <class T> HD static T f(T x) { return exp(x); }
  template <class T> HD static T df(T, T y) { return y; }
};

/// log(x), natural,  log'(x) = 1 / x
struct Log {
  template <class T> HD static T f(T x) { return log(x); }
  template <class T> HD static T df(T x, T) { return 1 / x; }
};

/// sqrt(x),  sqrt'(x) = 1 / (2 sqrt(x)), which is infinite at 0
struct Sqrt {
  template <class T> HD static T f(T x) { return sqrt(x); }
  template <class T> HD static T df(T, T y) { return T(0.5) / y; }
};

/// rsqrt(x) = 1 / sqrt(x),  rsqrt'(x) = -rsqrt(x)^3 / 2, which is -infinity at 0
struct Rsqrt {
  template <class T> HD static T f(T x) { return T(1) / sqrt(x); }
  template <class T> HD static T df(T, T y) { return T(-0.5) * y * y * y; }
};

/// reciprocal(x) = 1 / x,  reciprocal'(x) = -1 / x^2
struct Reciprocal {
  template <class T> HD static T f(T x) { return T(1) / x; }
  template <class T> HD static T df(T, T y) { return -y * y; }
};

/// square(x) = x^2,  square'(x) = 2 x
struct Square {
  template <class T> HD static T f(T x) { return x * x; }
  template <class T> HD static T df(T x, T) { return 2 * x; }
};

/// abs(x) = |x|,  abs'(x) = sign(x), and 0 at 0
struct Abs {
  template <class T> HD static T f(T x) { return abs(x); }
  template <class T> HD static T df(T x, T) {
    return select(x > 0, T(1), select(x < 0, T(-1), T(0) * x));  // 0 * x is NaN if x is
  }
};

/// sin(x), x in radians,  sin' = cos
struct Sin {
  template <class T> HD static T f(T x) { return sin(x); }
  template <class T> HD static T df(T x, T) { return cos(x); }
};

/// cos(x), x in radians,  cos' = -sin
struct Cos {
  template <class T> HD static T f(T x) { return cos(x); }
  template <class T> HD static T df(T x, T) { return -sin(x); }
};

/// tanh(x),  tanh'(x) = 1 - tanh(x)^2
struct Tanh {
  template <class T> HD static T f(T x) { return tanh(x); }
  template <class T> HD static T df(T, T y) { return 1 - y * y; }
};

/// sigmoid(x) = 1 / (1 + e^-x),  sigmoid' = sigmoid (1 - sigmoid).
/// The exponential cannot overflow, because its argument is never positive.
struct Sigmoid {
  template <class T> HD static T f(T x) {
    const T e = exp(-abs(x));
    return select(x >= 0, T(1), e) / (1 + e);
  }
  template <class T> HD static T df(T, T y) { return y * (1 - y); }
};

template <class T> HD T sigmoid(T x) { return Sigmoid::f(x); }

/// softplus(x) = log(1 + e^x) = max(0, x) + log(1 + e^-|x|),  softplus' = sigmoid.
/// The second form cannot overflow. Dugas et al. 2000 (NIPS 13).
struct Softplus {
  template <class T> HD static T f(T x) { return select(x < 0, T(0), x) + log1p(exp(-abs(x))); }
  template <class T> HD static T df(T x, T) { return sigmoid(x); }
};

/// relu(x) = max(0, x),  relu'(x) = 1 for x > 0, else 0 (also at 0). A NaN stays a NaN.
struct Relu {
  template <class T> HD static T f(T x) { return select(x < 0, T(0), x); }
  template <class T> HD static T df(T x, T) { return select(x > 0, T(1), T(0)); }
};

/// relu2(x) = max(0, x)^2,  relu2'(x) = 2 max(0, x). So, Manke et al. 2021 (arXiv 2109.08668).
struct Relu2 {
  template <class T> HD static T f(T x) { return select(x < 0, T(0), x * x); }
  template <class T> HD static T df(T x, T) { return select(x < 0, T(0), 2 * x); }
};

/// clamp(x, lo, hi) is x for lo <= x <= hi, with derivative 1. Otherwise it is the nearer bound,
/// with derivative 0. A NaN stays a NaN, with derivative 0. REQUIRES: lo <= hi.
struct Clamp {
  template <class T> HD static T f(T x, T lo, T hi) {
    return select(x < lo, lo, select(x > hi, hi, x));
  }
  template <class T> HD static T df(T x, T, T lo, T hi) {
    return select(x >= lo && x <= hi, T(1), T(0));
  }
};

/// erfc(x) = 2 / sqrt(pi) times the integral of e^(-t^2) from x to infinity,
/// erfc'(x) = -2 / sqrt(pi) e^(-x^2)
struct Erfc {
  template <class T> HD static T f(T x) { return erfc(x); }
  template <class T> HD static T df(T x, T) {
    const T e = exp(-x * x);
    // Where e is 0, df is a constant, because at infinity the derivative of e would be 0 * inf.
    return select(e == 0, T(-0.0), T(-1.1283791670955126) * e);
  }
};

/// gelu(x) = x Phi(x), the exact form with the normal distribution function Phi and its density
/// phi, gelu'(x) = Phi(x) + x phi(x). Hendrycks & Gimpel 2016 (arXiv 1606.08415). gelu(-inf) = 0.
struct Gelu {
  template <class T> HD static T f(T x) {
    const T distribution = normal_distribution(x);
    return select(distribution == 0, T(-0.0), x * distribution);  // not -inf * 0
  }
  template <class T> HD static T df(T x, T) {
    const T density = T(0.3989422804014327) * exp(-x * x / 2);  // 1 / sqrt(2 pi)
    return normal_distribution(x) + select(density == 0, T(0), x * density);
  }
  template <class T> HD static T normal_distribution(T x) {
    return T(0.5) * erfc(-x * T(0.7071067811865476));  // 1 / sqrt(2)
  }
};

/// gelu_tanh(x) = x (1 + tanh(u)) / 2 = x s with u = sqrt(2 / pi) (x + 0.044715 x^3) and
/// s = sigmoid(2u), the fast approximation in the GELU paper,  gelu_tanh'(x) = s + x s (1 - s) 2u'.
/// For x < 0 the sum 1 + tanh(u) loses digits, but the sigmoid does not. gelu_tanh(-inf) = 0.
struct GeluTanh {
  template <class T> HD static T f(T x) {
    const T s = Sigmoid::f(twice_u(bounded(x)));
    return select(s == 0, T(-0.0), x * s);  // not -inf * 0
  }
  template <class T> HD static T df(T x, T) {
    const T z = bounded(x), w = twice_u(z);
    const T e = exp(-abs(w)), r = 1 / (1 + e);  // s = r or e r, s (1 - s) = e r^2 for either sign
    return select(w >= 0, r, e * r) + z * (e * r * r) * T(slope) * (1 + T(3 * cubic) * z * z);
  }
  template <class T> HD static T twice_u(T x) { return T(slope) * (x + T(cubic) * x * x * x); }
  /// Clamps x so that x^3 cannot overflow. For |x| >= 32, s is 0 or 1 anyway, even in double.
  template <class T> HD static T bounded(T x) { return Clamp::f(x, T(-32), T(32)); }
  static constexpr double slope = 1.5957691216057308;  // 2 sqrt(2 / pi)
  static constexpr double cubic = 0.044715;
};

/// silu(x) = x sigmoid(x),  silu'(x) = s (1 + x (1 - s)) with s = sigmoid(x). silu(-inf) = 0.
struct Silu {
  template <class T> HD static T f(T x) {
    const T s = sigmoid(x);
    return select(s == 0, T(-0.0), x * s);  // not -inf * 0
  }
  template <class T> HD static T df(T x, T) {
    const T s = sigmoid(x);
    return select(s == 0 || s == 1, s, s * (1 + x * (1 - s)));
  }
};

/// add(a, b) = a + b,  d/da = d/db = 1
struct Add {
  template <class T> HD static T f(T a, T b) { return a + b; }
  template <class T> HD static T da(T, T) { return T(1); }
  template <class T> HD static T db(T, T) { return T(1); }
};

/// sub(a, b) = a - b,  d/da = 1,  d/db = -1
struct Sub {
  template <class T> HD static T f(T a, T b) { return a - b; }
  template <class T> HD static T da(T, T) { return T(1); }
  template <class T> HD static T db(T, T) { return T(-1); }
};

/// mul(a, b) = a b,  d/da = b,  d/db = a
struct Mul {
  template <class T> HD static T f(T a, T b) { return a * b; }
  template <class T> HD static T da(T, T b) { return b; }
  template <class T> HD static T db(T a, T) { return a; }
};

/// div(a, b) = a / b,  d/da = 1 / b,  d/db = -a / b^2
struct Div {
  template <class T> HD static T f(T a, T b) { return a / b; }
  template <class T> HD static T da(T, T b) { return 1 / b; }
  template <class T> HD static T db(T a, T b) { return -a / b / b; }
};

/// pow(x, p) = x^p.  d/dx = p x^(p - 1), or 0 at every x if p = 0.
/// d/dp = y log(x) with y = x^p. If x = 0 and p >= 0, d/dp is 0 (the limit for p > 0).
struct Pow {
  template <class T> HD static T f(T x, T p) { return pow(x, p); }
  template <class T, class P> HD static T da(T x, P p) {
    return select(p == 0, T(0), p * pow(x, p - 1));
  }
  template <class T> HD static T db(T x, T p, T y) {
    return select(x == 0 && p >= 0, T(0), y * log(x));
  }
  template <class T> HD static T db(T x, T p) { return db(x, p, f(x, p)); }
};

/// max(a, b), or NaN if a or b is NaN.  d/da = 1 if a is larger, 1/2 if a = b, else 0.
struct Max {
  template <class T> HD static T f(T a, T b) { return select(a > b || a != a, a, b); }
  template <class T> HD static T da(T a, T b) {
    return select(a > b || a != a, T(1), select(a == b, T(0.5), T(0)));
  }
  template <class T> HD static T db(T a, T b) { return da(b, a); }
};

/// min(a, b) = -max(-a, -b). NaN and equal numbers follow the rules of max.
struct Min {
  template <class T> HD static T f(T a, T b) { return -Max::f(-a, -b); }
  template <class T> HD static T da(T a, T b) { return Max::da(-a, -b); }
  template <class T> HD static T db(T a, T b) { return Max::db(-a, -b); }
};

/// The loss for a logit x whose target probability is t, 0 <= t <= 1:
/// -t log sigmoid(x) - (1 - t) log sigmoid(-x) = max(x, 0) - x t + log(1 + e^-|x|),
/// d/dx = sigmoid(x) - t,  d/dt = -x. max(x, 0) - x t is |x| t for a negative x, and |x| (1 - t)
/// otherwise. If the factor t or 1 - t is 0, this product is 0, even for an infinite x.
struct BinaryCrossEntropy {
  template <class T> HD static T f(T x, T t) {
    const T other = select(x < 0, t, 1 - t);
    return select(other == 0, T(0), abs(x) * other) + log1p(exp(-abs(x)));
  }
  template <class T> HD static T da(T x, T t) { return sigmoid(x) - t; }
  template <class T> HD static T db(T x, T) { return -x; }
};

// clang-format on

}  // namespace holo::math

#undef HD
