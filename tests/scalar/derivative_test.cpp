// Derivatives that are Values: those of backward, gradcheck to order 3, closed forms.
#include "holo/derivative.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/gradcheck.h"
#include "see/op_samples.h"

namespace derivative_test {

using namespace holo;
using op_samples::Function, op_samples::Inputs, op_samples::Sample;

namespace {

// The derivative of f in one direction, with another weight for each input.
Function slope_of(const Function& f) {
  return [f](Inputs x) {
    const std::vector<Value> slopes = derivatives(f(x), x);
    Value sum(0.0);
    for (std::size_t i = 0; i < x.size(); ++i) sum += slopes[i] * (1 + 0.1 * double(i));
    return sum;
  };
}

double second_derivative(Value (*f)(Value), double at) {
  const Value x(at);
  return derivative(derivative(f(x), x), x).data();
}

}  // namespace

TEST_CASE("derivative: equal to the gradient of backward, for every op") {
  for (int i = 0; i < op_count; ++i) {
    CAPTURE(op_name(static_cast<Op>(i)));
    for (const Sample& sample : op_samples::samples_of(static_cast<Op>(i))) {
      CAPTURE(sample.form);
      CAPTURE(sample.inputs[0]);
      const Tape tape;
      const std::vector<Value> x(sample.inputs.begin(), sample.inputs.end());
      const Value y = sample.f(x);
      const std::vector<Value> slopes = derivatives(y, x);
      y.backward();
      for (std::size_t j = 0; j < x.size(); ++j) CHECK(slopes[j].data() == x[j].grad());
    }
  }
}

// Every eleventh sample: then each form has its turn, and many inputs are left out, which take
// long.
TEST_CASE("derivative: gradcheck of orders 2 and 3, for every op") {
  for (int i = 0; i < op_count; ++i) {
    CAPTURE(op_name(static_cast<Op>(i)));
    for (const Sample& sample : op_samples::samples_of(static_cast<Op>(i))) {
      if (sample.inputs.size() > 9) continue;
      CAPTURE(sample.form);
      CAPTURE(sample.inputs[0]);
      const Tape tape;
      const Function slope = slope_of(sample.f);
      const GradcheckResult second = gradcheck(slope, sample.inputs);
      CHECK_MESSAGE(second.ok, second.describe());
      const GradcheckResult third = gradcheck(slope_of(slope), sample.inputs);
      CHECK_MESSAGE(third.ok, third.describe());
    }
  }
}

TEST_CASE("derivative: x^5 to order 6, exactly") {
  const auto product = [](Value x) { return x * x * x * x * x; };
  const auto power = [](Value x) { return pow(x, 5); };
  for (const auto& f : {Function([&](Inputs x) { return product(x[0]); }),
                        Function([&](Inputs x) { return power(x[0]); })}) {
    const Tape tape;
    const Value x(2.0);
    Value y = f({&x, 1});
    for (const double want : {80, 160, 240, 240, 120, 0, 0}) {
      y = derivative(y, x);
      CHECK(y.data() == want);
    }
  }
}

TEST_CASE("derivative: of order 2, 3 and 4 at both infinities, and where e^(-x^2) is 0") {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<Value (*)(Value)> functions = {erfc, gelu, silu, sigmoid, tanh, softplus};
  const Tape tape;
  for (const auto f : functions) {
    for (const double at : {inf, -inf, 1e200, -1e200, 60.0, -60.0}) {
      CAPTURE(at);
      const Value x(at);
      const Value y = f(x);
      CAPTURE(std::string(op_name(y.op())));
      Value slope = derivative(y, x);
      for (int order = 2; order <= 4; ++order) {
        slope = derivative(slope, x);
        CHECK(std::abs(slope.data()) < 1e-20);
      }
    }
  }
  const Value x(std::numeric_limits<double>::quiet_NaN());
  CHECK(std::isnan(derivative(erfc(x), x).data()));
}

TEST_CASE("derivative: at a kink it is that of math.h, and the next one is 0") {
  const Tape tape;
  const Value x(0.0), z(0.0);
  CHECK(derivative(relu(x), x).data() == 0);
  CHECK(derivative(abs(x), x).data() == 0);
  CHECK(derivative(max(x, z), x).data() == 0.5);
  CHECK(derivative(min(x, 0.0), x).data() == 0.5);
  CHECK(derivative(derivative(relu(x), x), x).data() == 0);
  CHECK(derivative(relu2(x), x).data() == 0);
  CHECK(second_derivative(relu2, 0) == 2);
  CHECK(second_derivative(relu2, -1) == 0);
  CHECK(second_derivative(abs, 3) == 0);
}

TEST_CASE("derivative: 0 where nothing depends, 1 for itself, and of a Value in between") {
  const Tape tape;
  const Value x(3.0), other(5.0);
  const Value inner = x * x, y = inner * inner;
  const Value newer(1.0);
  CHECK(derivative(y, other).data() == 0);
  CHECK(derivative(y, newer).data() == 0);
  CHECK(derivative(y, y).data() == 1);
  CHECK(derivative(y, inner).data() == 18);
  const std::vector<Value> both = derivatives(y, std::vector{inner, x, other});
  CHECK(both[0].data() == 18);
  CHECK(both[1].data() == 108);
  CHECK(both[2].data() == 0);
  CHECK(derivatives(y, {}).empty());
  CHECK(x.grad() == 0);
  CHECK(derivative(derivative(log(other), x), other).data() == 0);
}

TEST_CASE("derivative: what cannot reach x is left out, be it infinite") {
  const Tape tape;
  const Value x(2.0), zero(0.0);
  const Value y = x * x + sqrt(zero);
  CHECK(derivative(y, x).data() == 4);
  CHECK(derivative(derivative(y, x), x).data() == 2);
  CHECK(std::isinf(derivative(y, zero).data()));
  Value chain = zero;
  for (int i = 0; i < 100; ++i) chain = tanh(chain);
  const Value z = x * 2.0 + chain;
  const std::size_t before = tape.node_count();
  CHECK(derivative(z, x).data() == 2);
  CHECK(tape.node_count() - before == 2);  // 1 and 2 * 1
}

TEST_CASE("derivative: a chain of 100,000 nodes, twice") {
  const Tape tape;
  const Value x(3.0);
  Value y(0.0);
  for (int i = 0; i < 100'000; ++i) y = y + x * x;
  const Value slope = derivative(y, x);
  CHECK(slope.data() == 600'000);
  CHECK(derivative(slope, x).data() == 200'000);
  slope.backward();
  CHECK(x.grad() == 200'000);
}

TEST_CASE("derivative: a Scope removes it, and what is not on the tape is refused") {
  const Tape tape;
  const Value x(3.0);
  const std::size_t before = Tape::current().node_count();
  Value slope = x;
  {
    const Tape::Scope scope;
    slope = derivative(x * x, x);
    CHECK(slope.data() == 6);
  }
  CHECK(Tape::current().node_count() == before);
  CHECK_THROWS_AS(slope.data(), Error);
  CHECK_THROWS_AS(derivative(slope, x), Error);
  CHECK_THROWS_AS(derivative(x, slope), Error);
  CHECK_THROWS_AS(derivative(Value(), x), Error);
  for (const Op op : {Op::pow, Op::mul, Op::div}) {
    const Value by_hand = Tape::record(op, 9, {x, 6});
    CHECK_THROWS_AS(derivative(by_hand, x), Error);
  }
}

}  // namespace derivative_test
