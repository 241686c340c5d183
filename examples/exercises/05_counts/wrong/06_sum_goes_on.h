// misconception: the sum of the rows before is still in your sum: set it to 0 for each row
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix probabilities(const Matrix& counts, double added) {
  Matrix p(counts.rows, counts.columns);
  double sum = 0;
  for (int i = 0; i < counts.rows; ++i) {
    for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added;
    for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum;
  }
  return p;
}

}  // namespace answer
