// The solution of 10_sampling.
#include <algorithm>
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

Vector probabilities(const Vector& logits, double temperature) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Vector result;
  double sum = 0;
  for (double logit : logits) {
    result.push_back(std::exp((logit - largest) / temperature));
    sum += result.back();
  }
  for (double& p : result) p /= sum;
  return result;
}

size_t sample(const Vector& logits, double temperature, double random) {
  const Vector p = probabilities(logits, temperature);
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    sum += p[i];
    if (random < sum) return i;
  }
  return p.size() - 1;
}

std::vector<size_t> samples(const Vector& logits, double temperature, const Vector& randoms) {
  std::vector<size_t> result;
  for (double random : randoms) result.push_back(sample(logits, temperature, random));
  return result;
}

}  // namespace answer
