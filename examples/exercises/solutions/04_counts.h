// The solution of 04_counts.
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix probabilities(const Matrix& counts, double added) {
  Matrix p(counts.rows, counts.columns);
  for (int i = 0; i < counts.rows; ++i) {
    double sum = 0;
    for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added;
    for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum;
  }
  return p;
}

}  // namespace answer
