#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::backward;
using answer::derivative;
using answer::squared_relu;

void check(Checks& checks) {
  checks.equal("squared ReLU of 3", squared_relu(3), 9, {{3, "this is ReLU: square what is left"}});
  checks.equal("squared ReLU of -2", squared_relu(-2), 0,
               {{4, "cut the negative numbers off before you square: a square is never negative"}});
  checks.equal("squared ReLU of -0.5, 0, 0.5, 1",
               {squared_relu(-0.5), squared_relu(0), squared_relu(0.5), squared_relu(1)},
               {0, 0, 0.25, 1});

  checks.equal("the derivative at 3", derivative(3), 6,
               {{3, "the derivative of a square has a factor 2"},
                {2, "the derivative of z^2 is 2 z, not a step to 2"},
                {1, "that is the derivative of ReLU: that of its square is 2 max(0, z)"},
                {18, "the derivative belongs to the input z: yours is taken at the output"},
                {9, "this is the function itself: return its derivative"}});
  checks.equal("the derivative at -2", derivative(-2), 0,
               {{-4, "below 0 squared ReLU is constant, so its derivative is 0 there"},
                {4, "below 0 nothing changes when z does: the derivative is 0, not 2 |z|"}});
  checks.equal("the derivative at 0, 0.25, 0.5", {derivative(0), derivative(0.25), derivative(0.5)},
               {0, 0.5, 1});

  checks.equal("z = (3, -2, 0.5), gradient (10, 10, -4): d(loss)/dz",
               backward({3, -2, 0.5}, {10, 10, -4}), {60, 0, -4},
               {{{6, 0, 1}, "multiply the derivative by the gradient that comes from above"},
                {{200, 200, 0}, "the derivative is taken at z, not at the gradient"}});
  checks.equal("z = (1, 1), gradient (0, 5): d(loss)/dz", backward({1, 1}, {0, 5}), {0, 10},
               {{{2, 2}, "multiply the derivative by the gradient that comes from above"}});
}

HOLO_EXERCISE("13_squared_relu", check)
