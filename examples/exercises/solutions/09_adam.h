// The solution of 09_adam.
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

struct Adam {
  double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0;
  Vector m, v;
  int steps = 0;

  void step(Vector& parameters, const Vector& gradients) {
    m.resize(parameters.size());
    v.resize(parameters.size());
    ++steps;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const double g = gradients[i];
      m[i] = beta1 * m[i] + (1 - beta1) * g;
      v[i] = beta2 * v[i] + (1 - beta2) * g * g;
      const double m_hat = m[i] / (1 - std::pow(beta1, steps));
      const double v_hat = v[i] / (1 - std::pow(beta2, steps));
      parameters[i] -= rate * decay * parameters[i];
      parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon);
    }
  }
};

}  // namespace answer
