// misconception: you took C = A B itself for its gradient dC
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix transpose(const Matrix& x) {
  Matrix y(x.columns, x.rows);
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < x.columns; ++j) y(j, i) = x(i, j);
  }
  return y;
}

Matrix product(const Matrix& x, const Matrix& y) {
  Matrix z(x.rows, y.columns);
  for (int i = 0; i < x.rows; ++i) {
    for (int k = 0; k < x.columns; ++k) {
      for (int j = 0; j < y.columns; ++j) z(i, j) += x(i, k) * y(k, j);
    }
  }
  return z;
}

Matrix backward_a(const Matrix& dc, const Matrix& a, const Matrix& b) {
  return product(product(a, b), transpose(b));
}

Matrix backward_b(const Matrix& dc, const Matrix& a, const Matrix& b) {
  return product(transpose(a), product(a, b));
}

}  // namespace answer
