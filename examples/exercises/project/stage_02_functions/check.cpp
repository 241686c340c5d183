#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/freed_memory.h"
#include "exercises/project/given.h"
#include "exercises/project/stage_02_functions/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using Places = std::vector<std::pair<double, double>>;

// Of a function f: y = f(0.8 x, 1.1 b), and the gradients of y * y + 0.3 y.
void measure(Measured& got, const std::string& name, Number (*function)(Number, Number),
             const Places& places) {
  for (const auto& [x_value, b_value] : places) {
    const Number x(x_value), b(b_value);
    const Number y = function(Number(0.8) * x, Number(1.1) * b);
    backward(y * y + Number(0.3) * y);
    const std::string where = name + " with x = " + std::to_string(0.8 * x_value) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d loss / dx", x.grad());
    got.add(where + "d loss / db", b.grad());
  }
}

// Of one function after the other so many numbers that the tape has to grow for each of them.
std::vector<double> many_numbers() {
  const Number x(0.7), b(-1.3);
  std::vector<double> got;
  int count = 4;
  for (Number (*function)(Number, Number) :
       {+[](Number a, Number) { return exp(a); }, +[](Number a, Number) { return log(a); },
        +[](Number a, Number) { return pow(a, 3); }, +[](Number a, Number) { return relu(a); },
        +[](Number a, Number) { return tanh(a); }, +[](Number a, Number) { return -a; },
        +[](Number a, Number c) { return a - c; }, +[](Number a, Number c) { return a / c; }}) {
    count *= 2;
    for (int i = 0; i < count; ++i) {
      const Number y = function(x, b);
      backward(y);
      got.insert(got.end(), {y.data(), x.grad(), b.grad()});
    }
  }
  return got;
}

using N = Number;
void check(Checks& checks) {
  // First, while the tape is short: it has to grow in each function.
  if (!project::keeps_no_reference(checks, many_numbers)) return;
  exercise::Measurements all(checks, functions_mistakes, true);
  const Places any = {{-1.3, 0.7}, {0.4, -1.9}, {1.7, 1.2}};
  const Places positive = {{0.35, 0.7}, {1.1, -1.9}, {2.6, 1.2}};
  const Places with_zero = {{-1.3, 1}, {0, 1}, {0.7, 1}, {2.2, 1}};
  const Places of_power = {{-0.35, 1}, {2.6, 1}};
  const auto group = [&](const std::string& name, Number (*function)(Number, Number),
                         const Places& places) {
    all.group(name, [&](Measured& got) { measure(got, name, function, places); });
  };
  group(
      "exp", [](N x, N) { return exp(x); }, any);
  group(
      "log", [](N x, N) { return log(x); }, positive);
  all.group("pow", [&](Measured& got) {
    measure(
        got, "pow, n = -0.5", [](N x, N) { return pow(x, -0.5); }, positive);
    measure(
        got, "pow, n = 3", [](N x, N) { return pow(x, 3); }, of_power);
    measure(
        got, "pow, n = 2", [](N x, N) { return pow(x, 2); }, of_power);
  });
  group(
      "relu", [](N x, N) { return relu(x); }, with_zero);
  group(
      "tanh", [](N x, N) { return tanh(x); }, any);
  group(
      "-x", [](N x, N) { return -x; }, any);
  group(
      "a - b", [](N a, N b) { return a - b; }, any);
  group(
      "a / b", [](N a, N b) { return a / b; }, any);
  all.judge();
}

HOLO_EXERCISE("stage_02_functions", check)

void reward() {
  project::Curve curve{'*', {}}, slope{'.', {}};
  for (int i = -60; i <= 60; ++i) {
    const Number x(i / 20.0);
    const Number y = tanh(x) + relu(x) / (Number(1) + exp(-x));
    backward(y);
    curve.points.emplace_back(x.data(), y.data());
    slope.points.emplace_back(x.data(), x.grad());
  }
  std::printf(
      "\ntanh(x) + relu(x) / (1 + exp(-x)) (*) and its derivative (.), by your engine:\n\n%s\n",
      project::picture({slope, curve}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
