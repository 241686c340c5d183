#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

#include "exercises/17_holo_gate_flow_inverse/mistakes.h"

using answer::Vector;
using exercise::Measured;

// Each number of the result depends on all numbers of x.
Vector mixed(const Vector& x, double seed) {
  Vector result;
  for (size_t i = 0; i < x.size(); ++i) {
    double number = seed;
    for (size_t j = 0; j < x.size(); ++j)
      number += 0.3 * std::sin(x[j] * (seed + static_cast<double>(i + 2 * j)));
    result.push_back(number);
  }
  return result;
}
Vector s(const Vector& x) { return mixed(x, 0.4); }
Vector t(const Vector& x) { return mixed(x, 1.3); }

const std::vector<Vector> inputs = {
    {0.7, -1.2, 2.3, 0.9}, {1.6, 0.4, -0.8, -1.9, 0.5, 3.1}, {-0.3, 1.1, 0.6, 2.2}};

std::string of(const std::string& what, const Vector& x) {
  return what + " of " + std::to_string(x.size()) + " numbers, the first " + exercise::shown(x[0]) +
         ": ";
}

void check(Checks& checks) {
  exercise::Measurements all(checks, coupling_mistakes);
  all.group("forward", [](Measured& got) {
    for (const Vector& x : inputs) got.add(of("forward", x), answer::forward(x, s, t));
  });
  all.group("inverse", [](Measured& got) {
    for (const Vector& y : inputs) got.add(of("inverse", y), answer::inverse(y, s, t));
  });
  all.group("log_determinant", [](Measured& got) {
    for (const Vector& x : inputs)
      got.add(of("the logarithm of the determinant", x), answer::log_determinant(x, s));
  });
  all.group("there and back", [](Measured& got) {
    const Vector x = {-1, 0.5, 2, -3};
    got.add("x = (-1, 0.5, 2, -3): the inverse of forward",
            answer::inverse(answer::forward(x, s, t), s, t));
    const auto small = [](const Vector& x1) { return Vector(x1.size(), -30.0); };
    const auto no_shift = [](const Vector& x1) { return Vector(x1.size(), 0.0); };
    got.add("s = -30, t = 0: the inverse of forward",
            answer::inverse(answer::forward({1, 3}, small, no_shift), small, no_shift));
  });
  all.judge();
}
HOLO_EXERCISE("17_holo_gate_flow_inverse", check)
