// misconception: the gradient for w is dz times x: the x is missing
#include <cmath>

namespace answer {

struct Neuron {
  double w, b;
};

Neuron step(Neuron neuron, double x, double target, double rate) {
  const double y = std::tanh(neuron.w * x + neuron.b);
  const double dy = 2 * (y - target);
  const double dz = (1 - y * y) * dy;
  return {neuron.w - rate * dz, neuron.b - rate * dz};
}

}  // namespace answer
