#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/01_engine/mistakes.h"

using answer::number;
using answer::Number;
using exercise::Measured;

struct Op {
  char kind;  // n: a number, +, *
  int a, b;
  double value;
};

// Numbers are used once, twice and squared. After loss 11, the last, come two calls for the same
// one in the middle, then one before it.
const std::vector<Op> program = {{'n', -1, -1, 1.3}, {'n', -1, -1, -0.7}, {'n', -1, -1, 2.1},
                                 {'*', 1, 0, 0},     {'+', 3, 2, 0},      {'*', 4, 1, 0},
                                 {'*', 5, 5, 0},     {'+', 6, 0, 0},      {'*', 7, 4, 0},
                                 {'*', 8, 2, 0},     {'+', 9, 3, 0},      {'*', 10, 0, 0}};
const int losses[] = {11, 8, 8, 5};

// Twelve numbers, each made of two that are before it; backward is called for four losses of them.
void measure_program(Measured& got) {
  std::vector<Number> made;
  answer::tape.clear();
  for (const Op& op : program) {
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
  for (int loss : losses) {
    calls += "(n" + std::to_string(loss) + ")";
    backward(made[static_cast<size_t>(loss)]);
    for (size_t i = 0; i < made.size(); ++i) {
      got.add("after " + calls + ": the gradient of n" + std::to_string(i), made[i].grad());
    }
    calls += ", ";
  }
}

// loss = x * y + z. On the tape z, which is made of nothing, is after x * y, as a weight may be.
void measure_chain(Measured& got) {
  answer::tape.clear();
  const Number x = number(2), y = number(3), product = x * y, z = number(4);
  const Number loss = product + z;
  backward(loss);
  const std::string where = "loss = x * y + z at (2, 3, 4), z made after x * y: ";
  got.add(where + "the loss", loss.data());
  got.add(where + "d(loss)/dx", x.grad());
  got.add(where + "d(loss)/dy", y.grad());
  got.add(where + "d(loss)/dz", z.grad());
}

void check(Checks& checks) {
  exercise::Measurements all(checks, engine_mistakes);
  all.group("a program of twelve numbers", measure_program);
  all.group("a number after its use", measure_chain);
  all.judge();
}
HOLO_EXERCISE("01_engine", check)
