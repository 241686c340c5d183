// misconception: every count of the row gets the addition, so their sum grows by it once for each column
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix probabilities(const Matrix& counts, double added) {
  Matrix p(counts.rows, counts.columns);
  for (int i = 0; i < counts.rows; ++i) {
    double sum = added;
    for (int j = 0; j < counts.columns; ++j) sum += counts(i, j);
    for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum;
  }
  return p;
}

}  // namespace answer
