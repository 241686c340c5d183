// misconception: nothing was repeated here, so nothing is summed: the gradient stays as it is
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  double total = 0;
  for (double number : gradient.numbers) total += number;
  Matrix sum(rows, columns);
  for (int i = 0; i < gradient.rows; ++i) {
    for (int j = 0; j < gradient.columns; ++j) {
      if (rows == 1 || columns == 1) {
        sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j);
      } else {
        sum(i, j) = total;
      }
    }
  }
  return sum;
}

}  // namespace answer
