// tensor_edge_values_test.cpp: zeros, infinities, NaNs, ties, nothing at all and numbers near the
// ends of the range: what the ops of tensors give there, and their gradients. Where PyTorch has an
// answer it is ours, but: gelu and silu of -infinity are 0 with gradient 0, their limits.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"

namespace tensor_edge_values_test {

using namespace holo;

namespace {

constexpr bool in_double = sizeof(real) == 8;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = static_cast<double>(std::numeric_limits<real>::denorm_min());
constexpr double huge = in_double ? 1e200 : 1e30;  // its square is infinite

using Doubles = std::vector<double>;
using Function = std::function<Tensor(const Tensor&)>;
using Function1 = Tensor (*)(const Tensor&);
using Function2 = Tensor (*)(const Tensor&, const Tensor&);

// NaN is NaN, infinities and zeros are exact, other numbers are within a few roundings.
bool same(double got, double want) {
  if (std::isnan(want)) return std::isnan(got);
  if (want == 0 || std::isinf(want)) return got == want;
  return std::fabs(got - want) <=
         8 * static_cast<double>(std::numeric_limits<real>::epsilon()) * std::fabs(want);
}

Doubles numbers(const Tensor& x) {
  const std::vector<real> values = x.to_vector();
  return Doubles(values.begin(), values.end());
}

Doubles gradient(const Tensor& x) {
  return x.grad().defined() ? numbers(x.grad()) : Doubles(static_cast<std::size_t>(x.numel()));
}

void check_same(const std::string& what, const Doubles& got, const Doubles& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CHECK_MESSAGE(same(got[i], want[i]), what, " [", i, "] is ", got[i], ", expected ", want[i]);
  }
}

Tensor input(const Doubles& values) {
  return from_values({static_cast<Index>(values.size())}, std::span<const double>(values))
      .set_requires_grad();
}

// ---- functions element by element: the same at any place, in and behind the last whole register

constexpr std::size_t lengths[] = {1, 3, 37};

struct Row {
  const char* name;
  Function1 f;
  double x, y, dx;
};

void check(const Row& row) {
  CAPTURE(std::string(row.name));
  CAPTURE(row.x);
  for (const std::size_t n : lengths) {
    const Tensor x = input(Doubles(n, row.x));
    const Tensor y = row.f(x);
    y.backward(ones(y.shape()));
    check_same("value", numbers(y), Doubles(n, row.y));
    check_same("gradient", gradient(x), Doubles(n, row.dx));
  }
}

struct Row2 {
  const char* name;
  Function2 f;
  double a, b, y, da, db;
};

void check(const Row2& row) {
  CAPTURE(std::string(row.name));
  CAPTURE(row.a);
  CAPTURE(row.b);
  for (const std::size_t n : lengths) {
    const Tensor a = input(Doubles(n, row.a)), b = input(Doubles(n, row.b));
    const Tensor y = row.f(a, b);
    y.backward(ones(y.shape()));
    check_same("value", numbers(y), Doubles(n, row.y));
    check_same("gradient of a", gradient(a), Doubles(n, row.da));
    check_same("gradient of b", gradient(b), Doubles(n, row.db));
    // One of them for all.
    const Tensor first = input({row.a}), second = input({row.b});
    check_same("broadcast a", numbers(row.f(first, b)), Doubles(n, row.y));
    check_same("broadcast b", numbers(row.f(a, second)), Doubles(n, row.y));
  }
}

// ---- functions of a whole row of numbers ----

struct RowOfMany {
  const char* name;
  Function f;
  Doubles x, y, seed, dx;
};

void check(const RowOfMany& row) {
  CAPTURE(std::string(row.name));
  const Tensor x = input(row.x);
  const Tensor y = row.f(x);
  const Tensor seed = from_values(y.shape(), std::span<const double>(row.seed));
  y.backward(seed);
  check_same("value", numbers(y), row.y);
  check_same("gradient", gradient(x), row.dx);
  // As one row of several.
  if (row.x.empty()) return;
  std::vector<Tensor> rows;
  for (int i = 0; i < 3; ++i) rows.push_back(input(row.x));
  const std::vector<Tensor> seeds(3, seed);
  const Tensor all = row.f(stack(rows, 0));
  all.backward(stack(seeds, 0));
  for (const Tensor& one : rows) check_same("gradient of a row", gradient(one), row.dx);
}

}  // namespace

// clang-format off

TEST_CASE("tensor edge values: functions of one number") {
  const double nan = not_a_number;
  // Where e^x leaves the range, and where it becomes 0.
  const double last = in_double ? 709 : 88, over = in_double ? 710 : 89, under = in_double ? -746 : -104;
  const Row rows[] = {
      {"neg", neg, 0, -0.0, -1},                    {"neg", neg, -inf, inf, -1},
      {"sigmoid", sigmoid, 1e4, 1, 0},              {"sigmoid", sigmoid, -1e4, 0, 0},
      {"sigmoid", sigmoid, inf, 1, 0},              {"sigmoid", sigmoid, -inf, 0, 0},
      {"sigmoid", sigmoid, 0, 0.5, 0.25},           {"sigmoid", sigmoid, nan, nan, nan},
      {"tanh", tanh, 1e4, 1, 0},                    {"tanh", tanh, -1e4, -1, 0},
      {"tanh", tanh, inf, 1, 0},                    {"tanh", tanh, -inf, -1, 0},
      {"tanh", tanh, 0, 0, 1},                      {"tanh", tanh, nan, nan, nan},
      {"gelu", gelu, 1e4, 1e4, 1},                  {"gelu", gelu, -1e4, 0, 0},
      {"gelu", gelu, huge, huge, 1},                {"gelu", gelu, -huge, 0, 0},
      {"gelu", gelu, inf, inf, 1},                  {"gelu", gelu, -inf, 0, 0},
      {"gelu", gelu, 0, 0, 0.5},                    {"gelu", gelu, nan, nan, nan},
      {"gelu_tanh", gelu_tanh, 1e4, 1e4, 1},        {"gelu_tanh", gelu_tanh, -1e4, 0, 0},
      {"gelu_tanh", gelu_tanh, huge, huge, 1},      {"gelu_tanh", gelu_tanh, -huge, 0, 0},
      {"gelu_tanh", gelu_tanh, 1e30, 1e30, 1},      {"gelu_tanh", gelu_tanh, -1e30, 0, 0},
      {"gelu_tanh", gelu_tanh, inf, inf, 1},        {"gelu_tanh", gelu_tanh, -inf, 0, 0},
      {"gelu_tanh", gelu_tanh, 0, 0, 0.5},          {"gelu_tanh", gelu_tanh, nan, nan, nan},
      {"silu", silu, 1e4, 1e4, 1},                  {"silu", silu, -1e4, 0, 0},
      {"silu", silu, inf, inf, 1},                  {"silu", silu, -inf, 0, 0},
      {"silu", silu, 0, 0, 0.5},                    {"silu", silu, nan, nan, nan},
      {"relu", relu, 0, 0, 0},                      {"relu", relu, nan, nan, 0},
      {"relu", relu, inf, inf, 1},                  {"relu", relu, -inf, 0, 0},
      {"relu", relu, tiny, tiny, 1},                {"relu", relu, -tiny, 0, 0},
      {"relu2", relu2, 0, 0, 0},                    {"relu2", relu2, nan, nan, nan},
      {"relu2", relu2, inf, inf, inf},              {"relu2", relu2, -inf, 0, 0},
      {"relu2", relu2, huge, inf, 2 * huge},        {"relu2", relu2, -huge, 0, 0},
      {"abs", abs, 0, 0, 0},                        {"abs", abs, nan, nan, nan},
      {"abs", abs, inf, inf, 1},                    {"abs", abs, -inf, inf, -1},
      {"abs", abs, -tiny, tiny, -1},                {"abs", abs, tiny, tiny, 1},
      {"square", square, huge, inf, 2 * huge},      {"square", square, nan, nan, nan},
      {"sqrt", sqrt, 0, 0, inf},                    {"sqrt", sqrt, -1, nan, nan},
      {"sqrt", sqrt, inf, inf, 0},                  {"sqrt", sqrt, nan, nan, nan},
      {"rsqrt", rsqrt, 0, inf, -inf},               {"rsqrt", rsqrt, -1, nan, nan},
      {"rsqrt", rsqrt, inf, 0, -0.0},               {"rsqrt", rsqrt, nan, nan, nan},
      {"reciprocal", reciprocal, 0, inf, -inf},     {"reciprocal", reciprocal, -0.0, -inf, -inf},
      {"reciprocal", reciprocal, inf, 0, 0},        {"reciprocal", reciprocal, nan, nan, nan},
      {"log", log, 0, -inf, inf},                   {"log", log, -1, nan, -1},
      {"log", log, inf, inf, 0},                    {"log", log, nan, nan, nan},
      {"log", log, tiny, std::log(tiny), inf},
      {"exp", exp, last, std::exp(last), std::exp(last)},
      {"exp", exp, over, inf, inf},                 {"exp", exp, under, 0, 0},
      {"exp", exp, inf, inf, inf},                  {"exp", exp, -inf, 0, 0},
      {"exp", exp, nan, nan, nan},                  {"exp", exp, 0, 1, 1},
      {"clamp(x, 0, 6)", [](const Tensor& x) { return clamp(x, 0, 6); }, 0, 0, 1},
      {"clamp(x, 0, 6)", [](const Tensor& x) { return clamp(x, 0, 6); }, 6, 6, 1},
      {"clamp(x, 0, 6)", [](const Tensor& x) { return clamp(x, 0, 6); }, nan, nan, 0},
      {"clamp(x, 0, 6)", [](const Tensor& x) { return clamp(x, 0, 6); }, inf, 6, 0},
      {"clamp(x, 0, 6)", [](const Tensor& x) { return clamp(x, 0, 6); }, -inf, 0, 0},
      {"pow(x, 0)", [](const Tensor& x) { return pow(x, 0.0); }, 0, 1, 0},
      {"pow(x, 0)", [](const Tensor& x) { return pow(x, 0.0); }, inf, 1, 0},
      {"pow(x, 0)", [](const Tensor& x) { return pow(x, 0.0); }, nan, 1, 0},
      {"pow(x, 1)", [](const Tensor& x) { return pow(x, 1.0); }, 0, 0, 1},
      {"pow(x, 2)", [](const Tensor& x) { return pow(x, 2.0); }, 0, 0, 0},
      {"pow(x, 2)", [](const Tensor& x) { return pow(x, 2.0); }, -1, 1, -2},
      {"pow(x, 3)", [](const Tensor& x) { return pow(x, 3.0); }, -2, -8, 12},
      {"pow(x, -1)", [](const Tensor& x) { return pow(x, -1.0); }, 0, inf, -inf},
      {"pow(x, 0.5)", [](const Tensor& x) { return pow(x, 0.5); }, 0, 0, inf},
      {"pow(x, 0.5)", [](const Tensor& x) { return pow(x, 0.5); }, -1, nan, nan},
      {"x * 0", [](const Tensor& x) { return x * 0.0; }, inf, nan, 0},
      {"x / 0", [](const Tensor& x) { return x / 0.0; }, 0, nan, inf},
      {"1 / x", [](const Tensor& x) { return 1.0 / x; }, 0, inf, -inf},
      {"masked_fill", [](const Tensor& x) { return masked_fill(x, ones({}), -inf); }, nan, -inf, 0},
      {"dropout", [](const Tensor& x) { return dropout(x, 0.5, zeros(x.shape())); }, 3, 0, 0},
      // Both branches are computed: 0 * infinity.
      {"where(0, sqrt(x), 0)", [](const Tensor& x) { return where(zeros({}), sqrt(x), zeros({})); }, 0, 0, nan},
      {"where(0, log(x), 0)", [](const Tensor& x) { return where(zeros({}), log(x), zeros({})); }, 0, 0, nan},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("tensor edge values: functions of two numbers") {
  const double nan = not_a_number;
  const Function2 power = [](const Tensor& a, const Tensor& b) { return pow(a, b); };
  const Row2 rows[] = {
      {"a / b", div, 1, 0, inf, inf, -inf},        {"a / b", div, -1, 0, -inf, inf, inf},
      {"a / b", div, 0, 0, nan, inf, nan},         {"a / b", div, inf, inf, nan, 0, nan},
      {"a - b", sub, inf, inf, nan, 1, -1},        {"a + b", add, inf, -inf, nan, 1, 1},
      {"a + b", add, tiny, tiny, 2 * tiny, 1, 1},  {"a * b", mul, tiny, 1, tiny, 1, tiny},
      {"a * b", mul, inf, 0, nan, 0, inf},         {"a * b", mul, huge, huge, inf, huge, huge},
      {"pow", power, 0, 0, 1, 0, 0},               {"pow", power, 0, 1, 0, 1, 0},
      {"pow", power, 0, 2, 0, 0, 0},               {"pow", power, 0, -1, inf, -inf, -inf},
      {"pow", power, -1, 0.5, nan, nan, nan},      {"pow", power, -1, 2, 1, -2, nan},
      {"pow", power, inf, 0, 1, 0, inf},           {"pow", power, nan, 0, 1, 0, nan},
      {"pow", power, 1, inf, 1, inf, 0},           {"pow", power, 1, nan, 1, nan, 0},
      {"maximum", maximum, 2, 2, 2, 0.5, 0.5},     {"minimum", minimum, 2, 2, 2, 0.5, 0.5},
      {"maximum", maximum, nan, 1, nan, 1, 0},     {"maximum", maximum, 1, nan, nan, 0, 1},
      {"minimum", minimum, nan, 1, nan, 1, 0},     {"minimum", minimum, 1, nan, nan, 0, 1},
      {"maximum", maximum, -inf, inf, inf, 0, 1},  {"minimum", minimum, -inf, inf, -inf, 1, 0},
      {"maximum", maximum, inf, inf, inf, 0.5, 0.5},
  };
  for (const Row2& row : rows) check(row);
}

TEST_CASE("tensor edge values: rows of numbers") {
  const double nan = not_a_number, e = std::exp(1.0);
  const Function softmax_ = [](const Tensor& x) { return softmax(x, -1); };
  const Function log_softmax_ = [](const Tensor& x) { return log_softmax(x, -1); };
  const Function logsumexp_ = [](const Tensor& x) { return logsumexp(x, -1); };
  const Function max_ = [](const Tensor& x) { return max(x, -1); };
  const Function min_ = [](const Tensor& x) { return min(x, -1); };
  const Function var_ = [](const Tensor& x) { return var(x, -1, Correction(0)); };
  const Function layer_norm_ = [](const Tensor& x) { return layer_norm(x); };
  const Function layer_norm_0 = [](const Tensor& x) { return layer_norm(x, Tensor(), Tensor(), 0); };
  const Function rms_norm_ = [](const Tensor& x) { return rms_norm(x); };
  const double p = 1 / (1 + e), q = e / (1 + e);  // softmax of 0 and 1
  const double slope = p * (1 - 3) * q;           // and its gradient for the seed 1, 3
  const RowOfMany rows[] = {
      {"softmax", softmax_, {1e4, 0, -1e4}, {1, 0, 0}, {1, 2, 3}, {0, 0, 0}},
      {"softmax", softmax_, {0, -inf, 1}, {p, 0, q}, {1, 2, 3}, {slope, 0, -slope}},
      {"softmax", softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, nan, 1}, {nan, nan, nan}, {1, 2, 3}, {nan, nan, nan}},
      {"log_softmax", log_softmax_, {1e4, 0}, {0, -1e4}, {0, 1}, {-1, 1}},
      {"log_softmax", log_softmax_, {0, -inf}, {0, -inf}, {1, 0}, {0, 0}},
      {"log_softmax", log_softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"logsumexp", logsumexp_, {1e4, 1e4}, {1e4 + std::log(2.0)}, {1}, {0.5, 0.5}},
      {"logsumexp", logsumexp_, {-inf, -inf}, {-inf}, {1}, {nan, nan}},
      {"logsumexp", logsumexp_, {inf, 0}, {inf}, {1}, {nan, 0}},
      {"logsumexp", logsumexp_, {-inf, 3}, {3}, {1}, {0, 1}},
      {"logsumexp", logsumexp_, {}, {-inf}, {1}, {}},
      {"max, a tie", max_, {1, 3, 3}, {3}, {1}, {0, 1, 0}},
      {"max, NaN", max_, {1, nan, 3, nan}, {nan}, {1}, {0, 1, 0, 0}},
      {"max, -inf", max_, {-inf, -inf}, {-inf}, {1}, {1, 0}},
      {"min, a tie", min_, {3, 1, 1}, {1}, {1}, {0, 1, 0}},
      {"min, NaN", min_, {1, 3, nan}, {nan}, {1}, {0, 0, 1}},
      {"var of equal numbers", var_, {3, 3, 3}, {0}, {1}, {0, 0, 0}},
      {"var of large equal numbers", var_, {1e4, 1e4, 1e4}, {0}, {1}, {0, 0, 0}},
      {"layer_norm of equal numbers", layer_norm_, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}},
      {"layer_norm of large equal numbers", layer_norm_, {1e4, 1e4, 1e4, 1e4, 1e4}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}},
      {"layer_norm, variance infinite", layer_norm_, {huge, -huge}, {0, -0.0}, {1, 2}, {0, 0}},
      {"layer_norm without epsilon", layer_norm_0, {3, 3}, {nan, nan}, {1, 2}, {nan, nan}},
      {"layer_norm of infinity", layer_norm_, {inf, 1}, {nan, nan}, {1, 2}, {nan, nan}},
      {"rms_norm of zeros", rms_norm_, {0, 0}, {0, 0}, {1, 2}, {std::sqrt(1e5), 2 * std::sqrt(1e5)}},
  };
  for (const RowOfMany& row : rows) check(row);
}

// clang-format on

TEST_CASE("tensor edge values: silu far below 0 is almost 0, and no NaN") {
  const Tensor x = input({-89, -745, -103.5});
  const Tensor y = silu(x);
  y.backward(ones({3}));
  for (const double v : numbers(y)) CHECK((v <= 0 && v > -1e-36));
  for (const double v : gradient(x)) CHECK((v <= 0 && v > -1e-36));
}

TEST_CASE("tensor edge values: the largest of all, ties and NaN, and where it is") {
  const Tensor x = input({1, 3, 3});
  max(x).backward();
  check_same("max", gradient(x), {0, 0.5, 0.5});
  const Tensor y = input({1, not_a_number, 3, not_a_number});
  CHECK(std::isnan(max(y).item()));
  CHECK(argmax(input({1, 3, 3})).values() == std::vector<Index>{1});
  CHECK(argmax(input({1, not_a_number, 3, not_a_number})).values() == std::vector<Index>{1});
  CHECK(argmax(tensor({{1, 3, 3}, {5, 5, 1}}), 1).values() == std::vector<Index>{1, 0});
  const Tensor z = input({2, 2, 5});
  min(z).backward();
  check_same("min", gradient(z), {0.5, 0.5, 0});
}

TEST_CASE("tensor edge values: layer_norm of equal numbers has a finite gradient") {
  const Tensor x = input({3, 3, 3, 3});
  const Tensor y = layer_norm(x);
  y.backward(tensor({1, 2, 3, 4}));
  check_same("value", numbers(y), {0, 0, 0, 0});
  const double rstd = 1 / std::sqrt(1e-5);
  check_same("gradient", gradient(x), {-1.5 * rstd, -0.5 * rstd, 0.5 * rstd, 1.5 * rstd});
}

TEST_CASE("tensor edge values: cross entropy") {
  const double nan = not_a_number;
  struct Case {
    const char* name;
    Doubles logits;
    Index target;
    double loss;
    Doubles gradient;
  };
  const Case cases[] = {
      {"the wrong class", {1e4, 0}, 1, 1e4, {1, -1}},
      {"the right class", {1e4, 0}, 0, 0, {0, 0}},
      {"target -inf", {0, -inf}, 1, inf, {1, -1}},
      {"all -inf", {-inf, -inf}, 0, nan, {nan, nan}},
      {"with +inf", {inf, 0}, 0, nan, {nan, nan}},
      {"ignored", {1, 2}, -100, nan, {0, 0}},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    const Tensor x = from_values({1, 2}, std::span<const double>(c.logits)).set_requires_grad();
    const Tensor loss = cross_entropy(x, Indices({c.target}));
    loss.backward();
    CHECK(same(static_cast<double>(loss.item()), c.loss));
    check_same("gradient", gradient(x), c.gradient);
  }
  const Tensor x = tensor({{1, 2}}).set_requires_grad();
  CHECK(cross_entropy(x, Indices({-100}), Reduction::sum).item() == 0);
  CHECK(cross_entropy(x, Indices({-100}), Reduction::none).at({0}) == 0);
  const Tensor nothing = zeros({0, 3}).set_requires_grad();
  CHECK(std::isnan(cross_entropy(nothing, Indices()).item()));
  CHECK(cross_entropy(nothing, Indices(), Reduction::sum).item() == 0);
}

TEST_CASE("tensor edge values: an ignored row has gradient 0, whatever its numbers are") {
  const Doubles logits = {1, 2, inf, not_a_number, -inf, -inf};
  const Tensor x = from_values({3, 2}, std::span<const double>(logits)).set_requires_grad();
  cross_entropy(x, Indices({0, -100, -100})).backward();
  const Doubles dx = gradient(x);
  check_same("ignored", Doubles(dx.begin() + 2, dx.end()), {0, 0, 0, 0});
}

TEST_CASE("tensor edge values: x * mask with x infinite and mask 0") {
  const Tensor x = input({inf, 2}), mask = tensor({0, 1});
  const Tensor y = x * mask;
  y.backward(ones({2}));
  check_same("value", numbers(y), {not_a_number, 2});
  check_same("gradient", gradient(x), {0, 1});
}

TEST_CASE("tensor edge values: nothing at all") {
  CHECK(sum(zeros({0})).item() == 0);
  CHECK(std::isnan(mean(zeros({0})).item()));
  CHECK(sum(zeros({2, 0}), 1).to_vector() == std::vector<real>{0, 0});
  CHECK(std::isnan(mean(zeros({2, 0}), 1).at({1})));
  CHECK(sum(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK_THROWS_WITH_AS(max(zeros({0})), doctest::Contains("[0]"), ShapeError);
  CHECK_THROWS_WITH_AS(argmax(zeros({2, 0}), 1), doctest::Contains("[2,0]"), ShapeError);
  CHECK(max(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK(add(zeros({0}), zeros({1})).shape() == Shape{0});
  CHECK_THROWS_AS(add(zeros({0}), zeros({2})), ShapeError);
  CHECK(reshape(zeros({0}), {-1, 3}).shape() == Shape{0, 3});
  CHECK_THROWS_AS(reshape(zeros({0}), {-1, 0}), ShapeError);
  CHECK(softmax(zeros({2, 0}), -1).shape() == Shape{2, 0});
  CHECK(softmax(zeros({2, 0}), 0).shape() == Shape{2, 0});
  CHECK_THROWS_AS(cat(std::span<const Tensor>(), 0), ShapeError);
  CHECK_THROWS_AS(stack(std::span<const Tensor>(), 0), ShapeError);
}

TEST_CASE("tensor edge values: products with an empty matrix are zeros, and so are gradients") {
  const Tensor a = zeros({2, 0}).set_requires_grad(), b = zeros({0, 3}).set_requires_grad();
  const Tensor y = matmul(a, b);
  CHECK(y.shape() == Shape{2, 3});
  CHECK(y.to_vector() == std::vector<real>(6, 0));
  sum(y).backward();
  CHECK(a.grad().shape() == Shape{2, 0});
  const Tensor c = zeros({0, 2}).set_requires_grad(), d = ones({2, 3}).set_requires_grad();
  const Tensor z = matmul(c, d);
  CHECK(z.shape() == Shape{0, 3});
  sum(z).backward();
  CHECK(d.grad().to_vector() == std::vector<real>(6, 0));
}

TEST_CASE("tensor edge values: the sign of zero stays") {
  for (const std::size_t n : lengths) {
    const Tensor x = input(Doubles(n, -0.0));
    for (const real v : relu(x).to_vector()) CHECK((v == 0 && std::signbit(v)));
    for (const real v : neg(x).to_vector()) CHECK((v == 0 && !std::signbit(v)));
    for (const real v : abs(x).to_vector()) CHECK((v == 0 && !std::signbit(v)));
  }
}

TEST_CASE("tensor edge values: no gradient of NaN gets into the weights") {
  Tensor p = tensor({1, 2}).set_requires_grad(), other = tensor({3}).set_requires_grad();
  AdamW optimizer({p, other}, 0.1);
  sum(p * tensor({1, not_a_number})).backward();
  sum(other).backward();
  CHECK_THROWS_AS((optimizer.step(), optimizer.check_step()), Error);
  CHECK(p.to_vector() == std::vector<real>{1, 2});
  CHECK(other.item() == 3);
  CHECK_THROWS_AS(clip_grad_norm(optimizer.parameters(), 1), Error);
  optimizer.zero_grad();
  sum(p * tensor({inf, 1})).backward();
  CHECK_THROWS_AS(clip_grad_norm(optimizer.parameters(), 1), Error);
  optimizer.zero_grad();
  sum(p * tensor({0, 0})).backward();
  CHECK(clip_grad_norm(optimizer.parameters(), 1) == 0);
  CHECK(p.grad().to_vector() == std::vector<real>{0, 0});
}

}  // namespace tensor_edge_values_test
