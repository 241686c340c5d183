#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <functional>

using answer::forward;
using answer::inverse;
using answer::log_determinant;
using answer::Vector;

// For (1, 2): exp(s) is (2, 4).
Vector s(const Vector& x1) {
  Vector result;
  for (double number : x1) result.push_back(number * std::log(2));
  return result;
}

// For (1, 2): (10, 20).
Vector t(const Vector& x1) {
  Vector result;
  for (double number : x1) result.push_back(10 * number);
  return result;
}

double sigmoid_log(double scale) { return scale / (1 + scale); }  // sigmoid(log scale)

void check_forward(Checks& checks) {
  const double log2 = std::log(2);
  checks.equal("x = (1, 2, 3, 5), exp(s) = (2, 4), t = (10, 20): forward",
               forward({1, 2, 3, 5}, s, t), {1, 2, 16, 40},
               {{{1, 2, 3 * log2 + 10, 5 * 2 * log2 + 20},
                 "the scale is exp(s), which is never 0: yours is s"},
                {{1, 2, 3 * sigmoid_log(2) + 10, 5 * sigmoid_log(4) + 20},
                 "the scale is exp(s): a sigmoid can close so far that x2 is lost"},
                {{1, 2, 26, 100}, "the shift is added after the scale: yours is scaled too"},
                {{8 + 30, 2 * 32 + 50, 3, 5},
                 "the first half stays as it is: you have changed it, and kept the second"},
                {{2 + 10, 8 + 20, 3, 5},
                 "the first half stays as it is: you have changed it, and kept the second"}});
  checks.equal("x = (0, 0, 3, 5), s = t = 0: forward", forward({0, 0, 3, 5}, s, t), {0, 0, 3, 5});
}

void check_inverse(Checks& checks) {
  const double log2 = std::log(2);
  const double from_y2[] = {(16 - 160) * std::exp2(-16), (40 - 400) * std::exp2(-40)};
  checks.equal("y = (1, 2, 16, 40): inverse", inverse({1, 2, 16, 40}, s, t), {1, 2, 3, 5},
               {{{1, 2, from_y2[0], from_y2[1]},
                 "the inverse computes s and t from y1, which is x1: y2 is not x2"},
                {{1, 2, 16.0 / 2 - 10, 40.0 / 4 - 20},
                 "undo the last step first: subtract the shift, then undo the scale"},
                {{1, 2, 12, 80}, "the inverse of exp(s) is exp(-s): yours multiplies once more"},
                {{1, 2, 6 / log2, 20 / (2 * log2)},
                 "x2 was multiplied by exp(s), so divide by exp(s), not by s"},
                {{1, 2, 13, 15}, "the inverse subtracts the shift that forward has added"}});
  const Vector x = {-1, 0.5, 2, -3};
  checks.equal("x = (-1, 0.5, 2, -3): the inverse of forward", inverse(forward(x, s, t), s, t), x);
  const auto small = [](const Vector& x1) { return Vector(x1.size(), -30.0); };
  const auto no_shift = [](const Vector& x1) { return Vector(x1.size(), 0.0); };
  checks.equal("s = -30, t = 0: the inverse of forward",
               inverse(forward({1, 3}, small, no_shift), small, no_shift), {1, 3});
}

void check_determinant(Checks& checks) {
  checks.equal("exp(s) = (2, 4): the logarithm of the determinant",
               log_determinant({1, 2, 3, 5}, s), 3 * std::log(2),
               {{6, "the logarithm of exp(s) is s: add the s, not the exp(s)"},
                {8, "this is the determinant: its logarithm is asked for"},
                {-3 * std::log(2),
                 "this is the determinant of the inverse: that of forward has the other sign"},
                {1.5 * std::log(2),
                 "the determinant is the product of all scales: its logarithm is a sum, no mean"}});
  checks.equal("exp(s) = (1/2, 8)", log_determinant({-1, 3, 7, 7}, s), 2 * std::log(2));
}

void check(Checks& checks) {
  check_forward(checks);
  check_inverse(checks);
  check_determinant(checks);
}

HOLO_EXERCISE("15_holo_gate_flow_inverse", check)
