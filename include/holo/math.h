// math.h: every scalar formula once, as f and its derivative df.
// The scalar engine, the CPU kernels and the CUDA kernels all read their mathematics from here.
// Here are no tapes, tensors or loops. A function of one argument is a type with
//   f(x)       the value,
//   df(x, y)   the derivative at x, where y = f(x) is known already;
// one of two arguments has f(a, b) and the derivatives da(a, b) and db(a, b).
#pragma once

#include <cmath>

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

namespace holo::math {

/// neg(x) = -x
struct Neg {
  template <class T>
  HD static T f(T x) {
    return -x;
  }
  template <class T>
  HD static T df(T, T) {
    return T(-1);
  }
};

/// exp(x) = e^x,  exp' = exp
struct Exp {
  template <class T>
  HD static T f(T x) {
    return std::exp(x);
  }
  template <class T>
  HD static T df(T, T y) {
    return y;
  }
};

/// log(x), natural,  log'(x) = 1 / x
struct Log {
  template <class T>
  HD static T f(T x) {
    return std::log(x);
  }
  template <class T>
  HD static T df(T x, T) {
    return 1 / x;
  }
};

/// sqrt(x),  sqrt'(x) = 1 / (2 sqrt(x)), infinite at 0
struct Sqrt {
  template <class T>
  HD static T f(T x) {
    return std::sqrt(x);
  }
  template <class T>
  HD static T df(T, T y) {
    return T(0.5) / y;
  }
};

/// abs(x) = |x|,  abs'(x) = sign(x), 0 at 0
struct Abs {
  template <class T>
  HD static T f(T x) {
    return std::fabs(x);
  }
  template <class T>
  HD static T df(T x, T) {
    return x > 0 ? T(1) : x < 0 ? T(-1) : T(0) * x;  // 0 * x keeps a NaN
  }
};

/// tanh(x),  tanh'(x) = 1 - tanh(x)^2
struct Tanh {
  template <class T>
  HD static T f(T x) {
    return std::tanh(x);
  }
  template <class T>
  HD static T df(T, T y) {
    return 1 - y * y;
  }
};

/// sigmoid(x) = 1 / (1 + e^-x),  sigmoid' = sigmoid (1 - sigmoid).
/// The exponential only ever sees a negative argument, so it cannot overflow.
struct Sigmoid {
  template <class T>
  HD static T f(T x) {
    const T e = std::exp(-std::fabs(x));
    return x >= 0 ? 1 / (1 + e) : e / (1 + e);
  }
  template <class T>
  HD static T df(T, T y) {
    return y * (1 - y);
  }
};

/// relu(x) = max(0, x),  relu'(x) = 1 for x > 0, else 0 (also at 0). A NaN stays a NaN.
struct Relu {
  template <class T>
  HD static T f(T x) {
    return x < 0 ? T(0) : x;
  }
  template <class T>
  HD static T df(T x, T) {
    return x > 0 ? T(1) : T(0);
  }
};

/// relu2(x) = max(0, x)^2,  relu2'(x) = 2 max(0, x). So, Manke et al. 2021 (arXiv 2109.08668).
struct Relu2 {
  template <class T>
  HD static T f(T x) {
    return x < 0 ? T(0) : x * x;
  }
  template <class T>
  HD static T df(T x, T) {
    return x < 0 ? T(0) : 2 * x;
  }
};

/// gelu(x) = x Phi(x), Phi the normal distribution function (the exact, erf form),
/// gelu'(x) = Phi(x) + x phi(x). Hendrycks & Gimpel 2016 (arXiv 1606.08415). gelu(-inf) = 0.
struct Gelu {
  template <class T>
  HD static T f(T x) {
    const T distribution = normal_distribution(x);
    return distribution == 0 ? T(-0.0) : x * distribution;  // not -inf * 0
  }
  template <class T>
  HD static T df(T x, T) {
    const T density = T(0.3989422804014327) * std::exp(-x * x / 2);  // 1 / sqrt(2 pi)
    return normal_distribution(x) + (density == 0 ? T(0) : x * density);
  }
  template <class T>
  HD static T normal_distribution(T x) {
    return T(0.5) * std::erfc(-x * T(0.7071067811865476));  // 1 / sqrt(2)
  }
};

/// silu(x) = x sigmoid(x),  silu'(x) = s (1 + x (1 - s)) with s = sigmoid(x). silu(-inf) = 0.
struct Silu {
  template <class T>
  HD static T f(T x) {
    const T s = Sigmoid::f(x);
    return s == 0 ? T(-0.0) : x * s;  // not -inf * 0
  }
  template <class T>
  HD static T df(T x, T) {
    const T s = Sigmoid::f(x);
    return s == 0 || s == 1 ? s : s * (1 + x * (1 - s));
  }
};

/// pow(x, p) = x^p for a constant p,  d/dx = p x^(p - 1), and 0 for p = 0 at every x
struct Pow {
  template <class T>
  HD static T f(T x, T p) {
    return std::pow(x, p);
  }
  template <class T>
  HD static T da(T x, T p) {
    return p == 0 ? T(0) : p * std::pow(x, p - 1);
  }
};

/// div(a, b) = a / b,  d/da = 1 / b,  d/db = -a / b^2
struct Div {
  template <class T>
  HD static T f(T a, T b) {
    return a / b;
  }
  template <class T>
  HD static T da(T, T b) {
    return 1 / b;
  }
  template <class T>
  HD static T db(T a, T b) {
    return -a / b / b;
  }
};

/// max(a, b), and a NaN wins.  d/da = 1 where a is larger, 1/2 where they are equal, else 0.
struct Max {
  template <class T>
  HD static T f(T a, T b) {
    return a > b || a != a ? a : b;
  }
  template <class T>
  HD static T da(T a, T b) {
    return a > b || a != a ? T(1) : a == b ? T(0.5) : T(0);
  }
  template <class T>
  HD static T db(T a, T b) {
    return da(b, a);
  }
};

/// min(a, b) = -max(-a, -b), with the same rules.
struct Min {
  template <class T>
  HD static T f(T a, T b) {
    return -Max::f(-a, -b);
  }
  template <class T>
  HD static T da(T a, T b) {
    return Max::da(-a, -b);
  }
  template <class T>
  HD static T db(T a, T b) {
    return Max::db(-a, -b);
  }
};

}  // namespace holo::math

#undef HD
