// optimizer_plain.cpp: optimizer steps over flat arrays [n], and checks of gradients.
#include <cmath>

#include "backend/plain/plain.h"

namespace holo {

// m = beta1 m + (1 - beta1) g,  v = beta2 v + (1 - beta2) g^2
// p -= lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)
void Plain::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep& s) {
  const double m_share = 1 - std::pow(s.beta1, s.step), v_share = 1 - std::pow(s.beta2, s.step);
  for (Index i = 0; i < n; ++i) {
    const double gradient = g[i] + (s.decoupled ? 0 : s.weight_decay * p[i]);
    const double old = p[i] * (s.decoupled ? 1 - s.learning_rate * s.weight_decay : 1);
    m[i] = real(s.beta1 * m[i] + (1 - s.beta1) * gradient);
    v[i] = real(s.beta2 * v[i] + (1 - s.beta2) * gradient * gradient);
    const double change = m[i] / m_share / (std::sqrt(v[i] / v_share) + s.epsilon);
    p[i] = real(old - s.learning_rate * change);
  }
}

// velocity = momentum velocity + g,  p -= lr velocity
void Plain::sgd(real* p, real* momentum, const real* g, Index n, const SgdStep& s) {
  for (Index i = 0; i < n; ++i) {
    double change = g[i] + s.weight_decay * p[i];
    if (momentum) change = momentum[i] = real(s.momentum * momentum[i] + change);
    p[i] = real(p[i] - s.learning_rate * change);
  }
}

// true if |x_i| <= bound for all i; false if x contains a NaN
bool Plain::all_within(const real* x, Index n, real bound) {
  for (Index i = 0; i < n; ++i) {
    if (!(std::abs(x[i]) <= bound)) return false;
  }
  return true;
}

// sum_i x_i^2
double Plain::sum_of_squares(const real* x, Index n) {
  double total = 0;
  for (Index i = 0; i < n; ++i) total += double(x[i]) * x[i];
  return total;
}

}  // namespace holo
