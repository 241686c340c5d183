// formula_test.cpp: the formulas of math.h against a second way to get them: complex steps where
// the formula takes complex numbers, long double formulas for the others.
#include <complex>  // before math.h, so that its templates find exp(complex) and the like

#include <doctest/doctest.h>

#include <cmath>

#include "holo/math.h"
#include "holo/value.h"

namespace formula_test {
namespace {

using holo::Value;
using Complex = std::complex<double>;
using Wide = long double;

constexpr double accuracy = 1e-13;  // relative

bool close(double ours, Wide reference) {
  return std::fabs(static_cast<Wide>(ours) - reference) <= accuracy * std::fabs(reference);
}

// f(x + i h) = f(x) + i h f'(x) - ...: no difference is taken, so h can be tiny.
template <class F>
double complex_step(F f, double x) {
  constexpr double h = 1e-30;
  return f(Complex(x, h)).imag() / h;
}

// Checks a function and its derivative as math.h gives them.
template <class F, class Reference, class Derivative>
void check_formula(Reference f, Derivative df, double first, double last) {
  constexpr int n = 60;
  for (int i = 0; i <= n; ++i) {
    const double x = first + (last - first) * i / n + 1e-3;
    CAPTURE(x);
    CHECK(close(F::f(x), f(Wide(x))));
    CHECK(close(F::df(x, F::f(x)), df(x)));
  }
}

// The same, and that the tape carries them.
template <class F, class Tape, class Reference, class Derivative>
void check(F, Tape on_tape, Reference f, Derivative df, double first, double last) {
  check_formula<F>(f, df, first, last);
  constexpr int n = 60;
  for (int i = 0; i <= n; ++i) {
    const double x = first + (last - first) * i / n + 1e-3, y = F::f(x);
    CAPTURE(x);
    const holo::Tape::Scope scope;
    const Value at(x), result = on_tape(at);
    result.backward();
    CHECK(result.data() == y);
    CHECK(at.grad() == F::df(x, y));
  }
}

template <class F>
double step(double x) {
  return complex_step([](Complex z) { return F::f(z); }, x);
}

Wide sigmoid_of(Wide x) { return 1 / (1 + std::exp(-x)); }
Wide phi(Wide x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(Wide(-1))); }
Wide distribution(Wide x) { return std::erfc(-x / std::sqrt(Wide(2))) / 2; }
Wide gelu_tanh_of(Wide x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(Wide(-1))) * (x + 0.044715L * x * x * x)));
}
Wide gelu_tanh_slope(Wide x) {
  const Wide slope = std::sqrt(2 / std::acos(Wide(-1)));
  const Wide t = std::tanh(slope * (x + 0.044715L * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * slope * (1 + 3 * 0.044715L * x * x);
}
Wide gelu_slope(Wide x) { return distribution(x) + x * phi(x); }
Wide silu_slope(Wide x) { return sigmoid_of(x) * (1 + x * sigmoid_of(-x)); }

}  // namespace

using namespace holo::math;

TEST_CASE("formulas: the complex step agrees to 1e-13") {
  check(
      Neg(), [](Value x) { return -x; }, [](Wide x) { return -x; }, step<Neg>, -5, 5);
  check(
      Exp(), [](Value x) { return exp(x); }, [](Wide x) { return std::exp(x); }, step<Exp>, -30,
      30);
  check(
      Log(), [](Value x) { return log(x); }, [](Wide x) { return std::log(x); }, step<Log>, 0.01,
      0.9);
  check(
      Log(), [](Value x) { return log(x); }, [](Wide x) { return std::log(x); }, step<Log>, 1.1,
      90);
  check(
      Sqrt(), [](Value x) { return sqrt(x); }, [](Wide x) { return std::sqrt(x); }, step<Sqrt>,
      0.01, 90);
  check(
      Sin(), [](Value x) { return sin(x); }, [](Wide x) { return std::sin(x); }, step<Sin>, -9, 9);
  check(
      Cos(), [](Value x) { return cos(x); }, [](Wide x) { return std::cos(x); }, step<Cos>, -9, 9);
  check(
      Tanh(), [](Value x) { return tanh(x); }, [](Wide x) { return std::tanh(x); }, step<Tanh>, -3,
      3);
}

TEST_CASE("formulas: the long double formulas agree to 1e-13") {
  check(
      Sigmoid(), [](Value x) { return sigmoid(x); }, sigmoid_of,
      [](Wide x) { return sigmoid_of(x) * sigmoid_of(-x); }, -30, 5);
  check(
      Softplus(), [](Value x) { return softplus(x); },
      [](Wide x) { return std::log1p(std::exp(x)); }, sigmoid_of, -30, 30);
  check(
      Silu(), [](Value x) { return silu(x); }, [](Wide x) { return x * sigmoid_of(x); }, silu_slope,
      -30, -2);
  check(
      Silu(), [](Value x) { return silu(x); }, [](Wide x) { return x * sigmoid_of(x); }, silu_slope,
      -1, 30);
  check(
      Gelu(), [](Value x) { return gelu(x); }, [](Wide x) { return x * distribution(x); },
      gelu_slope, -5, -1);
  check(
      Gelu(), [](Value x) { return gelu(x); }, [](Wide x) { return x * distribution(x); },
      gelu_slope, -0.5, 9);
  check(
      Relu(), [](Value x) { return relu(x); }, [](Wide x) { return x > 0 ? x : 0; },
      [](Wide x) { return Wide(x > 0); }, -3, 3);
  check(
      Relu2(), [](Value x) { return relu2(x); }, [](Wide x) { return x > 0 ? x * x : 0; },
      [](Wide x) { return x > 0 ? 2 * x : 0; }, -3, 3);
  check(
      Abs(), [](Value x) { return abs(x); }, [](Wide x) { return std::fabs(x); },
      [](Wide x) { return Wide(x > 0 ? 1 : -1); }, -3, 3);
}

TEST_CASE("formulas: those without a Value agree to 1e-13 too") {
  check_formula<Rsqrt>([](Wide x) { return 1 / std::sqrt(x); }, step<Rsqrt>, 0.01, 90);
  check_formula<Reciprocal>([](Wide x) { return 1 / x; }, step<Reciprocal>, -9, -0.1);
  check_formula<Square>([](Wide x) { return x * x; }, step<Square>, -9, 9);
  check_formula<GeluTanh>(gelu_tanh_of, gelu_tanh_slope, -2, -1);
  check_formula<GeluTanh>(gelu_tanh_of, gelu_tanh_slope, -0.5, 9);
}

TEST_CASE("formulas: the binary cross-entropy of a logit agrees to 1e-13") {
  for (double x = -30; x < 31; x += 0.7) {
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
      CAPTURE(x);
      CAPTURE(t);
      const auto minus_log_sigmoid = [](Wide z) { return std::log1p(std::exp(-z)); };
      CHECK(close(BinaryCrossEntropy::f(x, t),
                  t * minus_log_sigmoid(x) + (1 - t) * minus_log_sigmoid(-x)));
      CHECK(std::fabs(BinaryCrossEntropy::da(x, t) - (sigmoid_of(x) - t)) <= 3e-16L);
      CHECK(BinaryCrossEntropy::db(x, t) == -x);
    }
  }
}

TEST_CASE("formulas: where sigmoid and tanh are flat, the derivative is right to 3e-16 absolute") {
  for (double x = 5; x < 60; x += 0.37) {
    CAPTURE(x);
    const Wide slope = sigmoid_of(x) * sigmoid_of(-x), cosh = std::cosh(Wide(x));
    CHECK(std::fabs(Sigmoid::df(x, Sigmoid::f(x)) - slope) <= 3e-16L);
    CHECK(std::fabs(Tanh::df(-x, Tanh::f(-x)) - 1 / (cosh * cosh)) <= 3e-16L);
  }
}

TEST_CASE("formulas: pow agrees with the complex step and with long double to 1e-13") {
  for (const double p : {-2.0, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0}) {
    for (double x = 0.05; x < 8; x += 0.3) {
      CAPTURE(p);
      CAPTURE(x);
      CHECK(close(Pow::f(x, p), std::pow(Wide(x), Wide(p))));
      CHECK(
          close(Pow::da(x, p), complex_step([p](Complex z) { return Pow::f(z, Complex(p)); }, x)));
      const holo::Tape::Scope scope;
      const Value at(x), y = pow(at, p);
      y.backward();
      CHECK(close(Pow::db(x, p, y.data()), std::pow(Wide(x), Wide(p)) * std::log(Wide(x))));
      CHECK(y.data() == Pow::f(x, p));
      CHECK(at.grad() == Pow::da(x, p));
    }
  }
}

TEST_CASE("formulas: + - * / max min agree with the known derivatives to 1e-13") {
  for (const double a : {-3.5, -0.1, 0.7, 1.1, 20.0}) {
    for (const double b : {-2.25, -0.3, 0.01, 1.3, 9.0}) {
      CAPTURE(a);
      CAPTURE(b);
      const holo::Tape::Scope scope;
      const Value x(a), y(b);
      const Wide wa = a, wb = b;
      const auto expect = [&](Value z, Wide f, Wide for_x, Wide for_y) {
        holo::Tape::current().zero_grad();
        z.backward();
        CHECK(close(z.data(), f));
        CHECK(close(x.grad(), for_x));
        CHECK(close(y.grad(), for_y));
      };
      expect(x + y, a + b, 1, 1);
      expect(x - y, a - b, 1, -1);
      expect(x * y, wa * wb, wb, wa);
      expect(x / y, wa / wb, 1 / wb, -wa / (wb * wb));
      expect(max(x, y), a > b ? a : b, a > b, b > a);
      expect(min(x, y), a < b ? a : b, a < b, b < a);
    }
  }
}

}  // namespace formula_test
