#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::layer_norm;
using answer::layer_norm_backward;
using answer::Vector;

const Vector ones = {1, 1, 1, 1}, zeros = {0, 0, 0, 0}, first = {1, 0, 0, 0};

// (1, 1, 5, 5) has the mean 3 and the variance 4.
const Vector x = {1, 1, 5, 5};

void check_forward(Checks& checks) {
  const double other = 2 / std::sqrt(16.0 / 3);
  checks.equal("layer norm of (1, 1, 5, 5)", layer_norm(x, ones, zeros, 0), {-1, -1, 1, 1},
               {{{-other, -other, other, other},
                 "the variance divides by the number of elements, not by one less"},
                {{-0.5, -0.5, 0.5, 0.5}, "divide by the root of the variance, not by the variance"},
                {{0.5, 0.5, 2.5, 2.5}, "subtract the mean before you divide"}});
  checks.equal("layer norm of (1, 1, 5, 5), epsilon 12", layer_norm(x, ones, zeros, 12),
               {-0.5, -0.5, 0.5, 0.5},
               {{{-1.0 / 7, -1.0 / 7, 1.0 / 7, 1.0 / 7},
                 "epsilon stands inside of the root: sqrt(variance + epsilon)"},
                {{-1, -1, 1, 1}, "epsilon is missing: divide by sqrt(variance + epsilon)"}});
  checks.equal("with the gain (1, 2, 3, 4) and the bias (10, 20, 30, 40)",
               layer_norm(x, {1, 2, 3, 4}, {10, 20, 30, 40}, 0), {9, 18, 33, 44});
  checks.equal("layer norm of (7, 7, 7, 7), epsilon 1", layer_norm({7, 7, 7, 7}, ones, zeros, 1),
               zeros);
}

void check_backward(Checks& checks) {
  checks.equal("(1, 1, 5, 5), gradient (1, 0, 0, 0): d(loss)/dx",
               layer_norm_backward(x, ones, first, 0).x, {0.25, -0.25, 0, 0},
               {{{0.375, -0.125, 0.125, 0.125},
                 "the mean depends on each x as well: subtract the mean of dn"},
                {{0.375, -0.125, -0.125, -0.125},
                 "the root depends on each x as well: subtract n * mean(dn * n)"},
                {{0.5, 0, 0, 0},
                 "mean and root are not constants: each x goes into both, and so into each y"},
                {{0.5, -0.5, 0, 0}, "the gradient of x is divided by the root, as x was"}});
  checks.equal(
      "the same with epsilon 12: d(loss)/dx", layer_norm_backward(x, ones, first, 12).x,
      {0.171875, -0.078125, -0.046875, -0.046875},
      {{{0.25, -0.25, 0, 0}, "the root of the backward has the epsilon of the forward in it"}});
  checks.equal("with the gain (4, 1, 1, 1), epsilon 0: d(loss)/dx",
               layer_norm_backward(x, {4, 1, 1, 1}, first, 0).x, {1, -1, 0, 0},
               {{{0.25, -0.25, 0, 0},
                 "the gradient passes the gain on its way to x: dn = gradient * gain"}});
  const auto all = layer_norm_backward(x, {4, 1, 1, 1}, {1, 2, 3, 4}, 12);
  checks.equal(
      "gradient (1, 2, 3, 4), epsilon 12: d(loss)/d(gain)", all.gain, {-0.5, -1, 1.5, 2},
      {{{1, 2, 15, 20}, "the gain multiplied n, not x: its gradient is gradient * n"},
       {{-2, -1, 1.5, 2}, "the gain does not go into its own gradient: it is gradient * n"}});
  checks.equal(
      "gradient (1, 2, 3, 4): d(loss)/d(bias)", all.bias, {1, 2, 3, 4},
      {{{4, 2, 3, 4}, "the bias is added after the gain: its gradient is gradient itself"}});
  checks.equal("gradient (1, 1, 1, 1), gain 1: a step of all x alike changes nothing, d(loss)/dx",
               layer_norm_backward({1, 4, 2, 8}, ones, ones, 0.5).x, zeros);
}

void check(Checks& checks) {
  check_forward(checks);
  check_backward(checks);
}

HOLO_EXERCISE("09_layer_norm_backward", check)
