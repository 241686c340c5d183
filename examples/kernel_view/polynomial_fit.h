// polynomial_fit.h: the polynomial of two numbers that comes nearest to a third one, by least
// squares, and how much of it is left over.
#pragma once

#include <cstddef>

#include "kernel_view/linear_algebra.h"

namespace holo {

/// a^i b^j with i + j <= degree, by degree and then by falling i: 1, a, b, a^2, a b, b^2, ...
Numbers64 powers_of(double a, double b, int degree);

struct PolynomialFit {
  Numbers64 coefficients;  ///< of powers_of()
  /// sum (y - polynomial)^2 / sum (y - mean)^2 over the points that were not fitted to: 0 is a
  /// perfect fit, 1 no better than the mean of these points. NaN when y does not vary there.
  double left_over = 0;
};

/// Fits y_n by a polynomial of a_n and b_n over the points with even n. `left_over` is over the odd
/// ones. Powers that depend on earlier ones, as when a and b are proportional, get 0. REQUIRES: a,
/// b and y of one length, at least 4.
PolynomialFit fit_polynomial(const Numbers64& a, const Numbers64& b, const Numbers64& y,
                             int degree);

}  // namespace holo
