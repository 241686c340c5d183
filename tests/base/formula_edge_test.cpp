// formula_edge_test.cpp: one table of zeros, infinities, NaN and huge numbers for the formulas of
// math.h, held against each kind of number that they serve: double (the scalar engine), float
// (CUDA) and Vec (the CPU kernels). In between, float and Vec must agree with double.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace formula_edge_test {
namespace {

using holo::real, holo::Vec;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The value and the derivatives at x, and at (a, b).
struct Row {
  double x, y, dy;
};
struct Pair {
  double a, b, y, da, db;
};

double number(double x) { return x; }
double number(float x) { return x; }
double number(Vec x) {
  const double first = x.lanes[0];
  for (int i = 1; i < Vec::width; ++i) {
    const double other = x.lanes[i];
    if (!(first == other || (first != first && other != other))) FAIL("the lanes differ");
  }
  return first;
}

bool close(double ours, double expected, double accuracy) {
  if (std::isnan(expected)) return std::isnan(ours);
  return ours == expected || std::fabs(ours - expected) <= accuracy * std::fabs(expected);
}

bool same_sign(double a, double b) { return std::signbit(a) == std::signbit(b); }

template <class F, class T>
T db(T a, T b) {
  if constexpr (requires { F::db(a, b, a); }) {
    return F::db(a, b, F::f(a, b));
  } else {
    return F::db(a, b);
  }
}

template <class F, class T, class Number>
void check_as(const std::vector<Row>& rows) {
  constexpr double accuracy = 16 * std::numeric_limits<Number>::epsilon();
  for (const Row& row : rows) {
    CAPTURE(row.x);
    const T x = static_cast<Number>(row.x), y = F::f(x);
    CHECK_MESSAGE(close(number(y), row.y, accuracy), number(y), " is not ", row.y);
    if (row.y == 0) CHECK(same_sign(number(y), row.y));
    const double dy = number(F::df(x, y));
    CHECK_MESSAGE(close(dy, row.dy, accuracy), "derivative ", dy, " is not ", row.dy);
  }
}

template <class F, class T, class Number>
void check_as(const std::vector<Pair>& rows) {
  constexpr double accuracy = 16 * std::numeric_limits<Number>::epsilon();
  for (const Pair& row : rows) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    const T a = static_cast<Number>(row.a), b = static_cast<Number>(row.b);
    const double y = number(F::f(a, b)), for_a = number(F::da(a, b)), for_b = number(db<F>(a, b));
    CHECK_MESSAGE(close(y, row.y, accuracy), y, " is not ", row.y);
    CHECK_MESSAGE(close(for_a, row.da, accuracy), "d/da ", for_a, " is not ", row.da);
    CHECK_MESSAGE(close(for_b, row.db, accuracy), "d/db ", for_b, " is not ", row.db);
  }
}

template <class F, class R>
void check(const std::string& name, const std::vector<R>& rows) {
  CAPTURE(name);
  check_as<F, double, double>(rows);
  check_as<F, float, float>(rows);
  check_as<F, Vec, real>(rows);
}

// clamp with bounds, so that it looks like the others
struct Clamp06 {
  template <class T>
  static T f(T x) {
    return holo::math::Clamp::f(x, T(0), T(6));
  }
  template <class T>
  static T df(T x, T y) {
    return holo::math::Clamp::df(x, y, T(0), T(6));
  }
};

// float and Vec against double, over numbers from first to last.
template <class F>
void check_agreement(const std::string& name, double first, double last) {
  CAPTURE(name);
  constexpr int n = 2000;
  const auto agrees = [](double ours, double reference, double epsilon) {
    return std::fabs(ours - reference) <= 10 * epsilon * std::fmax(1, std::fabs(reference));
  };
  for (int i = 0; i <= n; ++i) {
    const float x = static_cast<float>(first + (last - first) * i / n);
    CAPTURE(x);
    const double wide = x, y = F::f(wide), dy = F::df(wide, y);
    const Vec lanes = static_cast<real>(x);
    constexpr double of_float = std::numeric_limits<float>::epsilon();
    constexpr double of_real = std::numeric_limits<real>::epsilon();
    const bool all = agrees(F::f(x), y, of_float) && agrees(F::df(x, F::f(x)), dy, of_float) &&
                     agrees(number(F::f(lanes)), y, of_real) &&
                     agrees(number(F::df(lanes, F::f(lanes))), dy, of_real);
    if (!all) CHECK(all);
  }
}

}  // namespace

using namespace holo::math;

// clang-format off

TEST_CASE("formula edges: functions of one argument, in double, float and Vec") {
  const double nan = not_a_number;
  check<Neg, Row>("neg", {{0, -0.0, -1}, {inf, -inf, -1}, {nan, nan, -1}});
  check<Exp, Row>("exp", {{0, 1, 1}, {inf, inf, inf}, {-inf, 0, 0}, {nan, nan, nan},
                          {1e4, inf, inf}, {-1e4, 0, 0}, {1e30, inf, inf}});
  check<Log, Row>("log", {{0, -inf, inf}, {-1, nan, -1}, {inf, inf, 0}, {nan, nan, nan}, {1, 0, 1}});
  check<Sqrt, Row>("sqrt", {{0, 0, inf}, {-0.0, -0.0, -inf}, {-1, nan, nan}, {inf, inf, 0}, {nan, nan, nan}});
  check<Rsqrt, Row>("rsqrt", {{0, inf, -inf}, {-1, nan, nan}, {inf, 0, 0}, {nan, nan, nan}, {4, 0.5, -0.0625}});
  check<Reciprocal, Row>("reciprocal", {{0, inf, -inf}, {-0.0, -inf, -inf}, {inf, 0, 0}, {-inf, -0.0, 0},
                                        {nan, nan, nan}, {-2, -0.5, -0.25}});
  check<Square, Row>("square", {{0, 0, 0}, {-0.0, 0, 0}, {-inf, inf, -inf}, {nan, nan, nan}, {-3, 9, -6}});
  check<Abs, Row>("abs", {{0, 0, 0}, {-0.0, 0, 0}, {-inf, inf, -1}, {inf, inf, 1}, {nan, nan, nan}});
  check<Sin, Row>("sin", {{0, 0, 1}, {-0.0, -0.0, 1}, {inf, nan, nan}, {-inf, nan, nan}, {nan, nan, nan},
                          {1e4, std::sin(1e4), std::cos(1e4)}, {0x1p40, std::sin(0x1p40), std::cos(0x1p40)}});
  check<Cos, Row>("cos", {{0, 1, 0}, {-0.0, 1, 0}, {inf, nan, nan}, {-inf, nan, nan}, {nan, nan, nan},
                          {1e4, std::cos(1e4), -std::sin(1e4)}, {-0x1p40, std::cos(0x1p40), std::sin(0x1p40)}});
  check<Softplus, Row>("softplus", {{0, std::log(2.0), 0.5}, {1e4, 1e4, 1}, {-1e4, 0, 0}, {1e30, 1e30, 1}, {-1e30, 0, 0},
                                    {inf, inf, 1}, {-inf, 0, 0}, {nan, nan, nan}, {-80, std::exp(-80.0), std::exp(-80.0)}});
  check<Tanh, Row>("tanh", {{0, 0, 1}, {-0.0, -0.0, 1}, {1e4, 1, 0}, {-1e4, -1, 0}, {inf, 1, 0},
                            {-inf, -1, 0}, {nan, nan, nan}, {1e30, 1, 0}});
  check<Sigmoid, Row>("sigmoid", {{0, 0.5, 0.25}, {1e4, 1, 0}, {-1e4, 0, 0}, {inf, 1, 0}, {-inf, 0, 0},
                                  {nan, nan, nan}, {-80, std::exp(-80.0), std::exp(-80.0)}});
  check<Relu, Row>("relu", {{0, 0, 0}, {-0.0, -0.0, 0}, {inf, inf, 1}, {-inf, 0, 0}, {nan, nan, 0}});
  check<Relu2, Row>("relu2", {{0, 0, 0}, {inf, inf, inf}, {-inf, 0, 0}, {nan, nan, nan}, {-1e30, 0, 0}});
  check<Gelu, Row>("gelu", {{0, 0, 0.5}, {1e4, 1e4, 1}, {-1e4, -0.0, 0}, {1e30, 1e30, 1}, {-1e30, -0.0, 0},
                            {inf, inf, 1}, {-inf, -0.0, 0}, {nan, nan, nan}});
  check<GeluTanh, Row>("gelu_tanh", {{0, 0, 0.5}, {1e4, 1e4, 1}, {-1e4, -0.0, 0}, {1e30, 1e30, 1}, {-1e30, -0.0, 0},
                                     {32, 32, 1}, {-32, -0.0, 0}, {inf, inf, 1}, {-inf, -0.0, 0}, {nan, nan, nan}});
  check<Silu, Row>("silu", {{0, 0, 0.5}, {1e4, 1e4, 1}, {-1e4, -0.0, 0}, {1e30, 1e30, 1}, {-1e30, -0.0, 0},
                            {inf, inf, 1}, {-inf, -0.0, 0}, {nan, nan, nan}});
  check<Clamp06, Row>("clamp 0 6", {{0, 0, 1}, {6, 6, 1}, {-1, 0, 0}, {7, 6, 0}, {3, 3, 1}, {inf, 6, 0},
                                    {-inf, 0, 0}, {nan, nan, 0}});
}

TEST_CASE("formula edges: functions of two arguments, in double, float and Vec") {
  const double nan = not_a_number;
  check<Add, Pair>("add", {{1, 2, 3, 1, 1}, {inf, -inf, nan, 1, 1}, {nan, 1, nan, 1, 1}});
  check<Sub, Pair>("sub", {{1, 2, -1, 1, -1}, {inf, inf, nan, 1, -1}});
  check<Mul, Pair>("mul", {{3, 2, 6, 2, 3}, {inf, 0, nan, 0, inf}, {nan, 0, nan, 0, nan}});
  check<Div, Pair>("div", {{1, 0, inf, inf, -inf}, {-1, 0, -inf, inf, inf}, {0, 0, nan, inf, nan},
                           {1, -0.0, -inf, -inf, -inf}, {1, inf, 0, 0, 0}, {inf, inf, nan, 0, nan}, {6, -2, -3, -0.5, -1.5}});
  check<Pow, Pair>("pow", {{0, 0, 1, 0, 0}, {0, 1, 0, 1, 0}, {0, 2, 0, 0, 0}, {0, -1, inf, -inf, -inf},
                           {-1, 0.5, nan, nan, nan}, {-1, 2, 1, -2, nan}, {-7, 0, 1, 0, nan}, {0, 0.5, 0, inf, 0},
                           {inf, 0, 1, 0, inf}, {nan, 0, 1, 0, nan}, {1, nan, 1, nan, 0}, {1, inf, 1, inf, 0},
                           {3, 2, 9, 6, 9 * std::log(3.0)}, {2, -1, 0.5, -0.25, 0.5 * std::log(2.0)}});
  check<Max, Pair>("max", {{3, 3, 3, 0.5, 0.5}, {3, 2, 3, 1, 0}, {2, 3, 3, 0, 1}, {nan, 3, nan, 1, 0}, {3, nan, nan, 0, 1},
                           {inf, 3, inf, 1, 0}, {-inf, 3, 3, 0, 1}, {inf, inf, inf, 0.5, 0.5}, {0, -0.0, 0, 0.5, 0.5}});
  check<Min, Pair>("min", {{3, 3, 3, 0.5, 0.5}, {3, 2, 2, 0, 1}, {2, 3, 2, 1, 0}, {nan, 3, nan, 1, 0}, {3, nan, nan, 0, 1},
                           {inf, 3, 3, 0, 1}, {-inf, 3, -inf, 1, 0}});
  check<BinaryCrossEntropy, Pair>("binary cross-entropy", {
      {0, 0.5, std::log(2.0), 0, 0}, {1e4, 0, 1e4, 1, -1e4}, {1e4, 1, 0, 0, -1e4}, {-1e4, 0, 0, 0, 1e4}, {-1e4, 1, 1e4, -1, 1e4},
      {inf, 0, inf, 1, -inf}, {inf, 1, 0, 0, -inf}, {-inf, 0, 0, 0, inf}, {-inf, 1, inf, -1, inf},
      {-40, 0, std::exp(-40.0), std::exp(-40.0), 40}, {nan, 1, nan, nan, nan}, {1, nan, nan, nan, -1}});
}

// clang-format on

TEST_CASE("formula edges: silu(-89), where e^-89 is below the normal numbers of float") {
  const double y = -89 * std::exp(-89.0);
  CHECK(Silu::f(-89.0F) == doctest::Approx(y).scale(0).epsilon(1e-5));
  CHECK(number(Silu::f(Vec(-89))) == doctest::Approx(y).scale(0).epsilon(1e-5));
}

TEST_CASE("formula edges: pow with exponent 2 and 0.5 is exact where numbers are") {
  for (int i = 1; i < 1000; ++i) {
    const real x = static_cast<real>(i);
    CHECK(Pow::f(Vec(x), Vec(2)).lanes[0] == x * x);
    CHECK(Pow::f(Vec(x * x), Vec(0.5)).lanes[0] == x);
    CHECK(Pow::da(Vec(x), Vec(2)).lanes[0] == 2 * x);
  }
}

TEST_CASE("formula edges: between the edges float and Vec agree with double") {
  check_agreement<Exp>("exp", -20, 5);
  check_agreement<Log>("log", 0.01, 9);
  check_agreement<Sqrt>("sqrt", 0.01, 9);
  check_agreement<Rsqrt>("rsqrt", 0.1, 9);
  check_agreement<Reciprocal>("reciprocal", 0.1, 9);
  check_agreement<Square>("square", -9, 9);
  check_agreement<Abs>("abs", -9, 9);
  check_agreement<Sin>("sin", -3500, 3500);
  check_agreement<Cos>("cos", -3500, 3500);
  check_agreement<Softplus>("softplus", -40, 40);
  check_agreement<Tanh>("tanh", -9, 9);
  check_agreement<Sigmoid>("sigmoid", -40, 40);
  check_agreement<Relu>("relu", -9, 9);
  check_agreement<Relu2>("relu2", -9, 9);
  check_agreement<Gelu>("gelu", -15, 15);
  check_agreement<GeluTanh>("gelu_tanh", -15, 15);
  check_agreement<Silu>("silu", -40, 40);
  check_agreement<Clamp06>("clamp", -9, 9);
}

}  // namespace formula_edge_test
