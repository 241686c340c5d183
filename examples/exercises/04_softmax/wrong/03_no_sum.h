// misconception: the exponentials do not sum to 1 yet: divide each by their sum
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

Vector softmax(const Vector& logits) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Vector p;
  for (double logit : logits) p.push_back(std::exp(logit - largest));
  return p;
}

Vector softmax_backward(const Vector& p, const Vector& upstream) {
  double mean = 0;
  for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i];
  Vector gradient;
  for (size_t i = 0; i < p.size(); ++i) gradient.push_back(p[i] * (upstream[i] - mean));
  return gradient;
}

}  // namespace answer
