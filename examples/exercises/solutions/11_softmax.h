// The solution of 11_softmax.
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
  double mean = 0;
  for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i];
  Vector gradient;
  for (size_t i = 0; i < p.size(); ++i) gradient.push_back(p[i] * (upstream[i] - mean));
  return gradient;
}

}  // namespace answer
