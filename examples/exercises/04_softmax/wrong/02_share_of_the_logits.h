// misconception: a logit is not a share of the sum: take its exponential first
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

Vector softmax(const Vector& logits) {
  double sum = 0;
  for (double logit : logits) sum += logit;
  Vector p = logits;
  for (double& x : p) x /= sum;
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
