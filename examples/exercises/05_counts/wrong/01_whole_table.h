// misconception: you divide by the sum of the whole table: each row is a distribution of its own
#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

Matrix probabilities(const Matrix& counts, double added) {
  Matrix p(counts.rows, counts.columns);
  double sum = 0;
  for (double count : counts.numbers) sum += count + added;
  for (int i = 0; i < counts.rows; ++i) {
    for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum;
  }
  return p;
}

}  // namespace answer
