// linear_algebra.h: a little of it, for small matrices of doubles: to look at layers, not to train.
// With the polynomial of two numbers that comes nearest to a third one, by least squares.
#pragma once

#include <cstddef>
#include <vector>

namespace holo {

using Numbers64 = std::vector<double>;

double dot64(const Numbers64& a, const Numbers64& b);

/// How many of the rows are independent: Gram-Schmidt with the longest row first; what is left of a
/// row counts as 0 below 1e-9 of the longest.
std::size_t rank(std::vector<Numbers64> rows);

/// Eigenvalues of a symmetric matrix [d, d], the largest first: Jacobi's rotations (1846).
Numbers64 eigenvalues(Numbers64 symmetric, std::size_t d);

/// Of a matrix [d, d]: Gaussian elimination, the largest of a column as pivot.
double determinant(Numbers64 matrix, std::size_t d);

/// The share of numbers below the quantile is `part`. NaN for no numbers.
double quantile(Numbers64 numbers, double part);

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
