// What the stepper's check says of Values, from slopes of 1e6 to 1e-12: right gradients agree,
// wrong ones differ, and what nobody can tell is called so.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>

#include "holo/random.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_slope_test {

using namespace holo;

namespace {

TraceLog log_of(double number, const std::function<Value(Value)>& root) {
  return recorded([&] { root(Value(number, "x")).backward(); });
}

// As if each op that x is an argument of had a derivative so many times too large.
void multiply_gradient(TraceLog& log, double factor) {
  std::uint32_t x = 0;
  while (log.nodes[x].label != "x") ++x;
  for (const TraceEvent& event : log.events) {
    if (event.kind != TraceEvent::Kind::contribution || event.parent != x) continue;
    log.numbers[static_cast<std::size_t>(event.first + event.size)] *= factor;
  }
}

// "they agree", say
std::string verdict_of(const TraceLog& log) {
  const std::string text = session(log, "g end\ncheck x\n");
  const std::size_t at = text.find(": ", text.find("slope "));
  return at == text.npos ? text : text.substr(at + 2, text.find('\n', at) - at - 2);
}

struct Function {
  const char* name;
  Value (*f)(Value);
  double low, high;  // of x, whose logarithm is uniform
};

const Function functions[] = {
    {"-log x", [](Value x) { return -log(x); }, 1e-6, 1},
    {"sqrt x", [](Value x) { return sqrt(x); }, 1e-6, 100},
    {"1 / x", [](Value x) { return 1.0 / x; }, 1e-5, 100},
    {"x^3", [](Value x) { return x * x * x; }, 1e-3, 100},
    {"exp x", [](Value x) { return exp(x); }, 1e-3, 10},
    {"tanh x", [](Value x) { return tanh(x); }, 1e-3, 3},
    {"x relu(x - x / 2)", [](Value x) { return x * relu(x - x / 2.0); }, 1e-9, 10},
    {"exp(-1 / x)", [](Value x) { return exp(-1.0 / x); }, 0.1, 10},
};
constexpr double scales[] = {1, 1e-6, 1e-9, 1e-12};

}  // namespace

TEST_CASE(
    "stepper: check has the right verdict of right and wrong gradients, in 200 random cases") {
  PythonRandom random(7);
  for (int i = 0; i < 200; ++i) {
    const Function& function = functions[i % 8];
    const double scale = scales[i / 8 % 4];
    const double x = std::exp(random.uniform(std::log(function.low), std::log(function.high)));
    CAPTURE(function.name);
    CAPTURE(x);
    CAPTURE(scale);
    TraceLog log = log_of(x, [&](Value v) { return scale * function.f(v); });
    CHECK(verdict_of(log) == "they agree");
    const double factors[] = {0, -1, 0.999, 1.001, 2, 10};
    multiply_gradient(log, factors[i % 6]);
    CHECK(verdict_of(log) == "they differ");
  }
}

TEST_CASE("stepper: check calls nothing right or wrong that the rounding of the root hides") {
  const auto beside_one = [](double factor) {
    return log_of(0.5, [factor](Value x) { return x * factor + 1.0; });
  };
  CHECK(verdict_of(beside_one(1e-9)) == "they agree");
  CHECK(verdict_of(beside_one(1e-14)) == "both are too small to tell");
  TraceLog wrong = beside_one(1e-9);
  multiply_gradient(wrong, 10);
  CHECK(verdict_of(wrong) == "they differ");
  TraceLog hidden = beside_one(1e-17);
  multiply_gradient(hidden, 2);
  CHECK(verdict_of(hidden) == "both are too small to tell");
}

TEST_CASE("stepper: check compares no NaN") {
  CHECK(verdict_of(log_of(1, [](Value x) { return x * NAN; })) == "NaN: nothing to compare");
  CHECK(verdict_of(log_of(0, [](Value x) { return sqrt(x); })) == "NaN: nothing to compare");
  TraceLog log = log_of(1, [](Value x) { return x * x; });
  multiply_gradient(log, NAN);
  CHECK(verdict_of(log) == "NaN: nothing to compare");
}

TEST_CASE("stepper: check calls a kink what stays one nearer by, and no curve") {
  const auto says_kink = [](const TraceLog& log) {
    return contains(session(log, "g end\ncheck x\n"), ": a kink, as that of relu at 0");
  };
  CHECK(says_kink(log_of(0, [](Value x) { return relu(x); })));
  CHECK(says_kink(log_of(0, [](Value x) { return relu(x) * 1e-9; })));
  CHECK(says_kink(log_of(2, [](Value x) { return relu(x - 2.0) + exp(x); })));
  for (const double p : {1e-6, 4e-4, 0.3}) {
    TraceLog log = log_of(p, [](Value x) { return -holo::log(x); });
    CHECK(!says_kink(log));
    multiply_gradient(log, 2);
    CHECK(!says_kink(log));
  }
  // The number is no kink, only near to one.
  CHECK(verdict_of(log_of(1e-9, [](Value x) { return relu(x); })) == "they agree");
}

}  // namespace stepper_slope_test
