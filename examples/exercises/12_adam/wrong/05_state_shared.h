// misconception: each parameter has an m and a v of its own: yours share one
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

struct Adam {
  double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0;
  Vector m, v;
  double shared_m = 0, shared_v = 0;
  int steps = 0;

  void step(Vector& parameters, const Vector& gradients) {
    ++steps;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const double g = gradients[i];
      shared_m = beta1 * shared_m + (1 - beta1) * g;
      shared_v = beta2 * shared_v + (1 - beta2) * g * g;
      const double m_hat = shared_m / (1 - std::pow(beta1, steps));
      const double v_hat = shared_v / (1 - std::pow(beta2, steps));
      parameters[i] -= rate * decay * parameters[i];
      parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon);
    }
  }
};

}  // namespace answer
