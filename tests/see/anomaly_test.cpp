// anomaly_test.cpp: the first NaN or infinity is found where it arises, and named: op, node, label,
// direction, element, position, the ranges of the inputs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "holo/anomaly.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/profiler.h"

namespace anomaly_test {

using namespace holo;

namespace {

const double inf = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Tensor input(const Numbers& values) { return tensor(values).set_requires_grad(); }

std::string message_of(const std::function<void()>& run) {
  const AnomalyMode anomaly;
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

struct Case {
  const char* op;         // what the message begins with
  const char* direction;  // "forward" or "backward"
  const char* element;    // a piece of the message
  std::function<void()> run;
};

const std::vector<Case> cases = {
    {"log", "forward", "made nan at element 1 [1]",
     [] {
       log(input({1, -1}));
     }},
    {"log", "forward", "made -inf at element 0 [0]",
     [] {
       log(input({0, 1}));
     }},
    {"sqrt", "forward", "made nan at element 2 [2]",
     [] {
       sqrt(input({1, 2, -3}));
     }},
    {"div", "forward", "made nan at element 0 [0]", [] { input({0}) / input({0}); }},
    {"div", "forward", "made inf at element 1 [1]",
     [] {
       input({1, 1}) / input({1, 0});
     }},
    {"reciprocal", "forward", "made inf at element 0", [] { reciprocal(input({0})); }},
    {"pow", "forward", "made nan at element 0", [] { pow(input({-1}), 0.5); }},
    {"mul", "forward", "made nan at element 0", [] { mul(input({inf}), input({0})); }},
    {"softmax", "forward", "made nan at element 2 [1,0]",
     [] {
       softmax(tensor({{1, 2}, {-inf, -inf}}).set_requires_grad(), -1);
     }},
    {"mean", "forward", "made nan", [] { mean(tensor({}).set_requires_grad()); }},
    {"matmul", "forward", "made nan at element 0 []",
     [] {
       matmul(input({inf, 1}), input({0, 1}));
     }},
    {"cross_entropy", "forward", "made inf",
     [] {
       cross_entropy(tensor({{0, -inf}}).set_requires_grad(), Indices({1}));
     }},
    {"sqrt", "backward", "to element 0 [0]",
     [] {
       sum(sqrt(input({0, 1}))).backward();
     }},
    {"sqrt", "backward", "sent nan to element 0 [0]",
     [] {
       sum(where(tensor({0, 1}), sqrt(input({0, 1})), zeros({2}))).backward();
     }},
    {"abs", "forward", "made nan", [] { abs(input({nan})); }},
};

}  // namespace

TEST_CASE("anomaly mode names op, direction and element of the first bad number") {
  for (const Case& c : cases) {
    const std::string message = message_of(c.run);
    CAPTURE(message);
    CHECK(message.rfind(fmt::format("{}: {}", c.op, c.direction), 0) == 0);
    CHECK(message.find(c.element) != std::string::npos);
    CHECK(message.find(fmt::format(" {}", c.op)) != std::string::npos);  // "node #4 log"
  }
}

TEST_CASE("anomaly mode tells the label and the ranges of the inputs, and a remedy") {
  const std::string message = message_of([] {
    Tensor x = input({3, -2, 0.5});
    x.set_label("hidden");
    log(x);
  });
  CAPTURE(message);
  CHECK(message.find("(hidden) in -2 to 3") != std::string::npos);
  CHECK(message.find("Try: ") != std::string::npos);

  const std::string masked = message_of([] {
    sum(where(tensor({0, 1}), sqrt(input({0, 1})), zeros({2}))).backward();
  });
  CAPTURE(masked);
  CHECK(masked.find("where(m, sqrt(where(m, x, 1)), 0)") != std::string::npos);
}

TEST_CASE("anomaly mode: infinities pass when only NaN is watched, and nothing is said outside") {
  {
    const AnomalyMode anomaly(AnomalyMode::Watch::nan);
    CHECK_NOTHROW(softmax(masked_fill(input({1, 2}), tensor({0, 1}), -inf), -1));
    CHECK_THROWS_AS(log(input({-1})), Error);
  }
  CHECK_NOTHROW(log(input({-1})));
  CHECK(message_of([] { sum(exp(input({1, 2}))).backward(); }) == "");
}

// Counts what it hears of, and the inputs.
struct Counter : Observer {
  int ops = 0, inputs = 0, backwards = 0;
  void on_op(const Node& node, const OpOptions&) override {
    ++ops;
    inputs += node.parent_count;
  }
  void on_backward(const Node&) override { ++backwards; }
};

TEST_CASE("observers: all of them hear everything, also when one of them throws") {
  const Counter older;
  const AnomalyMode anomaly;
  const Counter newer;
  Tensor x = input({1, 2});
  sum(x * x).backward();
  CHECK_THROWS_AS(log(tensor({-1})), Error);
  {
    const NoGrad no_grad;
    CHECK(exp(x).node().parent_count == 0);  // only the observers see its input
  }
  for (const Counter* const counter : {&older, &newer}) {
    CHECK(counter->ops == 4);
    CHECK(counter->inputs == 5);
    CHECK(counter->backwards == 2);
  }
}

TEST_CASE("observers: they may end in any order, and the others go on") {
  auto first = std::make_unique<AnomalyMode>();
  auto second = std::make_unique<Profiler>();
  auto third = std::make_unique<AnomalyMode>();
  first.reset();
  exp(tensor({1, 2}));
  CHECK(second->entries().at("exp").calls == 1);
  CHECK_THROWS_AS(log(tensor({-1})), Error);
  third.reset();
  CHECK_NOTHROW(log(tensor({-1})));
  CHECK(second->entries().at("log").calls >= 1);
  second.reset();
  CHECK_NOTHROW(log(tensor({-1})));
}

TEST_CASE("profiler: two backwards over one op are two calls") {
  const Tensor y = exp(tensor({1}).set_requires_grad());
  const Profiler profiler;
  y.backward(true);
  y.backward(true);
  CHECK(profiler.entries().at("exp backward").calls == 2);
  CHECK(profiler.to_text().find("\nexp backward  ") != std::string::npos);
}

TEST_CASE("profiler: what took longest comes first, and the shares add up to 100 percent") {
  const Profiler profiler;
  tanh(ones({300, 300}));
  exp(ones({2}));
  std::istringstream text(profiler.to_text());
  double total = 0, before = 100;
  for (std::string line; std::getline(text, line);) {
    if (line.back() != '%') continue;  // the heading
    const double share = std::stod(line.substr(line.find_last_of(' ')));
    CHECK(share <= before);
    total += before = share;
  }
  CHECK(total == doctest::Approx(100).epsilon(0.01));
}

}  // namespace anomaly_test
