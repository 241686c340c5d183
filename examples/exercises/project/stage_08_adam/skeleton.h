// ---- stage 8: Adam ----

#include <stdexcept>

// Two running means for each parameter: m of its gradient, v of the square of it. In step t,
// counted from 1, m / (1 - beta1^t) and v / (1 - beta2^t) correct that both begin with 0. The
// parameter moves by rate times the corrected m over (the root of the corrected v, plus epsilon),
// downhill.
struct Adam {
  double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;

  // Each call has the same parameters.
  void step(const Vector& parameters, double rate) {
    throw std::logic_error("not written yet: step of Adam");
  }
};
