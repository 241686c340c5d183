// elementwise_edge_test.cpp: zeros, infinities, NaN and numbers at the ends of the range, through
// the tensor ops: values and gradients are those of the table, in every place of a register.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "backend/cpu/vec.h"
#include "element.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace elementwise_edge_test {
namespace {

using namespace holo;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// The same number, or both NaN. A zero of y has the sign of the table.
bool agrees(double got, double want, bool with_sign) {
  if (std::isnan(want)) return std::isnan(got);
  if (want == 0 && with_sign) return got == 0 && std::signbit(got) == std::signbit(want);
  return got == want || std::fabs(got - want) <= 1e-6 * std::fabs(want);
}

double number(const Tensor& x, Index i) { return static_cast<double>(element(x, i)); }

// n times the same number.
Tensor repeated(double value, Index n) {
  return full({n}, static_cast<real>(value)).set_requires_grad();
}

const Index lengths[] = {1, Vec::width, 2 * Vec::width + 1};

struct One {
  const char* name;
  Tensor (*op)(const Tensor&);
  double x, y, dx;
};

struct Two {
  const char* name;
  Tensor (*op)(const Tensor&, const Tensor&);
  double a, b, y, da, db;
};

Tensor clamp_0_6(const Tensor& x) { return clamp(x, 0, 6); }
Tensor pow_0(const Tensor& x) { return pow(x, 0); }
Tensor pow_half(const Tensor& x) { return pow(x, 0.5); }
Tensor pow_2(const Tensor& x) { return pow(x, 2); }
Tensor pow_minus_1(const Tensor& x) { return pow(x, -1); }

const One ones_table[] = {
    {"neg", neg, 0, -0.0, -1},
    {"neg", neg, nan, nan, -1},
    {"exp", exp, -inf, 0, 0},
    {"exp", exp, inf, inf, inf},
    {"exp", exp, 1000, inf, inf},
    {"exp", exp, -1000, 0, 0},
    {"exp", exp, nan, nan, nan},
    {"log", log, 0, -inf, inf},
    {"log", log, -1, nan, -1},
    {"log", log, inf, inf, 0},
    {"log", log, 1, 0, 1},
    {"sqrt", sqrt, 0, 0, inf},
    {"sqrt", sqrt, -1, nan, nan},
    {"sqrt", sqrt, inf, inf, 0},
    {"rsqrt", rsqrt, 0, inf, -inf},
    {"rsqrt", rsqrt, inf, 0, -0.0},
    {"rsqrt", rsqrt, -1, nan, nan},
    {"reciprocal", reciprocal, 0, inf, -inf},
    {"reciprocal", reciprocal, -0.0, -inf, -inf},
    {"reciprocal", reciprocal, -inf, -0.0, -0.0},
    {"square", square, -inf, inf, -inf},
    {"square", square, nan, nan, nan},
    {"abs", abs, 0, 0, 0},
    {"abs", abs, -0.0, 0, 0},
    {"abs", abs, -inf, inf, -1},
    {"abs", abs, nan, nan, nan},
    {"tanh", tanh, 1e4, 1, 0},
    {"tanh", tanh, -1e4, -1, 0},
    {"tanh", tanh, inf, 1, 0},
    {"tanh", tanh, -0.0, -0.0, 1},
    {"tanh", tanh, nan, nan, nan},
    {"sigmoid", sigmoid, 1e4, 1, 0},
    {"sigmoid", sigmoid, -1e4, 0, 0},
    {"sigmoid", sigmoid, inf, 1, 0},
    {"sigmoid", sigmoid, -inf, 0, 0},
    {"sigmoid", sigmoid, nan, nan, nan},
    {"relu", relu, 0, 0, 0},
    {"relu", relu, -0.0, -0.0, 0},
    {"relu", relu, nan, nan, 0},
    {"relu", relu, inf, inf, 1},
    {"relu", relu, -inf, 0, 0},
    {"relu2", relu2, 0, 0, 0},
    {"relu2", relu2, -inf, 0, 0},
    {"relu2", relu2, inf, inf, inf},
    {"relu2", relu2, nan, nan, nan},
    {"gelu", gelu, 1e4, 1e4, 1},
    {"gelu", gelu, -1e4, -0.0, 0},
    {"gelu", gelu, -inf, -0.0, 0},
    {"gelu", gelu, inf, inf, 1},
    {"gelu", gelu, nan, nan, nan},
    {"gelu_tanh", gelu_tanh, 1e4, 1e4, 1},
    {"gelu_tanh", gelu_tanh, -1e4, -0.0, 0},
    {"gelu_tanh", gelu_tanh, 1e30, 1e30, 1},
    {"gelu_tanh", gelu_tanh, -1e30, -0.0, 0},
    {"gelu_tanh", gelu_tanh, -inf, -0.0, 0},
    {"gelu_tanh", gelu_tanh, inf, inf, 1},
    {"gelu_tanh", gelu_tanh, nan, nan, nan},
    {"silu", silu, 1e4, 1e4, 1},
    {"silu", silu, -1e4, -0.0, 0},
    {"silu", silu, -inf, -0.0, 0},
    {"silu", silu, inf, inf, 1},
    {"silu", silu, nan, nan, nan},
    {"clamp(0, 6)", clamp_0_6, 0, 0, 1},
    {"clamp(0, 6)", clamp_0_6, 6, 6, 1},
    {"clamp(0, 6)", clamp_0_6, nan, nan, 0},
    {"clamp(0, 6)", clamp_0_6, inf, 6, 0},
    {"clamp(0, 6)", clamp_0_6, -inf, 0, 0},
    {"pow 0", pow_0, 0, 1, 0},
    {"pow 0", pow_0, nan, 1, 0},
    {"pow 0", pow_0, -inf, 1, 0},
    {"pow 0.5", pow_half, 0, 0, inf},
    {"pow 0.5", pow_half, -1, nan, nan},
    {"pow 2", pow_2, -0.0, 0, 0},
    {"pow 2", pow_2, -inf, inf, -inf},
    {"pow 2", pow_2, nan, nan, nan},
    {"pow -1", pow_minus_1, 0, inf, -inf},
    {"pow -1", pow_minus_1, -0.0, -inf, -inf},
};

const Two twos_table[] = {
    {"add", add, inf, -inf, nan, 1, 1},
    {"add", add, -0.0, -0.0, -0.0, 1, 1},
    {"sub", sub, inf, inf, nan, 1, -1},
    {"mul", mul, inf, 0, nan, 0, inf},
    {"mul", mul, -0.0, 3, -0.0, 3, 0},
    {"mul", mul, nan, 2, nan, 2, nan},
    {"div", div, 1, 0, inf, inf, -inf},
    {"div", div, -1, 0, -inf, inf, inf},
    {"div", div, 0, 0, nan, inf, nan},
    {"div", div, 1, inf, 0, 0, 0},
    {"pow", pow, 0, 0, 1, 0, 0},
    {"pow", pow, 0, 1, 0, 1, 0},
    {"pow", pow, 0, 2, 0, 0, 0},
    {"pow", pow, 0, -1, inf, -inf, -inf},
    {"pow", pow, -1, 0.5, nan, nan, nan},
    {"pow", pow, -1, 2, 1, -2, nan},
    {"pow", pow, inf, 0, 1, 0, inf},
    {"pow", pow, nan, 0, 1, 0, nan},
    {"pow", pow, 1, nan, 1, nan, 0},
    {"pow", pow, 1, inf, 1, inf, 0},
    {"maximum", maximum, 2, 2, 2, 0.5, 0.5},
    {"maximum", maximum, nan, 2, nan, 1, 0},
    {"maximum", maximum, 2, nan, nan, 0, 1},
    {"maximum", maximum, -inf, inf, inf, 0, 1},
    {"minimum", minimum, 2, 2, 2, 0.5, 0.5},
    {"minimum", minimum, nan, 2, nan, 1, 0},
    {"minimum", minimum, 2, nan, nan, 0, 1},
    {"minimum", minimum, -inf, inf, -inf, 1, 0},
};

}  // namespace

TEST_CASE("edge values of functions of one input") {
  for (const One& one : ones_table) {
    for (const Index n : lengths) {
      const Tensor x = repeated(one.x, n), y = one.op(x);
      y.backward(ones({n}));
      Index wrong = 0;
      for (Index i = 0; i < n; ++i) {
        wrong += !agrees(number(y, i), one.y, true) || !agrees(number(x.grad(), i), one.dx, false);
      }
      CAPTURE(std::string(one.name));
      CAPTURE(one.x);
      CAPTURE(n);
      CAPTURE(number(y, n - 1));
      CAPTURE(number(x.grad(), n - 1));
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("edge values of functions of two inputs") {
  for (const Two& two : twos_table) {
    for (const Index n : lengths) {
      const Tensor a = repeated(two.a, n), b = repeated(two.b, n), y = two.op(a, b);
      y.backward(ones({n}));
      Index wrong = 0;
      for (Index i = 0; i < n; ++i) {
        wrong += !agrees(number(y, i), two.y, true) || !agrees(number(a.grad(), i), two.da, false);
        wrong += !agrees(number(b.grad(), i), two.db, false);
      }
      CAPTURE(std::string(two.name));
      CAPTURE(two.a);
      CAPTURE(two.b);
      CAPTURE(n);
      CAPTURE(number(y, n - 1));
      CAPTURE(number(a.grad(), n - 1));
      CAPTURE(number(b.grad(), n - 1));
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("numbers below the normal ones are not flushed to 0") {
  const real tiny = std::numeric_limits<real>::denorm_min();
  const Tensor x = repeated(static_cast<double>(tiny), Vec::width + 1);
  for (const Tensor& y : {x + x, x * 1.0, -(-x), relu(x), maximum(x, zeros({1})), abs(x)}) {
    CHECK(element(y, 0) >= tiny);
    CHECK(element(y, Vec::width) >= tiny);
  }
  const double below = std::log(static_cast<double>(std::numeric_limits<real>::min())) - 2;
  CHECK(exp(tensor(below)).item() > 0);
  CHECK(exp(tensor(below)).item() < std::numeric_limits<real>::min());
}

TEST_CASE("a mask of 0 does not hide an infinity, and where hides it only on the way there") {
  const Tensor x = tensor(inf).set_requires_grad();
  const Tensor masked = x * tensor(0);
  CHECK(std::isnan(masked.item()));
  masked.backward();
  CHECK(x.grad().item() == 0);
  // sqrt'(0) is infinite, and 0 times that is NaN: the input of the root must be chosen too.
  const Tensor z = tensor(0).set_requires_grad();
  const Tensor chosen = where(tensor(0), sqrt(z), tensor(0));
  CHECK(chosen.item() == 0);
  chosen.backward();
  CHECK(std::isnan(z.grad().item()));
}

}  // namespace elementwise_edge_test
