#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exercises/02_gradient_check/model.h"
#include "exercises/support/formula.h"

using answer::largest_error;
using answer::numerical_gradient;
using answer::Vector;
using exercise::Made;
namespace differences = exercise::differences;

// The differences as formulas.
std::string formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas all({"(up - down)", "h", "2", "up", "down", "f(x)", "(up - f(x))",
                          "(f(x) - down)", "x", "1", "2 h", "h^2", "the size of x"});
  for (double h : {0.25, 0.5}) {
    for (size_t i = 0; i < differences::place.size(); ++i) {
      Vector high = differences::place, low = high;
      high[i] += h, low[i] -= h;
      const double up = differences::f(high), down = differences::f(low),
                   now = differences::f(differences::place);
      all.add({up - down, h, 2, up, down, now, up - now, now - down, differences::place[i], 1,
               2 * h, h * h, 3});
    }
  }
  return all.told("gradient, with up and down for f at x + h and x - h,", got.numbers, right,
                  "(up - down) / 2 h");
}

// The errors of pairs of single numbers as formulas.
std::string error_formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas all({"|a - b|", "a", "b", "|a|", "|b|", "max(|a|, |b|)", "min(|a|, |b|)",
                          "(|a| + |b|)", "(a + b)", "(a - b)", "max(a, b)", "1", "2", "100",
                          "the root of |a b|", "a^2", "b^2"});
  Vector errors, right_errors;
  for (const auto& [first, second] : differences::pairs) {
    if (first.size() > 1) break;
    const double a = first[0], b = second[0], m = std::abs(a), n = std::abs(b);
    all.add({std::abs(a - b), a, b, m, n, std::max(m, n), std::min(m, n), m + n, a + b, a - b,
             std::max(a, b), 1, 2, 100, std::sqrt(m * n), a * a, b * b});
    errors.push_back(got.numbers[errors.size()]);
    right_errors.push_back(right[right_errors.size()]);
  }
  return all.told("error of two numbers a and b", errors, right_errors, "|a - b| / max(|a|, |b|)");
}

void check_differences(Checks& checks) {
  Vector x = differences::place;
  exercise::Measured got;
  for (double h : {0.25, 0.5}) {
    x = differences::place;
    got.add("f of three numbers, h = " + exercise::shown(h) + ": d f / d x",
            numerical_gradient(differences::f, x, h));
  }
  const auto model = [](const Made& made) {
    Vector numbers = differences::gradient_of(0.25, made);
    for (double number : differences::gradient_of(0.5, made)) numbers.push_back(number);
    return numbers;
  };
  if (!exercise::judge(checks, got, model, differences::gradient_sentences, formulas)) return;
  checks.equal(
      "what x is afterwards", x, differences::place,
      {{{differences::place[0] - 0.5, differences::place[1] - 0.5, differences::place[2] - 0.5},
        differences::put_back},
       {{differences::place[0] + 0.5, differences::place[1] + 0.5, differences::place[2] + 0.5},
        differences::put_back}});
  Vector rounded = {0.1, 0.7, 1e-9};
  const Vector before = rounded;
  numerical_gradient([](const Vector& v) { return v[0]; }, rounded, 1e-5);
  checks.that("x = (0.1, 0.7, 1e-9) is the same to the last bit afterwards", rounded == before,
              "keep the number and put it back itself: adding h again leaves a rounding error");
}

void check_errors(Checks& checks) {
  checks.that("the error of (0) beside (0) is a number", std::isfinite(largest_error({0}, {0})),
              "0 / 0 is NaN: where both gradients are 0 the error is 0");
  exercise::Measured got;
  for (const auto& [a, b] : differences::pairs) {
    got.add("the error of " + std::to_string(a.size()) + " numbers, the first " +
                exercise::shown(a[0]) + ", beside others, the first " + exercise::shown(b[0]),
            largest_error(a, b));
  }
  const auto model = [](const Made& made) {
    Vector numbers;
    for (const auto& [a, b] : differences::pairs)
      numbers.push_back(differences::error_of(a, b, made));
    return numbers;
  };
  if (!exercise::judge(checks, got, model, differences::error_sentences, error_formulas)) return;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double with_nan = largest_error({1, nan, 3}, {1, 2, 3});
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

HOLO_EXERCISE("02_gradient_check", check)
