// straight_line.h: whether weights follow their scores in a straight line, as shares without an
// exponential do.
#pragma once

#include <cmath>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise {

// In each row of three numbers or more a weight is a * score + b, with an a that is not 0. At least
// one row has to have so many.
inline bool straight_line(const std::vector<std::vector<double>>& weights,
                          const std::vector<std::vector<double>>& scores) {
  bool some = false;
  for (size_t t = 0; t < weights.size(); ++t) {
    const std::vector<double>&w = weights[t], &x = scores[t];
    if (w.size() != x.size() || w.size() < 3) continue;
    size_t far = 1;  // another score than the first
    while (far < x.size() && x[far] == x[0]) ++far;
    if (far == x.size()) continue;
    const double slope = (w[far] - w[0]) / (x[far] - x[0]);
    if (slope == 0 || !std::isfinite(slope)) return false;
    for (size_t s = 0; s < w.size(); ++s) {
      if (!near(w[s], w[0] + slope * (x[s] - x[0]))) return false;
    }
    some = true;
  }
  return some;
}

}  // namespace exercise
