// edge_values_test.cpp: signs of zero and the smallest numbers are kept; when an infinite
// derivative may reach a gradient, and when not; NaNs pass on. What each op gives there:
// elementwise_edge_test.cpp, by the same formulas.
#include <doctest/doctest.h>

#include <cmath>
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

}  // namespace

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

}  // namespace edge_values_test
