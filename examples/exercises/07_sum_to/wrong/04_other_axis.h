// misconception: you sum along the wrong axis: sum over the one that was repeated
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  Matrix sum(rows, columns);
  for (int i = 0; i < gradient.rows; ++i) {
    for (int j = 0; j < gradient.columns; ++j) {
      if (rows == 1 && columns > 1) {
        sum(0, i) += gradient(i, j);
      } else if (columns == 1 && rows > 1) {
        sum(j, 0) += gradient(i, j);
      } else {
        sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j);
      }
    }
  }
  return sum;
}

}  // namespace answer
