// misconception: the mask is upside down: position t sees s <= t, not s >= t
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

Matrix causal_softmax(const Matrix& scores) {
  Matrix weights = scores;
  for (size_t t = 0; t < weights.size(); ++t) {
    Vector& row = weights[t];
    double largest = row[t], sum = 0;
    for (size_t s = t; s < row.size(); ++s) largest = std::max(largest, row[s]);
    for (size_t s = t; s < row.size(); ++s) sum += std::exp(row[s] - largest);
    for (size_t s = 0; s < row.size(); ++s) {
      row[s] = s >= t ? std::exp(row[s] - largest) / sum : 0.0;
    }
  }
  return weights;
}

}  // namespace answer
