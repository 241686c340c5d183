#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <string>
#include <vector>

#include "exercises/01_engine/model.h"

using answer::number;
using answer::Number;

// loss = x * y + z. On the tape z, which is made of nothing, is after x * y, as a weight may be.
void check_chain(Checks& checks) {
  const Number x = number(2), y = number(3), product = x * y, z = number(4);
  const Number loss = product + z;
  backward(loss);
  checks.that(
      "a number that is made of nothing ends nothing", x.grad() != 0 || z.grad() != 1,
      "the loop ends at a number that is made of nothing: others are before it on the tape");
  checks.equal(
      "loss = x * y + z at (2, 3, 4), z made after x * y: the loss, d(loss)/dx, d(loss)/dy, "
      "d(loss)/dz",
      {loss.data(), x.grad(), y.grad(), z.grad()}, {10, 3, 2, 1});
}

// Twelve numbers, each made of two that are before it; backward is called for four losses of them.
void check_program(Checks& checks) {
  namespace engine = exercise::engine;
  exercise::Measured got;
  std::vector<Number> made;
  for (const engine::Op& op : engine::program) {
    const auto at = [&](int place) { return made[static_cast<size_t>(place)]; };
    const std::string place = std::to_string(made.size());
    const std::string a = "n" + std::to_string(op.a), b = "n" + std::to_string(op.b);
    made.push_back(op.kind == 'n'   ? number(op.value)
                   : op.kind == '+' ? at(op.a) + at(op.b)
                                    : at(op.a) * at(op.b));
    got.add(op.kind == 'n' ? "n" + place : "n" + place + " = " + a + " " + op.kind + " " + b,
            made.back().data());
  }
  std::string calls = "backward";
  for (int loss : engine::losses) {
    calls += "(n" + std::to_string(loss) + ")";
    backward(made[static_cast<size_t>(loss)]);
    for (size_t i = 0; i < made.size(); ++i) {
      got.add("after " + calls + ": the gradient of n" + std::to_string(i), made[i].grad());
    }
    calls += ", ";
  }
  exercise::judge(checks, got, engine::numbers_with, engine::sentences);
}

void check(Checks& checks) {
  for (auto part : {check_program, check_chain}) {
    answer::tape.clear();
    part(checks);
  }
}
HOLO_EXERCISE("01_engine", check)
