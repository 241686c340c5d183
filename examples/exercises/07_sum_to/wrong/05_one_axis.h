// misconception: a single number was repeated along both axes: sum over both
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  Matrix sum(rows, columns);
  for (int i = 0; i < gradient.rows; ++i) {
    for (int j = 0; j < gradient.columns; ++j) {
      if (rows == 1 && j < columns) sum(0, j) += gradient(i, j);
      if (rows > 1) sum(i, columns == 1 ? 0 : j) += gradient(i, j);
    }
  }
  return sum;
}

}  // namespace answer
