#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>

#include "exercises/project/freed_memory.h"
#include "exercises/project/given.h"
#include "exercises/project/judge.h"
#include "exercises/project/stage_01_tape/model.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::tape;

using project::Measured;

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

void check(Checks& checks) {
  Measured got;
  for (const model::Calculation& calculation : model::calculations) {
    std::vector<Number> numbers;
    for (double input : calculation.inputs) numbers.push_back(Number(input));
    for (const model::Step& step : calculation.steps) {
      const Number a = numbers[static_cast<size_t>(step.a)],
                   b = numbers[static_cast<size_t>(step.b)];
      numbers.push_back(step.operation == '*' ? a * b : a + b);
    }
    const std::string where = calculation.text + ": ";
    for (size_t i = 0; i < numbers.size(); ++i) {
      got.add(where + calculation.names[i], numbers[i].data());
    }
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
  if (!project::keeps_no_reference(checks, many_numbers)) return;
  if (!project::judge(checks, got, model::numbers, model::sentences)) return;
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
