// value_test.cpp: what a Value is: numbers, constants on both sides, assignment, backward again and
// again, in an order. The derivatives of the ops are in gradcheck_test and formula_test.
#include "holo/value.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <sstream>
#include <vector>

#include "holo/check.h"
#include "support/values/microgpt_math.h"

namespace value_test {
namespace {

using holo::depth_first, holo::Op, holo::Tape, holo::Value;

void backward(Value root, bool in_order) {
  in_order ? root.backward(depth_first(root)) : root.backward();
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// The derivative of y for x alone.
double slope(Value y, Value x) {
  Tape::current().zero_grad();
  y.backward();
  return x.grad();
}

double number(std::size_t i) { return std::sin(1.3 * static_cast<double>(i)) / 3 + 0.1; }

std::vector<Value> leaves(std::size_t n, std::size_t from = 0) {
  std::vector<Value> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(Value(number(from + i)));
  return x;
}

// Two lists, of neighbours on the tape or with other nodes in between.
struct Lists {
  std::vector<Value> a, b;
};
Lists lists(std::size_t n, bool scattered) {
  Lists x;
  if (!scattered) return {leaves(n), leaves(n, n)};
  for (std::size_t i = 0; i < n; ++i) {
    x.b.insert(x.b.begin(), Value(number(2 * n - 1 - i)));
    x.a.push_back(Value(number(i)));
  }
  return x;
}

constexpr std::size_t lengths[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 1000};

}  // namespace

TEST_CASE("value: a number becomes a Value, the power of two Values, text") {
  const Tape::Scope scope;
  Value x = 2;
  x = 2.5;
  const Value p = 1.25, y = pow(x, p);
  CHECK(y.data() == doctest::Approx(3.1435835742073386).epsilon(1e-14));  // by PyTorch, as below
  CHECK(slope(y, x) == doctest::Approx(1.5717917871036693).epsilon(1e-14));
  CHECK(slope(y, p) == doctest::Approx(2.8804364939180145).epsilon(1e-14));
  CHECK(pow(x, 2).data() == 6.25);
  std::ostringstream text;
  text << x << ' ' << p;
  CHECK(text.str() == "Value(data=2.5, grad=1.57179) Value(data=1.25, grad=2.88044)");
}

TEST_CASE("value: compound assignment names a new node and leaves the old one alone") {
  const Tape::Scope scope;
  const Value x(3.0), w(2.0);
  Value y = x;
  y += w;
  CHECK(y.data() == 5);
  y *= w;
  CHECK(y.data() == 10);
  y -= x;
  CHECK(y.data() == 7);
  y /= w;
  CHECK(y.data() == 3.5);
  y += 1;
  y *= 4;
  y -= 2;
  y /= 8;
  CHECK(y.data() == 2);
  CHECK(x.data() == 3);
  // y = (4 (((x + w) w - x) / w + 1) - 2) / 8
  CHECK(slope(y, x) == 0.25);
  CHECK(slope(y, w) == 0.875);
  Value square = x;
  square *= square;
  CHECK(slope(square, x) == 6);
}

TEST_CASE("value: a second backward adds on the leaves and not on the nodes between") {
  for (const bool in_order : {false, true}) {
    const Tape::Scope scope;
    const Value x(3.0);
    const Value between = x * x;
    const Value y = between * 5.0;
    for (int times = 1; times <= 3; ++times) {
      backward(y, in_order);
      CHECK(x.grad() == 30 * times);
      CHECK(between.grad() == 5);
      CHECK(y.grad() == 1);
    }
    // Another root over the same nodes, above and below.
    backward(between, in_order);
    CHECK(x.grad() == 96);
    CHECK(between.grad() == 1);
    const Value z = y + x;
    backward(z, in_order);
    CHECK(x.grad() == 127);
    CHECK(y.grad() == 1);
    Tape::current().zero_grad();
    CHECK(x.grad() == 0);
    CHECK(y.grad() == 0);
    backward(z, in_order);
    CHECK(x.grad() == 31);
    backward(x, in_order);
    CHECK(x.grad() == 32);
  }
}

TEST_CASE("value: set_grad writes one gradient, to which a backward adds") {
  const Tape::Scope scope;
  const Value a(2.0), b(3.0), c(5.0);
  Value(b).set_grad(0.5);
  CHECK(a.grad() == 0);
  CHECK(b.grad() == 0.5);
  CHECK(c.grad() == 0);
  Value(c).set_grad(-2);
  CHECK(b.grad() == 0.5);
  CHECK(c.grad() == -2);
  (a * b).backward();
  CHECK(a.grad() == 3);
  CHECK(b.grad() == 2.5);
  CHECK(c.grad() == -2);
  Tape::current().zero_grad();
  CHECK(b.grad() == 0);
  Value(a).set_grad(7);
  CHECK(a.grad() == 7);
  CHECK(b.grad() == 0);
  CHECK(c.grad() == 0);
}

TEST_CASE("value: set_data changes the number, not what was computed from it") {
  const Tape::Scope scope;
  Value x(3.0);
  const Value y = x * x;
  x.set_data(10);
  CHECK(x.data() == 10);
  CHECK(y.data() == 9);
  CHECK(slope(y, x) == 6);
  CHECK(slope(x * x, x) == 20);
  x.set_grad(0.5);
  CHECK(x.grad() == 0.5);
  (x * 2.0).backward();
  CHECK(x.grad() == 2.5);
}

TEST_CASE("value: sum and dot give what single additions and products give") {
  for (const std::size_t n : lengths) {
    for (const bool scattered : {false, true}) {
      for (const bool in_order : {false, true}) {
        CAPTURE(n);
        CAPTURE(scattered);
        const Tape::Scope scope;
        const Lists x = lists(n, scattered);
        const Value added = sum(x.a), product = dot(x.a, x.b), square = dot(x.a, x.a);
        backward(added * 0.7 + product * 1.1 + square * 1.3, in_order);
        double total = 0, of_products = 0, of_squares = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const double a = number(i), b = number(n + i);
          total += a;
          of_products += a * b;
          of_squares += a * a;
          CHECK(std::fabs(x.a[i].grad() - (0.7 + 1.1 * b + 2.6 * a)) <= 1e-15);
          CHECK(std::fabs(x.b[i].grad() - 1.1 * a) <= 1e-15);
        }
        CHECK(same_bits(added.data(), total));
        CHECK(std::fabs(product.data() - of_products) <= 1e-15 * static_cast<double>(n));
        CHECK(std::fabs(square.data() - of_squares) <= 1e-15 * static_cast<double>(n));
      }
    }
  }
}

TEST_CASE("value: dot adds in one order on every machine, whatever vectors it has") {
  const Tape::Scope scope;
  std::vector<Value> a, b;
  for (int i = 0; i < 19; ++i)
    a.emplace_back(std::pow(10.0, i * i * 5 % 13) * (i % 2 ? -1 : 1) / (3 + i % 5));
  for (int i = 0; i < 19; ++i) b.emplace_back(1.0 / (7 + i));
  CHECK(same_bits(holo::dot(a, b).data(), 0x1.d697202f1c9c8p+28));
  std::vector<Value> scattered;
  for (const Value value : b) {
    scattered.emplace_back(value.data());
    Value(0.0);
  }
  CHECK(same_bits(holo::dot(a, scattered).data(), 0x1.d697202f1c9c8p+28));
}

TEST_CASE("value: sum, and dot of less than eight, add from the left; of nothing they are 0") {
  const Tape::Scope scope;
  // 1e16 + 1 - 1e16 is 0 from the left and 1 or 2 in other orders.
  const std::vector<Value> x = {Value(1e16), Value(1.0), Value(-1e16), Value(0.25)};
  const std::vector<Value> ones(4, Value(1.0));
  CHECK(holo::sum(x).data() == 0.25);
  CHECK(holo::dot(x, ones).data() == 0.25);
  CHECK(same_bits(holo::sum({}).data(), 0.0));
  CHECK(same_bits(holo::dot({}, {}).data(), 0.0));
}

TEST_CASE("value: lists of different lengths are an error") {
  const Tape::Scope scope;
  const std::vector<Value> two(2, Value(1.0)), three(3, Value(1.0));
  CHECK_THROWS_WITH_AS(dot(two, three), "dot: lists of 2 and 3 Values; expected equal lengths",
                       holo::Error);
}

TEST_CASE("value: a zero keeps its sign, and an infinite slope reaches only what uses it") {
  const Tape::Scope scope;
  const auto is_minus_0 = [](Value x) { return x.data() == 0 && std::signbit(x.data()); };
  const Value zero(-0.0);
  CHECK(is_minus_0(zero * 1.0));
  CHECK(is_minus_0(zero + zero));
  CHECK(is_minus_0(sqrt(zero)));
  CHECK(is_minus_0(tanh(zero)));
  CHECK_FALSE(is_minus_0(-zero));
  CHECK_FALSE(is_minus_0(abs(zero)));
  const Value x(0.0), y(2.0), z(0.0);
  const Value aside = log(x);  // its slope is infinite, and the root does not use it
  const Value root = x * 3.0 + y;
  root.backward();
  CHECK(x.grad() == 3);
  CHECK(y.grad() == 1);
  CHECK(aside.grad() == 0);
  (sqrt(z) * 0.0 + y).backward();  // 0 times infinity, in its graph
  CHECK(std::isnan(z.grad()));
}

}  // namespace value_test
