// linear_algebra.h: a little of it, for small matrices of doubles: to look at layers, not to train.
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

}  // namespace holo
