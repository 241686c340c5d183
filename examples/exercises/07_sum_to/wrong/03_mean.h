// misconception: the gradient of a repeated number is the sum over its copies, not their mean
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  Matrix sum(rows, columns);
  for (int i = 0; i < gradient.rows; ++i) {
    for (int j = 0; j < gradient.columns; ++j) {
      sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j);
    }
  }
  const int copies = gradient.rows * gradient.columns / (rows * columns);
  for (double& number : sum.numbers) number /= copies;
  return sum;
}

}  // namespace answer
