// misconception: your gradient is that of p_i for its logit: it must also take in the upstream gradient
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

Vector softmax(const Vector& logits) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Vector p;
  double sum = 0;
  for (double logit : logits) p.push_back(std::exp(logit - largest));
  for (double e : p) sum += e;
  for (double& e : p) e /= sum;
  return p;
}

Vector softmax_backward(const Vector& p, const Vector& upstream) {
  Vector gradient;
  for (size_t i = 0; i < p.size(); ++i) gradient.push_back(p[i] * (1 - p[i]));
  return gradient;
}

}  // namespace answer
