// The solution of 07_causal_mask.
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
    const size_t end = t + 1;
    double largest = row[0], sum = 0;
    for (size_t s = 0; s < end; ++s) largest = std::max(largest, row[s]);
    for (size_t s = 0; s < end; ++s) sum += std::exp(row[s] - largest);
    for (size_t s = 0; s < row.size(); ++s) {
      row[s] = s < end ? std::exp(row[s] - largest) / sum : 0.0;
    }
  }
  return weights;
}

}  // namespace answer
