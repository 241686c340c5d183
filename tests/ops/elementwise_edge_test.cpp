// elementwise_edge_test.cpp: zeros, infinities, NaN and numbers at the ends of the range, through
// the tensor ops: values and gradients are those of the table, in every place of a register. Where
// PyTorch has an answer it is ours, but: gelu and silu of -infinity are 0 with gradient 0, their
// limits. Rows of numbers: tensor_edge_values_test.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "backend/cpu/vec.h"
#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace elementwise_edge_test {
namespace {

using namespace holo;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr bool in_double = sizeof(real) == 8;
constexpr double tiny = static_cast<double>(std::numeric_limits<real>::denorm_min());
constexpr double huge = in_double ? 1e200 : 1e30;  // its square is infinite
// The last x of which e^x is finite, the first of which it is infinite, and one of which it is 0.
constexpr double last = in_double ? 709 : 88, over = in_double ? 710 : 89;
constexpr double under = in_double ? -746 : -104;

// The same number but for a few roundings, or both NaN. A zero of y has the sign of the table.
bool agrees(double got, double want, bool with_sign) {
  if (std::isnan(want)) return std::isnan(got);
  if (want == 0 && with_sign) return got == 0 && std::signbit(got) == std::signbit(want);
  if (want == 0 || std::isinf(want)) return got == want;
  constexpr double epsilon = static_cast<double>(std::numeric_limits<real>::epsilon());
  return std::fabs(got - want) <= 8 * epsilon * std::fabs(want);
}

double number(const Tensor& x, Index i) { return static_cast<double>(element(x, i)); }

// n times the same number.
Tensor repeated(double value, Index n) {
  return full({n}, static_cast<real>(value)).set_requires_grad();
}

const Index lengths[] = {1, 3, Vec::width, 2 * Vec::width + 1, 37};

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
Tensor pow_1(const Tensor& x) { return pow(x, 1); }
Tensor pow_3(const Tensor& x) { return pow(x, 3); }
Tensor pow_minus_1(const Tensor& x) { return pow(x, -1); }
Tensor times_0(const Tensor& x) { return x * 0; }
Tensor over_0(const Tensor& x) { return x / 0; }
Tensor one_over(const Tensor& x) { return 1 / x; }
Tensor filled(const Tensor& x) { return masked_fill(x, ones({}), -inf); }
Tensor dropped(const Tensor& x) { return dropout(x, 0.5, zeros(x.shape())); }
// Their inputs at a root or a logarithm of 0 get an infinite gradient, and send on what they chose.
Tensor sqrt_relu(const Tensor& x) { return sqrt(relu(x)); }
Tensor sqrt_relu2(const Tensor& x) { return sqrt(relu2(x)); }
Tensor log_clamp(const Tensor& x) { return log(clamp(x, 0, 6)); }
Tensor sqrt_maximum(const Tensor& a, const Tensor& b) { return sqrt(maximum(a, b)); }
Tensor sqrt_minimum(const Tensor& a, const Tensor& b) { return sqrt(minimum(a, b)); }
// Both branches are computed: 0 times an infinite derivative is NaN. The input of the root must be
// chosen too.
Tensor not_sqrt(const Tensor& x) { return where(zeros({}), sqrt(x), zeros({})); }
Tensor not_log(const Tensor& x) { return where(zeros({}), log(x), zeros({})); }

// It does not broadcast.
Tensor binary_cross_entropy(const Tensor& x, const Tensor& t) {
  const Shape& shape = x.ndim() == 0 ? t.shape() : x.shape();
  return binary_cross_entropy_with_logits(broadcast_to(x, shape), broadcast_to(t, shape),
                                          Reduction::none);
}

const One ones_table[] = {
    {"neg", neg, 0, -0.0, -1},
    {"neg", neg, -0.0, 0, -1},
    {"neg", neg, -inf, inf, -1},
    {"neg", neg, nan, nan, -1},
    {"exp", exp, -inf, 0, 0},
    {"exp", exp, inf, inf, inf},
    {"exp", exp, 0, 1, 1},
    {"exp", exp, last, std::exp(last), std::exp(last)},
    {"exp", exp, over, inf, inf},
    {"exp", exp, under, 0, 0},
    {"exp", exp, 1000, inf, inf},
    {"exp", exp, -1000, 0, 0},
    {"exp", exp, nan, nan, nan},
    {"log", log, 0, -inf, inf},
    {"log", log, -1, nan, -1},
    {"log", log, inf, inf, 0},
    {"log", log, 1, 0, 1},
    {"log", log, nan, nan, nan},
    {"log", log, tiny, std::log(tiny), inf},
    {"sqrt", sqrt, 0, 0, inf},
    {"sqrt", sqrt, -1, nan, nan},
    {"sqrt", sqrt, inf, inf, 0},
    {"sqrt", sqrt, nan, nan, nan},
    {"rsqrt", rsqrt, 0, inf, -inf},
    {"rsqrt", rsqrt, inf, 0, -0.0},
    {"rsqrt", rsqrt, -1, nan, nan},
    {"rsqrt", rsqrt, nan, nan, nan},
    {"reciprocal", reciprocal, 0, inf, -inf},
    {"reciprocal", reciprocal, -0.0, -inf, -inf},
    {"reciprocal", reciprocal, -inf, -0.0, -0.0},
    {"reciprocal", reciprocal, inf, 0, 0},
    {"reciprocal", reciprocal, nan, nan, nan},
    {"square", square, -inf, inf, -inf},
    {"square", square, nan, nan, nan},
    {"square", square, huge, inf, 2 * huge},
    {"abs", abs, 0, 0, 0},
    {"abs", abs, -0.0, 0, 0},
    {"abs", abs, -inf, inf, -1},
    {"abs", abs, nan, nan, nan},
    {"abs", abs, inf, inf, 1},
    {"abs", abs, tiny, tiny, 1},
    {"abs", abs, -tiny, tiny, -1},
    {"sin", sin, 0, 0, 1},
    {"sin", sin, -0.0, -0.0, 1},
    {"sin", sin, 1e4, -0.30561438888825215, -0.9521553682590148},
    {"sin", sin, inf, nan, nan},
    {"sin", sin, -inf, nan, nan},
    {"sin", sin, nan, nan, nan},
    {"cos", cos, -0.0, 1, 0},
    {"cos", cos, 1e4, -0.9521553682590148, 0.30561438888825215},
    {"cos", cos, inf, nan, nan},
    {"cos", cos, -inf, nan, nan},
    {"cos", cos, nan, nan, nan},
    {"tanh", tanh, 1e4, 1, 0},
    {"tanh", tanh, -1e4, -1, 0},
    {"tanh", tanh, inf, 1, 0},
    {"tanh", tanh, -inf, -1, 0},
    {"tanh", tanh, 0, 0, 1},
    {"tanh", tanh, -0.0, -0.0, 1},
    {"tanh", tanh, nan, nan, nan},
    {"sigmoid", sigmoid, 1e4, 1, 0},
    {"sigmoid", sigmoid, -1e4, 0, 0},
    {"sigmoid", sigmoid, inf, 1, 0},
    {"sigmoid", sigmoid, -inf, 0, 0},
    {"sigmoid", sigmoid, 0, 0.5, 0.25},
    {"sigmoid", sigmoid, nan, nan, nan},
    {"softplus", softplus, 1e4, 1e4, 1},
    {"softplus", softplus, -1e4, 0, 0},
    {"softplus", softplus, -20, 2.061153620314381e-09, 2.0611536181902037e-09},
    {"softplus", softplus, inf, inf, 1},
    {"softplus", softplus, -inf, 0, 0},
    {"softplus", softplus, nan, nan, nan},
    {"relu", relu, 0, 0, 0},
    {"relu", relu, -0.0, -0.0, 0},
    {"relu", relu, nan, nan, 0},
    {"relu", relu, inf, inf, 1},
    {"relu", relu, -inf, 0, 0},
    {"relu", relu, tiny, tiny, 1},
    {"relu", relu, -tiny, 0, 0},
    {"relu2", relu2, 0, 0, 0},
    {"relu2", relu2, -inf, 0, 0},
    {"relu2", relu2, inf, inf, inf},
    {"relu2", relu2, nan, nan, nan},
    {"relu2", relu2, huge, inf, 2 * huge},
    {"relu2", relu2, -huge, 0, 0},
    {"gelu", gelu, 1e4, 1e4, 1},
    {"gelu", gelu, -1e4, -0.0, 0},
    {"gelu", gelu, -inf, -0.0, 0},
    {"gelu", gelu, inf, inf, 1},
    {"gelu", gelu, nan, nan, nan},
    {"gelu", gelu, huge, huge, 1},
    {"gelu", gelu, -huge, -0.0, 0},
    {"gelu", gelu, 0, 0, 0.5},
    {"gelu_tanh", gelu_tanh, 1e4, 1e4, 1},
    {"gelu_tanh", gelu_tanh, -1e4, -0.0, 0},
    {"gelu_tanh", gelu_tanh, 1e30, 1e30, 1},
    {"gelu_tanh", gelu_tanh, -1e30, -0.0, 0},
    {"gelu_tanh", gelu_tanh, -inf, -0.0, 0},
    {"gelu_tanh", gelu_tanh, inf, inf, 1},
    {"gelu_tanh", gelu_tanh, nan, nan, nan},
    {"gelu_tanh", gelu_tanh, huge, huge, 1},
    {"gelu_tanh", gelu_tanh, -huge, -0.0, 0},
    {"gelu_tanh", gelu_tanh, 0, 0, 0.5},
    {"silu", silu, 1e4, 1e4, 1},
    {"silu", silu, -1e4, -0.0, 0},
    {"silu", silu, -inf, -0.0, 0},
    {"silu", silu, inf, inf, 1},
    {"silu", silu, nan, nan, nan},
    {"silu", silu, 0, 0, 0.5},
    {"clamp(0, 6)", clamp_0_6, 0, 0, 1},
    {"clamp(0, 6)", clamp_0_6, 6, 6, 1},
    {"clamp(0, 6)", clamp_0_6, nan, nan, 0},
    {"clamp(0, 6)", clamp_0_6, inf, 6, 0},
    {"clamp(0, 6)", clamp_0_6, -inf, 0, 0},
    {"pow 0", pow_0, 0, 1, 0},
    {"pow 0", pow_0, nan, 1, 0},
    {"pow 0", pow_0, inf, 1, 0},
    {"pow 0", pow_0, -inf, 1, 0},
    {"pow 1", pow_1, 0, 0, 1},
    {"pow 0.5", pow_half, 0, 0, inf},
    {"pow 0.5", pow_half, -1, nan, nan},
    {"pow 2", pow_2, 0, 0, 0},
    {"pow 2", pow_2, -1, 1, -2},
    {"pow 2", pow_2, -0.0, 0, 0},
    {"pow 2", pow_2, -inf, inf, -inf},
    {"pow 2", pow_2, nan, nan, nan},
    {"pow -1", pow_minus_1, 0, inf, -inf},
    {"pow 3", pow_3, -2, -8, 12},
    {"pow -1", pow_minus_1, -0.0, -inf, -inf},
    {"x * 0", times_0, inf, nan, 0},
    {"x / 0", over_0, 0, nan, inf},
    {"1 / x", one_over, 0, inf, -inf},
    {"masked_fill", filled, nan, -inf, 0},
    {"dropout", dropped, 3, 0, 0},
    {"where(0, sqrt(x), 0)", not_sqrt, 0, 0, nan},
    {"where(0, log(x), 0)", not_log, 0, 0, nan},
    {"dropout by a mask", dropped, inf, 0, 0},
    {"dropout by a mask", dropped, nan, 0, 0},
    {"sqrt of relu", sqrt_relu, -1, 0, 0},
    {"sqrt of relu2", sqrt_relu2, -1, 0, 0},
    {"log of clamp", log_clamp, -1, -inf, 0},
};

const Two twos_table[] = {
    {"add", add, inf, -inf, nan, 1, 1},
    {"add", add, -0.0, -0.0, -0.0, 1, 1},
    {"add", add, tiny, tiny, 2 * tiny, 1, 1},
    {"sub", sub, inf, inf, nan, 1, -1},
    {"mul", mul, inf, 0, nan, 0, inf},
    {"mul", mul, -0.0, 3, -0.0, 3, 0},
    {"mul", mul, nan, 2, nan, 2, nan},
    {"mul", mul, tiny, 1, tiny, 1, tiny},
    {"mul", mul, huge, huge, inf, huge, huge},
    {"div", div, 1, 0, inf, inf, -inf},
    {"div", div, -1, 0, -inf, inf, inf},
    {"div", div, 0, 0, nan, inf, nan},
    {"div", div, 1, inf, 0, 0, 0},
    {"div", div, inf, inf, nan, 0, nan},
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
    {"maximum", maximum, inf, inf, inf, 0.5, 0.5},
    {"minimum", minimum, 2, 2, 2, 0.5, 0.5},
    {"minimum", minimum, nan, 2, nan, 1, 0},
    {"minimum", minimum, 2, nan, nan, 0, 1},
    {"minimum", minimum, -inf, inf, -inf, 1, 0},
    {"binary_cross_entropy", binary_cross_entropy, 0, 0.5, 0.6931471805599453, 0, 0},
    {"binary_cross_entropy", binary_cross_entropy, 2, 0.25, 1.6269280110429725, 0.6307970779778823,
     -2},
    {"binary_cross_entropy", binary_cross_entropy, -20, 0, 2.061153620314381e-09,
     2.0611536181902037e-09, 20},
    {"binary_cross_entropy", binary_cross_entropy, 1e4, 0, 1e4, 1, -1e4},
    {"binary_cross_entropy", binary_cross_entropy, 1e4, 1, 0, 0, -1e4},
    {"binary_cross_entropy", binary_cross_entropy, -1e4, 0, 0, 0, 1e4},
    {"binary_cross_entropy", binary_cross_entropy, -1e4, 1, 1e4, -1, 1e4},
    {"binary_cross_entropy", binary_cross_entropy, inf, 0, inf, 1, -inf},
    {"binary_cross_entropy", binary_cross_entropy, inf, 1, 0, 0, -inf},
    {"binary_cross_entropy", binary_cross_entropy, -inf, 0, 0, 0, inf},
    {"binary_cross_entropy", binary_cross_entropy, -inf, 1, inf, -1, inf},
    {"binary_cross_entropy", binary_cross_entropy, nan, 1, nan, nan, nan},
    {"binary_cross_entropy", binary_cross_entropy, 1, nan, nan, nan, -1},
    {"sqrt of maximum", sqrt_maximum, -1, 0, 0, 0, inf},
    {"sqrt of minimum", sqrt_minimum, 0, 1, 0, inf, 0},
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
      const Tensor one_a = two.op(tensor(two.a), b), one_b = two.op(a, tensor(two.b));
      Index wrong = 0;
      for (Index i = 0; i < n; ++i) {
        wrong += !agrees(number(y, i), two.y, true) || !agrees(number(a.grad(), i), two.da, false);
        wrong += !agrees(number(b.grad(), i), two.db, false);
        wrong += !agrees(number(one_a, i), two.y, true) || !agrees(number(one_b, i), two.y, true);
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
  const Tensor x = repeated(tiny, Vec::width + 1);
  for (const Tensor& y : {x + x, x * 1.0, -(-x), relu(x), maximum(x, zeros({1})), abs(x)}) {
    CHECK(element(y, 0) >= tiny);
    CHECK(element(y, Vec::width) >= tiny);
  }
  const double below = std::log(static_cast<double>(std::numeric_limits<real>::min())) - 2;
  CHECK(exp(tensor(below)).item() > 0);
  CHECK(exp(tensor(below)).item() < std::numeric_limits<real>::min());
}

}  // namespace elementwise_edge_test
