#include "exercises/support/check.h"
#include HOLO_ANSWER

using answer::number;
using answer::Number;

// loss = x * y + z
void check_chain(Checks& checks) {
  const Number x = number(2), y = number(3), z = number(4);
  const Number loss = x * y + z;
  checks.equal("2 * 3 + 4", loss.data(), 10);
  backward(loss);
  checks.equal("loss = x * y + z at (2, 3, 4): d(loss)/dz", z.grad(), 1,
               {{0, "no gradient begins at the loss: d(loss) / d(loss) is 1"}});
  checks.equal(
      "d(loss)/dx, d(loss)/dy", {x.grad(), y.grad()}, {3, 2},
      {{{2, 3}, "the derivative of x * y for x is y, not x"},
       {{0, 0},
        "you follow the tape in the order of creation: begin at the loss and go back to the "
        "first number"}});
}

// loss = (y * x) * z: the first number of the tape is the second one of a product
void check_upstream(Checks& checks) {
  const Number x = number(2), y = number(3), z = number(5);
  backward((y * x) * z);
  checks.equal("loss = (y * x) * z at (2, 3, 5): d(loss)/dx, d(loss)/dy", {x.grad(), y.grad()},
               {15, 10},
               {{{3, 2},
                 "a gradient is multiplied by the gradient of the result, not only by the local "
                 "derivative: grad += node.grad * node.da"},
                {{0, 10},
                 "the first number of the tape has place 0, and gets a gradient as the others do: "
                 "only -1 is no place"}});
}

// loss = x * 5 + x * 7
void check_two_uses(Checks& checks) {
  const Number x = number(2), five = number(5), seven = number(7);
  const Number first = x * five;
  const Number last = x * seven;
  backward(first + last);
  checks.equal(
      "loss = x * 5 + x * 7: d(loss)/dx", x.grad(), 12,
      {{5, "your gradient is overwritten where a number is used twice: add to it with +="},
       {7,
        "only the last use of a number gives it a gradient: add the gradients of all its uses"}});
}

// loss = u * u with u = x * 3
void check_square(Checks& checks) {
  const Number x = number(2), three = number(3);
  const Number u = x * three;
  backward(u * u);
  checks.equal(
      "loss = u * u, u = x * 3, at x = 2: d(loss)/du", u.grad(), 12,
      {{6, "your gradient is overwritten where a number is used twice: add to it with +="}});
  checks.equal("d(loss)/dx", x.grad(), 36,
               {{54,
                 "a number passes its gradient on before all its uses have added to it: visit each "
                 "number once, after everything that was made of it"}});
}

void check_second_call(Checks& checks) {
  const Number x = number(2), y = number(3);
  const Number loss = x * y;
  backward(loss);
  backward(loss);
  checks.equal("loss = x * y at (2, 3), backward called twice: d(loss)/dx", x.grad(), 3,
               {{6,
                 "the gradients of the call before are still there: set all of them to 0 when "
                 "backward begins"}});
}

void check(Checks& checks) {
  for (auto part : {check_chain, check_upstream, check_two_uses, check_square, check_second_call}) {
    answer::tape.clear();
    part(checks);
  }
}
HOLO_EXERCISE("01_engine", check)
