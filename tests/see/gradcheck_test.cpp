// gradcheck_test.cpp: the gradient of every op is that of differences, and gradcheck itself sees a
// derivative that is wrong.
#include "holo/gradcheck.h"

#include <doctest/doctest.h>

#include <cmath>

#include "holo/check.h"
#include "see/op_samples.h"

namespace gradcheck_test {
namespace {

using holo::gradcheck, holo::GradcheckResult, holo::Op, holo::Tape, holo::Value;
using op_samples::Inputs, op_samples::numbers, op_samples::Sample;

// True when the sample writes a node of this op at all.
bool records(const Sample& sample, Op op) {
  const Tape::Scope scope;
  const std::size_t first = Tape::current().node_count();
  const std::vector<Value> x(sample.inputs.begin(), sample.inputs.end());
  sample.f(x);
  for (std::size_t i = first; i < Tape::current().node_count(); ++i) {
    if (Tape::current().view(i).op == op) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("gradcheck: every op, at 24 samples or more") {
  std::size_t total = 0;
  for (int i = 0; i < holo::op_count; ++i) {
    const Op op = static_cast<Op>(i);
    CAPTURE(holo::op_name(op));
    const std::vector<Sample> samples = op_samples::samples_of(op);
    REQUIRE(samples.size() >= 24);
    total += samples.size();
    for (const Sample& sample : samples) {
      CAPTURE(sample.form);
      CAPTURE(sample.inputs[0]);
      REQUIRE(records(sample, op));
      const GradcheckResult result = gradcheck(sample.f, sample.inputs);
      CHECK_MESSAGE(result.ok, result.describe());
    }
  }
  MESSAGE("gradcheck: ", holo::op_count, " of ", holo::op_count, " ops, ", total, " samples");
}

TEST_CASE("gradcheck: a derivative that is wrong by a thousandth is found, and which") {
  const auto square = [](Value x, double factor) {
    return Value(Tape::record(Op::mul, x.data() * x.data(), {x, 2 * x.data() * factor}));
  };
  for (const double factor : {1.001, 0.999, -1.0, 0.0, 1 + 1e-6, double{NAN}, double{INFINITY}}) {
    CAPTURE(factor);
    const auto f = [&](Inputs x) {
      return square(x[0], 1) + square(x[1], factor) + square(x[2], 1);
    };
    const GradcheckResult result = gradcheck(f, {1.5, 2.5, -0.5});
    CHECK_FALSE(result.ok);
    CHECK(result.worst == 1);
    CHECK(result.numeric == doctest::Approx(5).epsilon(1e-10));
    if (std::isfinite(factor)) CHECK(result.analytic == 5 * factor);
    CHECK(result.describe().rfind("wrong: f = 8.75, worst input 1: analytic ", 0) == 0);
  }
  const auto right = [&](Inputs x) { return square(x[0], 1 + 1e-8); };
  const GradcheckResult result = gradcheck(right, {2.5});
  CHECK(result.ok);
  CHECK(result.describe().rfind("ok: f = 6.25, worst input 0: analytic 5.00000005, numeric ", 0) ==
        0);
}

TEST_CASE("gradcheck: what is not finite is wrong") {
  CHECK_FALSE(gradcheck([](Inputs x) { return sqrt(x[0]); }, {0}).ok);
  CHECK_FALSE(gradcheck([](Inputs x) { return log(x[0]); }, {-1}).ok);
  CHECK_FALSE(gradcheck([](Inputs x) { return x[0] / 0.0; }, {1}).ok);
  CHECK_FALSE(gradcheck([](Inputs x) { return x[0]; }, {NAN}).ok);
  CHECK_FALSE(gradcheck([](Inputs x) { return x[0] * 0.0 + x[1]; }, {1, INFINITY}).ok);
  // x^2 with the right derivative, and a hole at 2, which no difference visits.
  const auto hole = [](Inputs x) {
    const double at = x[0].data();
    return Value(Tape::record(Op::mul, at == 2 ? INFINITY : at * at, {x[0], 2 * at}));
  };
  CHECK_FALSE(gradcheck(hole, {2}).ok);
  const GradcheckResult result = gradcheck([](Inputs x) { return log(x[0]); }, {-1});
  CHECK(result.describe().find("numeric nan") != std::string::npos);
}

TEST_CASE("gradcheck: a kink inside the six points is found") {
  CHECK_FALSE(gradcheck([](Inputs x) { return relu(x[0]); }, {0.0005}).ok);
  CHECK_FALSE(gradcheck([](Inputs x) { return abs(x[0]); }, {-0.001}).ok);
}

TEST_CASE("gradcheck: forgets its nodes, and takes Values from outside") {
  const Tape::Scope scope;
  const Value w(3.0);
  const std::size_t nodes = Tape::current().node_count(), edges = Tape::current().edge_count();
  CHECK(gradcheck([&](Inputs x) { return w * x[0] * x[0]; }, {2}).ok);
  CHECK(Tape::current().node_count() == nodes);
  CHECK(Tape::current().edge_count() == edges);
  CHECK_THROWS_AS(gradcheck([](Inputs) -> Value { throw 1; }, {2}), int);
  CHECK(Tape::current().node_count() == nodes);
}

TEST_CASE("gradcheck: no inputs and steps that are no steps are errors") {
  const auto f = [](Inputs x) { return x.empty() ? Value(1.0) : x[0]; };
  CHECK_THROWS_WITH_AS(gradcheck(f, {}), "gradcheck: no inputs; expected at least one number",
                       holo::Error);
  for (const double step : {0.0, -1e-3, double{NAN}, double{INFINITY}})
    CHECK_THROWS_AS(gradcheck(f, {1}, step), holo::Error);
  CHECK_THROWS_AS(gradcheck([](Inputs) { return Value(); }, {1}), holo::Error);
}

}  // namespace gradcheck_test
