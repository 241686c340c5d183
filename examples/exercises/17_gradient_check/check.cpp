#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <limits>

using answer::largest_error;
using answer::numerical_gradient;
using answer::Vector;

const double nan_number = std::numeric_limits<double>::quiet_NaN();

void check_differences(Checks& checks) {
  Vector x = {2};
  const auto cube = [](const Vector& v) { return v[0] * v[0] * v[0]; };
  checks.equal(
      "f = x^3 at 2, h = 0.5", numerical_gradient(cube, x, 0.5), 12.25,
      {{15.25, "take the difference from both sides: f at x + h minus f at x - h"},
       {24.5, "from x - h to x + h it is 2 h: divide by 2 h"},
       {7.625, "the difference of f(x + h) and f(x) goes with h, that of both sides with 2 h"},
       {12, "this is the derivative itself: here the differences of f are asked for"},
       {9.25, "take the difference from both sides: f at x + h too, not only at x - h"}});
  Vector two = {3, 5};
  const auto product = [](const Vector& v) { return v[0] * v[1]; };
  checks.equal("f = x y at (3, 5), h = 0.25", numerical_gradient(product, two, 0.25), {5, 3},
               {{{5, 2.75}, "put each number back before you change the next"},
                {{5, 3.25}, "put each number back before you change the next"},
                {{2.5, 1.5}, "a difference is no slope yet: divide it by 2 h"},
                {{8, 8}, "change one number at a time: yours all move together"}});
  checks.equal("what x is afterwards", two, {3, 5},
               {{{2.75, 4.75}, "put each number back before you change the next"}});
  Vector rounded = {0.1, 0.7, 1e-9};
  const Vector before = rounded;
  numerical_gradient([](const Vector& v) { return v[0]; }, rounded, 1e-5);
  checks.that("x = (0.1, 0.7, 1e-9) is the same to the last bit afterwards", rounded == before,
              "keep the number and put it back itself: adding h again leaves a rounding error");
}

void check_errors(Checks& checks) {
  checks.equal(
      "the error of (1000) beside (1001)", largest_error({1000}, {1001}), 1.0 / 1001,
      {{1, "divide by the larger of the two: an error of 1 says little without their size"},
       {0, "take the absolute value of the difference: yours is blind on one side"},
       {-1.0 / 1001, "take the absolute value of the difference: yours is blind on one side"}});
  checks.equal(
      "the error of (1001) beside (1000)", largest_error({1001}, {1000}), 1.0 / 1001,
      {{0, "take the absolute value of the difference: yours is blind on one side"},
       {-1.0 / 1001, "take the absolute value of the difference: yours is blind on one side"}});
  checks.equal("the error of (-4) beside (-2)", largest_error({-4}, {-2}), 0.5,
               {{-1, "divide by the larger of the absolute values: yours has lost a sign"},
                {1, "divide by the larger of the absolute values: yours has lost a sign"}});
  checks.that("the error of (0) beside (0) is a number", std::isfinite(largest_error({0}, {0})),
              "0 / 0 is NaN: where both gradients are 0 the error is 0");
  checks.equal("the error of (0, 8) beside (0, 4)", largest_error({0, 8}, {0, 4}), 0.5,
               {{0.25, "one wrong element is enough: take the largest error, not the mean"}});
  checks.equal("the error of (5, 8, 2, 1) beside (5, 4, 2, 1)",
               largest_error({5, 8, 2, 1}, {5, 4, 2, 1}), 0.5,
               {{0.125, "one wrong element is enough: take the largest error, not the mean"}});
  const double with_nan = largest_error({1, nan_number, 3}, {1, 2, 3});
  checks.that("the error of (1, NaN, 3) beside (1, 2, 3) is infinity",
              std::isinf(with_nan) && with_nan > 0,
              std::isnan(with_nan)
                  ? "NaN is not above any limit, so a test with it passes: return infinity"
                  : "a comparison with NaN is false, so max() passes over it: ask for isnan");
}

void check(Checks& checks) {
  check_differences(checks);
  check_errors(checks);
}

HOLO_EXERCISE("17_gradient_check", check)
