// misconception: a matrix product is not multiplied element by element: each number of A goes into a whole row of C
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix backward_a(const Matrix& dc, const Matrix& a, const Matrix& b) {
  Matrix da(a.rows, a.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.columns; ++k) da(i, k) = dc(i, k) * b(i, k);
  }
  return da;
}

Matrix backward_b(const Matrix& dc, const Matrix& a, const Matrix& b) {
  Matrix db(b.rows, b.columns);
  for (int k = 0; k < b.rows; ++k) {
    for (int j = 0; j < b.columns; ++j) db(k, j) = dc(k, j) * a(k, j);
  }
  return db;
}

}  // namespace answer
