// misconception: you divide by the sums of the columns: the letter before is the row, so each row sums to 1
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix probabilities(const Matrix& counts, double added) {
  Matrix p(counts.rows, counts.columns);
  for (int j = 0; j < counts.columns; ++j) {
    double sum = 0;
    for (int i = 0; i < counts.rows; ++i) sum += counts(i, j) + added;
    for (int i = 0; i < counts.rows; ++i) p(i, j) = (counts(i, j) + added) / sum;
  }
  return p;
}

}  // namespace answer
