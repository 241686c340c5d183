// edge_values_test.cpp: zeros, infinities, NaNs and ties: what each op gives there, and its
// derivative. And when an infinite derivative may reach a gradient, and when not.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "holo/value.h"
#include "scalar/newest_first.h"

namespace edge_values_test {
namespace {

using holo::Tape, holo::Value;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

// With the loop of this build, and with the plain one.
enum class Way { own, plain };
constexpr Way ways[] = {Way::own, Way::plain};

void backward(Value root, Way way) {
  way == Way::own ? root.backward() : root.backward(holo::newest_first(root));
}

// Equal, with NaN equal to NaN.
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool same_zero(double a, double b) { return same(a, b) && std::signbit(a) == std::signbit(b); }

struct Row {
  const char* name;
  std::function<Value(Value)> f;
  double x, data, grad;
};

struct Pair {
  const char* name;
  std::function<Value(Value, Value)> f;
  double a, b, data, for_a, for_b;
};

void check(const Row& row) {
  CAPTURE(row.name);
  CAPTURE(row.x);
  for (const Way way : ways) {
    const Tape::Scope scope;
    const Value x(row.x), y = row.f(x);
    backward(y, way);
    CHECK_MESSAGE(same(y.data(), row.data), y.data(), " is not ", row.data);
    CHECK_MESSAGE(same(x.grad(), row.grad), x.grad(), " is not ", row.grad);
  }
}

void check(const Pair& row) {
  CAPTURE(row.name);
  CAPTURE(row.a);
  CAPTURE(row.b);
  for (const Way way : ways) {
    const Tape::Scope scope;
    const Value a(row.a), b(row.b), y = row.f(a, b);
    backward(y, way);
    CHECK_MESSAGE(same(y.data(), row.data), y.data(), " is not ", row.data);
    CHECK_MESSAGE(same(a.grad(), row.for_a), a.grad(), " is not ", row.for_a);
    CHECK_MESSAGE(same(b.grad(), row.for_b), b.grad(), " is not ", row.for_b);
  }
}

}  // namespace

// clang-format off

TEST_CASE("edge values: functions of one argument") {
  const double nan = not_a_number;
  const auto sigmoid_ = [](Value x) { return sigmoid(x); };
  const auto sin_ = [](Value x) { return sin(x); };
  const auto cos_ = [](Value x) { return cos(x); };
  const auto softplus_ = [](Value x) { return softplus(x); };
  const auto tanh_ = [](Value x) { return tanh(x); };
  const auto gelu_ = [](Value x) { return gelu(x); };
  const auto silu_ = [](Value x) { return silu(x); };
  const auto relu_ = [](Value x) { return relu(x); };
  const auto relu2_ = [](Value x) { return relu2(x); };
  const auto abs_ = [](Value x) { return abs(x); };
  const auto sqrt_ = [](Value x) { return sqrt(x); };
  const auto log_ = [](Value x) { return log(x); };
  const auto exp_ = [](Value x) { return exp(x); };
  const Row rows[] = {
      {"sigmoid", sigmoid_, 1e4, 1, 0},     {"sigmoid", sigmoid_, -1e4, 0, 0},
      {"sigmoid", sigmoid_, inf, 1, 0},     {"sigmoid", sigmoid_, -inf, 0, 0},
      {"sigmoid", sigmoid_, 0, 0.5, 0.25},  {"sigmoid", sigmoid_, nan, nan, nan},
      {"sigmoid", sigmoid_, -740, std::exp(-740.0), std::exp(-740.0)},
      {"sin", sin_, 0, 0, 1},               {"sin", sin_, nan, nan, nan},
      {"sin", sin_, inf, nan, nan},         {"sin", sin_, -inf, nan, nan},
      {"sin", sin_, 1e22, std::sin(1e22), std::cos(1e22)},
      {"cos", cos_, 0, 1, 0},               {"cos", cos_, nan, nan, nan},
      {"cos", cos_, inf, nan, nan},         {"cos", cos_, -inf, nan, nan},
      {"softplus", softplus_, 1e4, 1e4, 1}, {"softplus", softplus_, -1e4, 0, 0},
      {"softplus", softplus_, inf, inf, 1}, {"softplus", softplus_, -inf, 0, 0},
      {"softplus", softplus_, nan, nan, nan},
      {"softplus", softplus_, -740, std::exp(-740.0), std::exp(-740.0)},
      {"tanh", tanh_, 1e4, 1, 0},           {"tanh", tanh_, -1e4, -1, 0},
      {"tanh", tanh_, inf, 1, 0},           {"tanh", tanh_, -inf, -1, 0},
      {"tanh", tanh_, 0, 0, 1},             {"tanh", tanh_, nan, nan, nan},
      {"gelu", gelu_, 1e4, 1e4, 1},         {"gelu", gelu_, -1e4, 0, 0},
      {"gelu", gelu_, 1e30, 1e30, 1},       {"gelu", gelu_, -1e30, 0, 0},
      {"gelu", gelu_, 1e200, 1e200, 1},     {"gelu", gelu_, -1e200, 0, 0},
      {"gelu", gelu_, inf, inf, 1},         {"gelu", gelu_, -inf, 0, 0},
      {"gelu", gelu_, 0, 0, 0.5},           {"gelu", gelu_, nan, nan, nan},
      {"silu", silu_, 1e4, 1e4, 1},         {"silu", silu_, -1e4, 0, 0},
      {"silu", silu_, inf, inf, 1},         {"silu", silu_, -inf, 0, 0},
      {"silu", silu_, 0, 0, 0.5},           {"silu", silu_, nan, nan, nan},
      {"relu", relu_, 0, 0, 0},             {"relu", relu_, nan, nan, 0},
      {"relu", relu_, inf, inf, 1},         {"relu", relu_, -inf, 0, 0},
      {"relu", relu_, tiny, tiny, 1},       {"relu", relu_, -tiny, 0, 0},
      {"relu2", relu2_, 0, 0, 0},           {"relu2", relu2_, nan, nan, nan},
      {"relu2", relu2_, inf, inf, inf},     {"relu2", relu2_, -inf, 0, 0},
      {"relu2", relu2_, 1e200, inf, 2e200}, {"relu2", relu2_, -1e200, 0, 0},
      {"abs", abs_, 0, 0, 0},               {"abs", abs_, nan, nan, nan},
      {"abs", abs_, inf, inf, 1},           {"abs", abs_, -inf, inf, -1},
      {"abs", abs_, -tiny, tiny, -1},       {"abs", abs_, tiny, tiny, 1},
      {"sqrt", sqrt_, 0, 0, inf},           {"sqrt", sqrt_, -1, nan, nan},
      {"sqrt", sqrt_, inf, inf, 0},         {"sqrt", sqrt_, nan, nan, nan},
      {"log", log_, 0, -inf, inf},          {"log", log_, -1, nan, -1},
      {"log", log_, inf, inf, 0},           {"log", log_, nan, nan, nan},
      {"exp", exp_, 710, inf, inf},         {"exp", exp_, -746, 0, 0},
      {"exp", exp_, inf, inf, inf},         {"exp", exp_, -inf, 0, 0},
      {"exp", exp_, 88, std::exp(88.0), std::exp(88.0)},
      {"exp", exp_, nan, nan, nan},         {"exp", exp_, 0, 1, 1},
      {"1 / sqrt(x)", [](Value x) { return pow(x, -0.5); }, 0, inf, -inf},
      {"pow(x, 0)", [](Value x) { return pow(x, 0); }, 0, 1, 0},
      {"pow(x, 1)", [](Value x) { return pow(x, 1); }, 0, 0, 1},
      {"pow(x, 2)", [](Value x) { return pow(x, 2); }, 0, 0, 0},
      {"pow(x, -1)", [](Value x) { return pow(x, -1); }, 0, inf, -inf},
      {"pow(x, 0.5)", [](Value x) { return pow(x, 0.5); }, 0, 0, inf},
      {"pow(x, 0.5)", [](Value x) { return pow(x, 0.5); }, -1, nan, nan},
      {"pow(x, 2)", [](Value x) { return pow(x, 2); }, -1, 1, -2},
      {"pow(x, 0)", [](Value x) { return pow(x, 0); }, inf, 1, 0},
      {"pow(x, 0)", [](Value x) { return pow(x, 0); }, -inf, 1, 0},
      {"pow(x, 0)", [](Value x) { return pow(x, 0); }, nan, 1, 0},
      {"pow(x, 0)", [](Value x) { return pow(x, 0); }, -7, 1, 0},
      {"pow(x, nan)", [](Value x) { return pow(x, not_a_number); }, 1, 1, nan},
      {"pow(x, inf)", [](Value x) { return pow(x, inf); }, 1, 1, inf},
      {"x * 0", [](Value x) { return x * 0.0; }, inf, nan, 0},
      {"x * 0", [](Value x) { return x * 0.0; }, nan, nan, 0},
      {"max(x, x)", [](Value x) { return max(x, x); }, 3, 3, 1},
      {"min(x, x)", [](Value x) { return min(x, x); }, 3, 3, 1},
      {"max(x, nan)", [](Value x) { return max(x, not_a_number); }, 3, nan, 0},
      {"min(nan, x)", [](Value x) { return min(not_a_number, x); }, 3, nan, 0},
      {"max(x, 3)", [](Value x) { return max(x, 3.0); }, 3, 3, 0.5},
      {"min(3, x)", [](Value x) { return min(3.0, x); }, 3, 3, 0.5},
      {"max(x, 3)", [](Value x) { return max(x, 3.0); }, nan, nan, 1},
      {"clamp 0 6", [](Value x) { return min(max(x, 0.0), 6.0); }, -1, 0, 0},
      {"clamp 0 6", [](Value x) { return min(max(x, 0.0), 6.0); }, nan, nan, 1},
      {"6 / x", [](Value x) { return 6.0 / x; }, 0, inf, -inf},
      {"6 / x", [](Value x) { return 6.0 / x; }, inf, 0, 0},
      {"x / 0", [](Value x) { return x / 0.0; }, 1, inf, inf},
      {"x - x", [](Value x) { return x - x; }, inf, nan, 0},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("edge values: functions of two arguments") {
  const double nan = not_a_number;
  const auto over = [](Value a, Value b) { return a / b; };
  const auto times = [](Value a, Value b) { return a * b; };
  const auto plus = [](Value a, Value b) { return a + b; };
  const auto max_ = [](Value a, Value b) { return max(a, b); };
  const auto min_ = [](Value a, Value b) { return min(a, b); };
  const auto dot_ = [](Value a, Value b) { return holo::dot({&a, 1}, {&b, 1}); };
  const Pair rows[] = {
      {"1e300 / 1e200", over, 1e300, 1e200, 1e100, 1e-200, -1e-100},
      {"1 / 0", over, 1, 0, inf, inf, -inf},       {"-1 / 0", over, -1, 0, -inf, inf, inf},
      {"0 / 0", over, 0, 0, nan, inf, nan},        {"1 / -0", over, 1, -0.0, -inf, -inf, -inf},
      {"1 / inf", over, 1, inf, 0, 0, 0},          {"inf / inf", over, inf, inf, nan, 0, nan},
      {"inf 0, a mask", times, inf, 0, nan, 0, inf}, {"nan 0", times, nan, 0, nan, 0, nan},
      {"inf - inf", plus, inf, -inf, nan, 1, 1},   {"dot inf 0", dot_, inf, 0, nan, 0, inf},
      {"max tie", max_, 3, 3, 3, 0.5, 0.5},        {"min tie", min_, 3, 3, 3, 0.5, 0.5},
      {"max nan a", max_, nan, 3, nan, 1, 0},      {"max nan b", max_, 3, nan, nan, 0, 1},
      {"min nan a", min_, nan, 3, nan, 1, 0},      {"min nan b", min_, 3, nan, nan, 0, 1},
      {"max inf", max_, inf, 3, inf, 1, 0},        {"max -inf", max_, -inf, 3, 3, 0, 1},
      {"min inf", min_, inf, 3, 3, 0, 1},          {"min -inf", min_, -inf, 3, -inf, 1, 0},
      {"max inf tie", max_, inf, inf, inf, 0.5, 0.5}, {"max 0 -0", max_, 0, -0.0, 0, 0.5, 0.5},
  };
  for (const Pair& row : rows) check(row);
}

// clang-format on

TEST_CASE("edge values: the sign of zero, and numbers below the normal ones, are kept") {
  const Tape::Scope scope;
  const Value zero(-0.0);
  CHECK(same_zero(zero.data(), -0.0));
  CHECK(same_zero(relu(zero).data(), -0.0));
  CHECK(same_zero(relu(Value(0.0)).data(), 0.0));
  CHECK(same_zero(abs(zero).data(), 0.0));
  CHECK(same_zero(sqrt(zero).data(), -0.0));
  CHECK(same_zero(tanh(zero).data(), -0.0));
  CHECK(same_zero((-zero).data(), 0.0));
  CHECK(same_zero((zero * 1.0).data(), -0.0));
  CHECK(same_zero((zero + zero).data(), -0.0));
  CHECK((1.0 / zero).data() == -inf);
  CHECK(same_zero(holo::sum({&zero, 1}).data(), 0.0));
  CHECK((Value(tiny) * 1.0).data() == tiny);
  CHECK((Value(tiny) + tiny).data() == 2 * tiny);
  const Value x(1.0), y = x * tiny;
  y.backward();
  CHECK(x.grad() == tiny);
}

TEST_CASE("edge values: an infinite derivative outside of the graph does not poison it") {
  for (const Way way : ways) {
    const Tape::Scope scope;
    const Value x(0.0), y(2.0);
    const Value aside = log(x);  // d = inf, and the root does not use it
    const Value both = sqrt(x) * y;
    const Value root = x * 3.0 + y;
    const Value later = log(x) * root;
    backward(root, way);
    CHECK(x.grad() == 3);
    CHECK(y.grad() == 1);
    CHECK(aside.grad() == 0);
    CHECK(both.grad() == 0);
    CHECK(later.grad() == 0);
  }
}

TEST_CASE("edge values: a zero gradient times an infinite derivative inside the graph is NaN") {
  for (const Way way : ways) {
    const Tape::Scope scope;
    const Value x(0.0), y(2.0), z(0.0);
    const Value aside = log(y * z);  // infinite too, not used
    const Value root = sqrt(x) * 0.0 + y;
    backward(root, way);
    CHECK(std::isnan(x.grad()));
    CHECK(y.grad() == 1);
    CHECK(z.grad() == 0);
    CHECK(aside.grad() == 0);
  }
}

TEST_CASE("edge values: the masked branch: where(x > 0, sqrt(x), 0) at 0 is NaN") {
  for (const Way way : ways) {
    for (const auto& f : {std::function<Value(Value)>([](Value x) { return sqrt(x); }),
                          std::function<Value(Value)>([](Value x) { return log(x + 0.0); })}) {
      const Tape::Scope scope;
      const Value x(0.0);
      const Value masked = f(x) * 0.0;
      backward(masked, way);
      CHECK(std::isnan(x.grad()));
    }
  }
}

TEST_CASE("edge values: an infinite gradient times a derivative of 0 is NaN") {
  for (const Way way : ways) {
    const Tape::Scope scope;
    const Value x(0.0);
    backward(sqrt(x * x), way);
    CHECK(std::isnan(x.grad()));
  }
}

TEST_CASE("edge values: a NaN or infinite gradient passes on, also through long lists") {
  for (const Way way : ways) {
    for (const double bad : {inf, -inf, not_a_number}) {
      const Tape::Scope scope;
      std::vector<Value> x;
      for (int i = 0; i < 20; ++i) x.push_back(Value(i));
      const Value unused(1.0);
      backward(sum(x) * bad, way);
      for (const Value v : x) CHECK(same(v.grad(), bad));
      CHECK(unused.grad() == 0);
    }
  }
}

TEST_CASE("edge values: infinite derivatives in a list with a zero gradient") {
  for (const Way way : ways) {
    const Tape::Scope scope;
    std::vector<Value> x, w;
    for (int i = 0; i < 20; ++i) x.push_back(Value(i));
    for (int i = 0; i < 20; ++i) w.push_back(Value(i == 13 ? inf : 1.0));
    backward(dot(x, w) * 0.0, way);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(same(x[i].grad(), i == 13 ? not_a_number : 0.0));
      CHECK(w[i].grad() == 0);
    }
  }
}

TEST_CASE("edge values: what one root uses does not count for the next one") {
  const Tape::Scope scope;
  const Value x(0.0), y(2.0);
  const Value hidden = log(x);
  const Value without = y * 2.0;
  const Value with = hidden * 0.0 + without;
  for (const Way way : ways) {
    Tape::current().zero_grad();
    backward(with, way);
    CHECK(std::isnan(x.grad()));
    Tape::current().zero_grad();
    backward(without, way);
    CHECK(x.grad() == 0);
    backward(with, way);
    CHECK(std::isnan(x.grad()));
  }
}

}  // namespace edge_values_test
