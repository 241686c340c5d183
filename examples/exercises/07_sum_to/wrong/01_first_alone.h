// misconception: the other copies are missing: a number that was repeated gets the sum of the gradients of all its copies
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  Matrix first(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) first(i, j) = gradient(i, j);
  }
  return first;
}

}  // namespace answer
