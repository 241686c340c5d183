// 01_value: the derivatives of a small calculation, by hand and by tape. Nothing is learned yet:
// this is only what a Value is, and what backward does.
#include <fmt/format.h>

#include "holo/check.h"
#include "holo/value.h"
#include "holo/value_graph.h"
#include "support/recorded/command_line.h"

using namespace holo;

// y = x w + b, loss = y^2. The chain rule from the loss back to the inputs:
//   dloss/dy = 2 y    dloss/dx = dloss/dy w    dloss/dw = dloss/dy x    dloss/db = dloss/dy
void derivative_by_hand() {
  const double x = 3, w = 2, b = -1;
  const double y = x * w + b;
  const double loss = y * y;
  const double dy = 2 * y;
  fmt::print("1. by hand\nloss {}: dx {}, dw {}, db {}\n\n", loss, dy * w, dy * x, dy);
}

// The same with Values: the tape writes every operation down, backward reads it from its end.
void derivative_by_tape() {
  const Value x(3.0, "x"), w(2.0, "w"), b(-1.0, "b");
  Value y = x * w + b;
  Value loss = y * y;
  loss.backward();
  fmt::print("2. by tape\nloss {}: dx {}, dw {}, db {}\n", loss.data(), x.grad(), w.grad(),
             b.grad());

  y.set_label("y");
  loss.set_label("loss");
  print_graph(loss);
  const Tape& tape = Tape::current();
  fmt::print("{} nodes and {} edges take {} bytes, a Value takes {}\n\n", tape.node_count(),
             tape.edge_count(), tape.bytes(), sizeof(Value));
}

// x leads to y in three ways, and each adds its part: dy/dx = x + x + 1.
void used_more_than_once() {
  const Value x(3.0, "x");
  const Value y = x * x + x;
  y.backward();
  fmt::print("3. used more than once\ny = x * x + x = {}: dx {}\n", y.data(), x.grad());
  y.backward();
  fmt::print("backward again: dx {}\n", x.grad());
  Tape::current().zero_grad();
  y.backward();
  fmt::print("zero_grad, then backward: dx {}\n\n", x.grad());
}

// One function for two kinds of numbers: doubles are calculated with, Values are also written down.
template <class T>
T cube(T x) {
  return x * x * x;
}

// The slope (f(x + h) - f(x - h)) / 2h differs from the derivative by about h^2 f'''(x) / 6. For
// the cube this is h^2, exactly.
void numerical_check() {
  const Value x(3.0);
  cube(x).backward();
  fmt::print("4. a numerical check\ncube at 3 by tape: dx {}\n", x.grad());
  for (const double h : {0.1, 0.01, 0.001}) {
    const double slope = (cube(3.0 + h) - cube(3.0 - h)) / (2 * h);
    fmt::print("h {:5}: slope {:.6f}, error {:.6f}\n", h, slope, slope - x.grad());
  }
  fmt::print("\n");
}

// A training step makes nodes that the next step does not need. At the end of a Scope they are
// forgotten, and using one of them is an error.
void forget_what_a_step_made() {
  const Value x(3.0, "x");
  const Tape& tape = Tape::current();
  fmt::print("5. forget what a step made\nnodes before {}", tape.node_count());
  Value y = x;
  for (int step = 1; step <= 3; ++step) {
    const Tape::Scope scope;
    y = x * x;
    fmt::print(", in step {} {}", step, tape.node_count());
  }
  fmt::print(", after {}\n", tape.node_count());
  try {
    y.data();
  } catch (const Error& error) {
    fmt::print("y.data(): {}\n", error.what());
  }
}

void program(int argc, char** argv) {
  CommandLine(argc, argv, "Derivatives by hand and by tape.").finish();
  derivative_by_hand();
  derivative_by_tape();
  used_more_than_once();
  numerical_check();
  forget_what_a_step_made();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
