// polynomial_fit.cpp: Gram-Schmidt over the even points. Each direction carries its values at all
// points and how it is made of the powers, so that no triangular system is left to be solved.
#include "kernel_view/polynomial_fit.h"

#include <cmath>
#include <utility>
#include <vector>

namespace holo {
namespace {

struct Direction {
  Numbers64 at, made_of;  // values at the points; coefficients of the powers
};

double dot_even(const Numbers64& x, const Numbers64& y) {
  double total = 0;
  for (std::size_t n = 0; n < x.size(); n += 2) total += x[n] * y[n];
  return total;
}

void subtract(Numbers64& x, double factor, const Numbers64& y) {
  for (std::size_t n = 0; n < x.size(); ++n) x[n] -= factor * y[n];
}

// One direction of length 1 for each power that is not a sum of earlier ones.
std::vector<Direction> directions_of(const Numbers64& a, const Numbers64& b, int degree) {
  const std::size_t terms = powers_of(0, 0, degree).size();
  std::vector<Direction> all(terms, {Numbers64(a.size()), Numbers64(terms, 0.0)});
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Numbers64 powers = powers_of(a[n], b[n], degree);
    for (std::size_t k = 0; k < terms; ++k) all[k].at[n] = powers[k];
  }
  std::vector<Direction> found;
  for (std::size_t k = 0; k < terms; ++k) {
    Direction& next = all[k];
    next.made_of[k] = 1;
    const double before = std::sqrt(dot_even(next.at, next.at));
    for (int pass = 0; pass < 2; ++pass) {  // the second removes what rounding has left
      for (const Direction& earlier : found) {
        const double part = dot_even(next.at, earlier.at);
        subtract(next.at, part, earlier.at);
        subtract(next.made_of, part, earlier.made_of);
      }
    }
    const double length = std::sqrt(dot_even(next.at, next.at));
    if (!(length > 1e-9 * before)) continue;
    for (double& x : next.at) x /= length;
    for (double& x : next.made_of) x /= length;
    found.push_back(std::move(next));
  }
  return found;
}

}  // namespace

Numbers64 powers_of(double a, double b, int degree) {
  Numbers64 powers = {1};
  for (int total = 1; total <= degree; ++total) {
    const std::size_t first = powers.size() - static_cast<std::size_t>(total);
    for (int i = 0; i < total; ++i) powers.push_back(a * powers[first + static_cast<unsigned>(i)]);
    powers.push_back(b * powers[first + static_cast<unsigned>(total) - 1]);
  }
  return powers;
}

PolynomialFit fit_polynomial(const Numbers64& a, const Numbers64& b, const Numbers64& y,
                             int degree) {
  PolynomialFit fit{Numbers64(powers_of(0, 0, degree).size(), 0.0)};
  Numbers64 left = y;
  for (const Direction& direction : directions_of(a, b, degree)) {
    const double part = dot_even(left, direction.at);
    subtract(left, part, direction.at);
    subtract(fit.coefficients, -part, direction.made_of);
  }
  double mean = 0, squares = 0, total = 0, size = 0;
  const double odd = static_cast<double>(y.size() / 2);
  for (std::size_t n = 1; n < y.size(); n += 2) mean += y[n] / odd;
  for (std::size_t n = 1; n < y.size(); n += 2) {
    squares += left[n] * left[n];
    total += (y[n] - mean) * (y[n] - mean);
    size += y[n] * y[n];
  }
  fit.left_over = total > 1e-24 * size ? squares / total : NAN;
  return fit;
}

}  // namespace holo
