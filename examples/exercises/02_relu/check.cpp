#include "exercises/support/check.h"
#include HOLO_ANSWER

void check(Checks& checks) {
  using answer::relu;
  using answer::relu_backward;
  const char* threshold = "what is above 0 passes, 0.5 too: ask for x > 0";
  checks.equal("relu(3), relu(0.5)", {relu(3), relu(0.5)}, {3, 0.5}, {{{3, 0}, threshold}});
  checks.equal("relu(0)", relu(0), 0);
  checks.equal("relu(-2)", relu(-2), 0,
               {{2, "relu of a negative number is 0, not its absolute value"},
                {-2, "relu of a negative number is 0: this one passes it through"}});

  checks.equal("relu_backward at x = 3 and at 0.5, upstream 5",
               {relu_backward(3, 5), relu_backward(0.5, 5)}, {5, 5},
               {{{1, 1}, "you give the derivative alone: multiply it by the upstream gradient"},
                {{15, 2.5}, "the derivative of relu where x > 0 is 1, not x"},
                {{5, 0}, threshold}});
  checks.equal("relu_backward at x = 3, upstream -5", relu_backward(3, -5), -5,
               {{0,
                 "whether a gradient passes depends on the sign of x, not on the sign of the "
                 "gradient"}});
  checks.equal("relu_backward at x = -2, upstream 5", relu_backward(-2, 5), 0,
               {{5, "where x < 0 the result is 0 whatever x is: no gradient passes there"},
                {-5, "where x < 0 the result is 0 whatever x is: no gradient passes there"}});
  checks.equal("relu_backward at x = 0, upstream 5", relu_backward(0, 5), 0,
               {{5,
                 "at x = 0 this course takes the derivative 0, as PyTorch does: ask for x > 0, not "
                 "x >= 0"}});
}
HOLO_EXERCISE("02_relu", check)
