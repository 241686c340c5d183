// The solution of 12_matmul_backward: dA = dC B^T, dB = A^T dC.
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix backward_a(const Matrix& dc, const Matrix& a, const Matrix& b) {
  Matrix da(a.rows, a.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.columns; ++k) {
      for (int j = 0; j < b.columns; ++j) da(i, k) += dc(i, j) * b(k, j);
    }
  }
  return da;
}

Matrix backward_b(const Matrix& dc, const Matrix& a, const Matrix& b) {
  Matrix db(b.rows, b.columns);
  for (int k = 0; k < b.rows; ++k) {
    for (int j = 0; j < b.columns; ++j) {
      for (int i = 0; i < a.rows; ++i) db(k, j) += a(i, k) * dc(i, j);
    }
  }
  return db;
}

}  // namespace answer
