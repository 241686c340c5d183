// adam.h: Adam, and AdamW where decay is not 0. Write step.
#include <cmath>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

struct Adam {
  double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0;
  Vector m, v;    // the two running means, one of each for a parameter; empty before the first step
  int steps = 0;  // how many steps were made

  // Changes the parameters. Each call has as many of them.
  void step(Vector& parameters, const Vector& gradients) {
    throw std::logic_error("not written yet");
  }
};

}  // namespace answer
