// misconception: the sum runs over the positions that t looks at, so each row has the sum 1
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

double column(const Matrix& scores, size_t s) {
  double sum = 0;
  for (size_t t = s; t < scores.size(); ++t) sum += std::exp(scores[t][s]);
  return sum;
}

Matrix causal_softmax(const Matrix& scores) {
  Matrix weights = scores;
  for (size_t t = 0; t < weights.size(); ++t) {
    Vector& row = weights[t];
    const size_t end = t + 1;
    const double largest = 0;

    for (size_t s = 0; s < row.size(); ++s) {
      row[s] = s < end ? std::exp(row[s] - largest) / column(scores, s) : 0.0;
    }
  }
  return weights;
}

}  // namespace answer
