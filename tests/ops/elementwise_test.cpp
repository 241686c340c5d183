// elementwise_test.cpp: the loops around the formulas of math.h: every length, every repeated side,
// gradients that are first and gradients that add; and what a backward still needs. Equal bits
// wherever an element lies: elementwise_bits_test.cpp. Edge values: elementwise_edge_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/vec.h"
#include "element.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"
#include "ops/broadcast.h"

namespace elementwise_test {
namespace {

using namespace holo;

constexpr double tolerance = 16 * std::numeric_limits<real>::epsilon();
constexpr unsigned reads_nothing = 0, reads_x = 1, reads_y = 2;  // what a backward needs

double phi(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)); }
double Phi(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double sigma(double x) { return 1 / (1 + std::exp(-x)); }
double inner(double x) { return std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x); }
double inner_slope(double x) { return std::sqrt(2 / std::acos(-1.0)) * (1 + 3 * 0.044715 * x * x); }

// A function and its derivative, written once more with <cmath>, and numbers from low to high.
struct One {
  const char* name;
  std::function<Tensor(const Tensor&)> op;
  double (*f)(double);
  double (*df)(double);
  double low, high;
  unsigned reads;
};

const std::vector<One>& functions_of_one() {
  using T = const Tensor&;
  // clang-format off
  static const std::vector<One> all = {
      {"neg", [](T x) { return neg(x); }, [](double x) { return -x; }, [](double) { return -1.0; }, -3, 3, reads_nothing},
      {"neg", [](T x) { return -x; }, [](double x) { return -x; }, [](double) { return -1.0; }, -3, 3, reads_nothing},
      {"exp", [](T x) { return exp(x); }, [](double x) { return std::exp(x); }, [](double x) { return std::exp(x); }, -3, 2, reads_y},
      {"log", [](T x) { return log(x); }, [](double x) { return std::log(x); }, [](double x) { return 1 / x; }, 0.1, 4, reads_x},
      {"sqrt", [](T x) { return sqrt(x); }, [](double x) { return std::sqrt(x); }, [](double x) { return 0.5 / std::sqrt(x); }, 0.1, 4, reads_y},
      {"rsqrt", [](T x) { return rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }, [](double x) { return -0.5 / (x * std::sqrt(x)); }, 0.2, 4, reads_y},
      {"reciprocal", [](T x) { return reciprocal(x); }, [](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); }, 0.3, 4, reads_y},
      {"reciprocal", [](T x) { return reciprocal(x); }, [](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); }, -4, -0.3, reads_y},
      {"square", [](T x) { return square(x); }, [](double x) { return x * x; }, [](double x) { return 2 * x; }, -2, 2, reads_x},
      {"abs", [](T x) { return abs(x); }, [](double x) { return std::fabs(x); }, [](double x) { return x < 0 ? -1.0 : x > 0 ? 1.0 : 0.0; }, -3, 3, reads_x},
      {"sin", [](T x) { return sin(x); }, [](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }, -9, 9, reads_x},
      {"cos", [](T x) { return cos(x); }, [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }, -9, 9, reads_x},
      {"tanh", [](T x) { return tanh(x); }, [](double x) { return std::tanh(x); }, [](double x) { return 1 - std::tanh(x) * std::tanh(x); }, -3, 3, reads_y},
      {"sigmoid", [](T x) { return sigmoid(x); }, sigma, [](double x) { return sigma(x) * sigma(-x); }, -5, 5, reads_y},
      {"softplus", [](T x) { return softplus(x); }, [](double x) { return std::log1p(std::exp(x)); }, sigma, -5, 5, reads_x},
      {"relu", [](T x) { return relu(x); }, [](double x) { return x < 0 ? 0 : x; }, [](double x) { return x > 0 ? 1.0 : 0.0; }, -3, 3, reads_y},
      {"relu2", [](T x) { return relu2(x); }, [](double x) { return x < 0 ? 0 : x * x; }, [](double x) { return x < 0 ? 0 : 2 * x; }, -2, 2, reads_x},
      {"gelu", [](T x) { return gelu(x); }, [](double x) { return x * Phi(x); }, [](double x) { return Phi(x) + x * phi(x); }, -4, 4, reads_x},
      {"gelu_tanh", [](T x) { return gelu_tanh(x); }, [](double x) { return x * (1 + std::tanh(inner(x))) / 2; },
       [](double x) { const double t = std::tanh(inner(x)); return (1 + t) / 2 + x * (1 - t * t) / 2 * inner_slope(x); }, -4, 4, reads_x},
      {"silu", [](T x) { return silu(x); }, [](double x) { return x * sigma(x); }, [](double x) { return sigma(x) * (1 + x * sigma(-x)); }, -5, 5, reads_x},
      {"pow", [](T x) { return pow(x, 2.5); }, [](double x) { return std::pow(x, 2.5); }, [](double x) { return 2.5 * std::pow(x, 1.5); }, 0.1, 2, reads_x},
      {"pow", [](T x) { return pow(x, 2); }, [](double x) { return x * x; }, [](double x) { return 2 * x; }, -2, 2, reads_x},
      {"pow", [](T x) { return pow(x, -1); }, [](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); }, -4, -0.5, reads_x},
      {"pow", [](T x) { return pow(x, 0); }, [](double) { return 1.0; }, [](double) { return 0.0; }, -4, 4, reads_x},
      {"clamp", [](T x) { return clamp(x, -0.5, 0.75); }, [](double x) { return x < -0.5 ? -0.5 : x > 0.75 ? 0.75 : x; },
       [](double x) { return x < -0.5 || x > 0.75 ? 0.0 : 1.0; }, -2, 2, reads_x},
  };
  // clang-format on
  return all;
}

// The derivatives by a and by b.
struct Two {
  const char* name;
  Tensor (*op)(const Tensor&, const Tensor&);
  double (*f)(double, double);
  double (*da)(double, double);
  double (*db)(double, double);
  double low, high;
  unsigned a_reads, b_reads;  // which of x (a: 1, b: 2) the gradients of a and of b need
};

constexpr unsigned reads_a = 1, reads_b = 2, reads_both = 3;

const std::vector<Two>& functions_of_two() {
  // clang-format off
  static const std::vector<Two> all = {
      {"add", add, [](double a, double b) { return a + b; }, [](double, double) { return 1.0; }, [](double, double) { return 1.0; }, -3, 3, 0, 0},
      {"sub", sub, [](double a, double b) { return a - b; }, [](double, double) { return 1.0; }, [](double, double) { return -1.0; }, -3, 3, 0, 0},
      {"mul", mul, [](double a, double b) { return a * b; }, [](double, double b) { return b; }, [](double a, double) { return a; }, -3, 3, reads_b, reads_a},
      {"div", div, [](double a, double b) { return a / b; }, [](double, double b) { return 1 / b; }, [](double a, double b) { return -a / (b * b); }, 0.5, 3, reads_b, reads_both},
      {"pow", pow, [](double a, double b) { return std::pow(a, b); }, [](double a, double b) { return b * std::pow(a, b - 1); },
       [](double a, double b) { return std::pow(a, b) * std::log(a); }, 0.3, 2, reads_both, reads_both},
      {"maximum", maximum, [](double a, double b) { return a > b ? a : b; }, [](double a, double b) { return a > b ? 1 : a == b ? 0.5 : 0; },
       [](double a, double b) { return b > a ? 1 : a == b ? 0.5 : 0; }, -3, 3, reads_both, reads_both},
      {"minimum", minimum, [](double a, double b) { return a < b ? a : b; }, [](double a, double b) { return a < b ? 1 : a == b ? 0.5 : 0; },
       [](double a, double b) { return b < a ? 1 : a == b ? 0.5 : 0; }, -3, 3, reads_both, reads_both},
  };
  // clang-format on
  return all;
}

// Numbers of type real, spread over low ... high without an order.
Tensor numbers(const Shape& shape, double low, double high, int seed) {
  std::vector<real> x;
  for (Index i = 0; i < shape.numel(); ++i) {
    const double part = static_cast<double>((i * 3779 + seed * 131) % 1009) / 1008;
    x.push_back(static_cast<real>(low + (high - low) * part));
  }
  return from_values(shape, x);
}

// The numbers of a tensor, copied from its device once.
class Copy {
 public:
  explicit Copy(const Tensor& x) : values_(x.to_vector()) {}
  double operator[](Index i) const {
    return static_cast<double>(values_[static_cast<std::size_t>(i)]);
  }

 private:
  std::vector<real> values_;
};

// The largest difference of an array from want(i), in units of the largest want(i) or 1.
template <class Want>
double worst(const Tensor& got, Index n, Want want) {
  REQUIRE(got.defined());
  REQUIRE(got.numel() == n);
  const Copy numbers_of(got);
  double difference = 0, scale = 1;
  for (Index i = 0; i < n; ++i) {
    const double error = std::fabs(numbers_of[i] - want(i));
    difference = std::isnan(error) ? HUGE_VAL : std::max(difference, error);
    scale = std::max(scale, std::fabs(want(i)));
  }
  return difference / scale;
}

// Around the width of a register, more than a chunk, and more than one thread takes.
std::vector<Index> lengths() {
  const Index w = Vec::width;
  return {0, 1, 2, 3, w - 1, w, w + 1, 2 * w - 1, 2 * w, 2 * w + 3, 8 * w + 5, 4097, 20011};
}

// Memory that is taken next holds this: an element that nobody writes is found.
void leave_numbers_behind(const Shape& shape) {
  const Tensor some[] = {full(shape, 77), full(shape, 77), full(shape, 77), full(shape, 77)};
}

Tensor copy_of(const Tensor& x) { return from_values(x.shape(), x.to_vector()); }

}  // namespace

TEST_CASE("functions of one input and their gradients, for every length") {
  for (const One& one : functions_of_one()) {
    CAPTURE(std::string(one.name));
    for (const Index n : lengths()) {
      CAPTURE(n);
      const Tensor x = numbers({n}, one.low, one.high, 1).set_requires_grad();
      const Tensor dy = numbers({n}, -1, 1.5, 2);
      const Tensor y = one.op(x);
      const Copy in(x), upstream(dy);
      CHECK(std::string(y.op()) == one.name);
      CHECK(y.shape() == x.shape());
      CHECK(worst(y, n, [&](Index i) { return one.f(in[i]); }) <= tolerance);
      for (const double times : {1.0, 2.0}) {  // the second gradient adds to the first
        y.backward(dy, true);
        CHECK(worst(x.grad(), n, [&](Index i) { return times * upstream[i] * one.df(in[i]); }) <=
              tolerance);
      }
    }
  }
}

namespace {

// Values and gradients of a function of two inputs against a loop over the elements of the result.
void check_two(const Two& two, const Shape& a_shape, const Shape& b_shape) {
  CAPTURE(std::string(two.name));
  CAPTURE(a_shape.to_string());
  CAPTURE(b_shape.to_string());
  const Tensor a = numbers(a_shape, two.low, two.high, 3).set_requires_grad();
  const Tensor b = numbers(b_shape, two.low, two.high, 5).set_requires_grad();
  const Tensor y = two.op(a, b);
  const Broadcast s = broadcast(a_shape, b_shape, y.shape());
  CHECK(std::string(y.op()) == two.name);
  const Tensor dy = numbers(y.shape(), -1, 1.5, 4);
  const Copy a_in(a), b_in(b), upstream(dy);
  std::vector<double> want(static_cast<std::size_t>(y.numel()));
  std::vector<double> da(static_cast<std::size_t>(a.numel()));
  std::vector<double> db(static_cast<std::size_t>(b.numel()));
  double a_scale = 1, b_scale = 1;
  for (Index i = 0; i < y.numel(); ++i) {
    Index from_a = 0, from_b = 0, rest = i;
    for (int d = s.ndim; d-- > 0; rest /= s.size[d]) {
      from_a += rest % s.size[d] * s.a.stride[d];
      from_b += rest % s.size[d] * s.b.stride[d];
    }
    const double av = a_in[from_a], bv = b_in[from_b], d = upstream[i];
    want[static_cast<std::size_t>(i)] = two.f(av, bv);
    da[static_cast<std::size_t>(from_a)] += d * two.da(av, bv);
    db[static_cast<std::size_t>(from_b)] += d * two.db(av, bv);
    a_scale += std::fabs(d * two.da(av, bv)) / static_cast<double>(a.numel());
    b_scale += std::fabs(d * two.db(av, bv)) / static_cast<double>(b.numel());
  }
  const auto value = [](const std::vector<double>& x, double factor) {
    return [&x, factor](Index i) { return factor * x[static_cast<std::size_t>(i)]; };
  };
  CHECK(worst(y, y.numel(), value(want, 1)) <= tolerance);
  leave_numbers_behind(a_shape);
  leave_numbers_behind(b_shape);
  for (const double times : {1.0, 2.0}) {
    y.backward(dy, true);
    CHECK(worst(a.grad(), a.numel(), value(da, times)) <= tolerance * a_scale);
    CHECK(worst(b.grad(), b.numel(), value(db, times)) <= tolerance * b_scale);
  }
}

}  // namespace

TEST_CASE("functions of two inputs and their gradients, for every length and every repeated side") {
  for (const Two& two : functions_of_two()) {
    for (const Index n : lengths()) {
      check_two(two, {n}, {n});
      check_two(two, {n}, {});
      check_two(two, {1}, {n});
      check_two(two, {2, n}, {n});
      check_two(two, {2, 1}, {n});
      check_two(two, {n, 1}, {1, 3});
      if (n > 1000) continue;
      check_two(two, {2, n, 3}, {n, 1});
      check_two(two, {n, 1}, {2, n, 3});
    }
    check_two(two, {2, 1, 2, 1, 3, 1}, {1, 3, 1, 3, 1, 2});
    check_two(two, {2, 3, 2, 3, 2, 3}, {2, 1, 2, 1, 2, 1});
    check_two(two, {131, 1, 67}, {131, 3, 1});
  }
}

TEST_CASE("one tensor on both sides gets both gradients; a constant gets none") {
  for (const Two& two : functions_of_two()) {
    CAPTURE(std::string(two.name));
    const Tensor x = numbers({19}, two.low, two.high, 6).set_requires_grad();
    const Tensor dy = numbers({19}, -1, 1.5, 7);
    const Copy x_in(x), upstream(dy);
    two.op(x, x).backward(dy);
    CHECK(worst(x.grad(), 19, [&](Index i) {
            return upstream[i] * (two.da(x_in[i], x_in[i]) + two.db(x_in[i], x_in[i]));
          }) <= tolerance);
    const Tensor a = numbers({19}, two.low, two.high, 8), b = copy_of(x).set_requires_grad();
    const Copy a_in(a);
    two.op(a, b).backward(dy);
    CHECK(!a.grad().defined());
    CHECK(worst(b.grad(), 19, [&](Index i) { return upstream[i] * two.db(a_in[i], x_in[i]); }) <=
          tolerance);
    const Tensor c = copy_of(a).set_requires_grad(), d = copy_of(b);
    two.op(c, d).backward(dy);
    CHECK(!d.grad().defined());
    CHECK(worst(c.grad(), 19, [&](Index i) { return upstream[i] * two.da(a_in[i], x_in[i]); }) <=
          tolerance);
    CHECK(!two.op(a, d).requires_grad());
  }
}

TEST_CASE("a number beside a tensor is a constant without dimensions") {
  const Tensor x = tensor({{1, -2}, {4, 0.5}}).set_requires_grad();
  const auto check = [&](const Tensor& y, std::vector<double> value, std::vector<double> slope) {
    const auto of = [](const std::vector<double>& v) {
      return [&v](Index i) { return v[static_cast<std::size_t>(i)]; };
    };
    CHECK(worst(y, 4, of(value)) <= tolerance);
    CHECK(y.shape() == x.shape());
    x.node().drop_gradient();
    y.backward(ones({2, 2}));
    CHECK(worst(x.grad(), 4, of(slope)) <= tolerance);
  };
  check(x + 1.5, {2.5, -0.5, 5.5, 2}, {1, 1, 1, 1});
  check(1.5 + x, {2.5, -0.5, 5.5, 2}, {1, 1, 1, 1});
  check(x - 1.5, {-0.5, -3.5, 2.5, -1}, {1, 1, 1, 1});
  check(1.5 - x, {0.5, 3.5, -2.5, 1}, {-1, -1, -1, -1});
  check(x * 1.5, {1.5, -3, 6, 0.75}, {1.5, 1.5, 1.5, 1.5});
  check(1.5 * x, {1.5, -3, 6, 0.75}, {1.5, 1.5, 1.5, 1.5});
  check(x / 2, {0.5, -1, 2, 0.25}, {0.5, 0.5, 0.5, 0.5});
  check(2 / x, {2, -1, 0.5, 4}, {-2, -0.5, -0.125, -8});
  CHECK((x * 2).shape() == x.shape());
  CHECK((tensor(3) * 2).ndim() == 0);
}

namespace {

// Whether a backward through y is refused after `changed` was changed in place.
bool is_refused(const Tensor& y, Tensor changed) {
  {
    const NoGrad no_grad;
    changed.fill_(2);
  }
  try {
    y.backward(ones(y.shape()));
  } catch (const Error& error) {
    CHECK(error.where() == y.op());
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a backward needs x, y, or neither, and does not look at the other") {
  for (const One& one : functions_of_one()) {
    CAPTURE(std::string(one.name));
    for (const unsigned changed : {reads_x, reads_y}) {
      const Tensor before = numbers({21}, one.low, one.high, 9), x = copy_of(before);
      const Copy in(before);
      x.node().requires_grad = true;
      const Tensor y = one.op(x);
      const bool refused = is_refused(y, changed == reads_x ? x : y);
      CHECK(refused == ((one.reads & changed) != 0));
      if (refused) continue;
      CHECK(worst(x.grad(), 21, [&](Index i) { return one.df(in[i]); }) <= tolerance);
    }
  }
}

TEST_CASE("each gradient of two inputs needs what its formula names") {
  for (const Two& two : functions_of_two()) {
    CAPTURE(std::string(two.name));
    for (const unsigned wanted : {reads_a, reads_b, reads_both}) {
      for (const unsigned changed : {reads_a, reads_b}) {
        CAPTURE(wanted);
        CAPTURE(changed);
        const Tensor a_before = numbers({21}, two.low, two.high, 10), a = copy_of(a_before);
        const Tensor b_before = numbers({21}, two.low, two.high, 11), b = copy_of(b_before);
        const Copy a_in(a_before), b_in(b_before);
        a.node().requires_grad = (wanted & reads_a) != 0;
        b.node().requires_grad = (wanted & reads_b) != 0;
        unsigned reads = a.requires_grad() ? two.a_reads : 0;
        reads |= b.requires_grad() ? two.b_reads : 0;
        const bool refused = is_refused(two.op(a, b), changed == reads_a ? a : b);
        CHECK(refused == ((reads & changed) != 0));
        if (refused) continue;
        if (a.requires_grad()) {
          CHECK(worst(a.grad(), 21, [&](Index i) { return two.da(a_in[i], b_in[i]); }) <=
                tolerance);
        }
        if (b.requires_grad()) {
          CHECK(worst(b.grad(), 21, [&](Index i) { return two.db(a_in[i], b_in[i]); }) <=
                tolerance);
        }
      }
    }
  }
}

TEST_CASE("clamp refuses bounds in the wrong order, and NaN") {
  const Tensor x = tensor({1, 2});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& bounds : std::vector<std::pair<double, double>>{{2, 1}, {nan, 1}, {0, nan}}) {
    const UsageError error = error_of<UsageError>([&] { clamp(x, bounds.first, bounds.second); });
    CHECK(error.where() == "clamp");
    CHECK(error.expected() == "low <= high");
  }
  CHECK(clamp(x, 1.5, 1.5).to_vector() == std::vector<real>{1.5, 1.5});
}

TEST_CASE("inputs that do not fit are refused by every function of two") {
  for (const Two& two : functions_of_two()) {
    const ShapeError error = error_of<ShapeError>([&] { two.op(zeros({2, 3}), zeros({4, 3})); });
    CHECK(error.where() == two.name);
    CHECK(error.dimension() == 0);
  }
}

}  // namespace elementwise_test
