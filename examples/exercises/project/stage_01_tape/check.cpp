#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/freed_memory.h"
#include "exercises/project/given.h"
#include "exercises/project/stage_01_tape/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

// Inputs have the first places of a calculation, each step the next one.
struct Step {
  char operation;
  int a, b;
};
struct Calculation {
  std::string text;
  std::vector<double> inputs;
  std::vector<Step> steps;
  std::vector<std::string> names;
  int loss;
  int second_loss;  // of a second pass, -1 for none
};

const std::vector<Calculation> calculations = {
    {"loss = (x * y) * z + x",
     {1.7, -0.6, 2.3},
     {{'*', 0, 1}, {'*', 3, 2}, {'+', 4, 0}},
     {"x", "y", "z", "x * y", "(x * y) * z", "loss"},
     5,
     -1},
    {"u = x * w, v = u * u, t = v + u, loss = t * x, after = loss * u",
     {1.3, 0.45},
     {{'*', 0, 1}, {'*', 2, 2}, {'+', 3, 2}, {'*', 4, 0}, {'*', 5, 2}},
     {"x", "w", "u", "v", "t", "loss", "after"},
     5,
     3},
    {"s = x + x, r = y * s, loss = r + r * s, after = y + y",
     {0.35, -1.25},
     {{'+', 0, 0}, {'*', 1, 2}, {'*', 3, 2}, {'+', 3, 4}, {'+', 1, 1}},
     {"x", "y", "s", "r", "r * s", "loss", "after"},
     5,
     4}};

// By turns so many products and sums that the tape has to grow in each turn. One number more lets
// it grow at another place of an operation that makes several.
std::vector<double> many_numbers() {
  const Number x(0.7), y(-1.3);
  std::vector<double> got;
  for (int count : {64, 128, 1, 256, 512}) {
    const bool product = count == 64 || count == 256;
    for (int i = 0; i < count; ++i) {
      const Number z = count == 1 ? Number(0.3) : product ? x * y : x + y;
      backward(z);
      got.insert(got.end(), {z.data(), x.grad(), y.grad()});
    }
  }
  return got;
}

void measure(Measured& got, const Calculation& calculation) {
  std::vector<Number> numbers;
  for (double input : calculation.inputs) numbers.push_back(Number(input));
  for (const Step& step : calculation.steps) {
    const Number a = numbers[static_cast<size_t>(step.a)], b = numbers[static_cast<size_t>(step.b)];
    numbers.push_back(step.operation == '*' ? a * b : a + b);
  }
  const std::string where = calculation.text + ": ";
  for (size_t i = 0; i < numbers.size(); ++i)
    got.add(where + calculation.names[i], numbers[i].data());
  std::string calls;
  for (int loss : {calculation.loss, calculation.second_loss}) {
    if (loss < 0) continue;
    const std::string& of = calculation.names[static_cast<size_t>(loss)];
    calls += (calls.empty() ? "backward(" : ", backward(") + of + ")";
    backward(numbers[static_cast<size_t>(loss)]);
    for (size_t i = 0; i < numbers.size(); ++i) {
      got.add(where + "after " + calls + ": d " + of + " / d " + calculation.names[i],
              numbers[i].grad());
    }
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, tape_mistakes, true);
  all.group("calculations", [](Measured& got) {
    for (const Calculation& calculation : calculations) measure(got, calculation);
  });
  if (!project::keeps_no_reference(checks, many_numbers)) return;
  all.judge();
  if (!all.right()) return;
  // 2^40 ways lead from the loss to x: who walks each of them does not come back.
  const Number x(0.7);
  Number doubled = x + x;
  for (int i = 1; i < 40; ++i) doubled = doubled + doubled;
  backward(doubled);
  checks.equal("a number that was doubled 40 times: its gradient", x.grad(), 1099511627776.0);
}

HOLO_EXERCISE("stage_01_tape", check)

void reward() {
  project::Curve curve{'*', {}}, slope{'.', {}};
  for (int i = -40; i <= 40; ++i) {
    const Number x(i / 25.0);
    const Number y = x * x * x + Number(-1) * x;
    backward(y);
    curve.points.emplace_back(x.data(), y.data());
    slope.points.emplace_back(x.data(), x.grad());
  }
  std::printf("\nx * x * x - x (*) and its derivative (.), by your engine:\n\n%s\n",
              project::picture({slope, curve}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
