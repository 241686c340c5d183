#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <limits>

#include "exercises/02_gradient_check/mistakes.h"

using answer::largest_error;
using answer::numerical_gradient;
using answer::Vector;
using exercise::Measured;

double loss(const Vector& v) {
  return v[0] * v[0] * v[1] + std::sin(v[1] * v[2]) - v[2] * v[2] * v[2] * v[0];
}

const std::vector<std::pair<Vector, Vector>> pairs = {{{1000}, {1001}},
                                                      {{1001}, {1000}},
                                                      {{-4.5}, {-2.5}},
                                                      {{2.5}, {-0.7}},
                                                      {{0.3}, {0.2}},
                                                      {{0, 8}, {0, 4}},
                                                      {{5, 8, 2.2, 1}, {5, 4, 2.7, 1}},
                                                      {{3.5, 0.2, 1.1}, {2.4, 0.1, 1.1}}};

void check(Checks& checks) {
  exercise::Measurements all(checks, gradient_check_mistakes);
  const Vector place = {1.3, -0.8, 0.6};
  Vector x;
  all.group("gradients", [&](Measured& got) {
    for (double h : {0.25, 0.5}) {
      x = place;
      got.add("f of three numbers, h = " + exercise::shown(h) + ": d f / d x",
              numerical_gradient(loss, x, h));
    }
  });
  all.group("x afterwards", [&](Measured& got) {
    got.add("what x is afterwards", x);
    Vector rounded = {0.1, 0.7, 1e-9};
    const Vector before = rounded;
    numerical_gradient([](const Vector& v) { return v[0]; }, rounded, 1e-5);
    got.add("x = (0.1, 0.7, 1e-9) is the same to the last bit afterwards, 1 for yes",
            rounded == before ? 1 : 0);
  });
  all.group("errors", [&](Measured& got) {
    got.add("the error of (0) beside (0)", largest_error({0}, {0}));
    for (const auto& [a, b] : pairs) {
      got.add("the error of " + std::to_string(a.size()) + " numbers, the first " +
                  exercise::shown(a[0]) + ", beside others, the first " + exercise::shown(b[0]),
              largest_error(a, b));
    }
  });
  all.group("NaN", [&](Measured& got) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    got.add("the error of (1, NaN, 3) beside (1, 2, 3)", largest_error({1, nan, 3}, {1, 2, 3}));
  });
  all.judge();
}
HOLO_EXERCISE("02_gradient_check", check)
