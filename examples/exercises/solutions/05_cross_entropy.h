// The solution of 05_cross_entropy.
#include <algorithm>
#include <cmath>
#include <vector>

#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

double log_sum_exp(const Matrix& x, int i) {
  double largest = x(i, 0), sum = 0;
  for (int j = 0; j < x.columns; ++j) largest = std::max(largest, x(i, j));
  for (int j = 0; j < x.columns; ++j) sum += std::exp(x(i, j) - largest);
  return largest + std::log(sum);
}

double cross_entropy(const Matrix& logits, const std::vector<int>& targets) {
  double sum = 0;
  for (int i = 0; i < logits.rows; ++i) {
    const int target = targets[static_cast<size_t>(i)];
    sum += log_sum_exp(logits, i) - logits(i, target);
  }
  return sum / logits.rows;
}

Matrix cross_entropy_gradient(const Matrix& logits, const std::vector<int>& targets) {
  Matrix gradient(logits.rows, logits.columns);
  for (int i = 0; i < logits.rows; ++i) {
    const int target = targets[static_cast<size_t>(i)];
    for (int j = 0; j < logits.columns; ++j) {
      const double p = std::exp(logits(i, j) - log_sum_exp(logits, i));
      gradient(i, j) = (p - (j == target ? 1 : 0)) / logits.rows;
    }
  }
  return gradient;
}

}  // namespace answer
