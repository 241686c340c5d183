// misconception: 1 - y^2 asks for y, the result of tanh, not for its input z
#include <cmath>

namespace answer {

struct Neuron {
  double w, b;
};

Neuron step(Neuron neuron, double x, double target, double rate) {
  const double z = neuron.w * x + neuron.b;
  const double y = std::tanh(z);
  const double dy = 2 * (y - target);
  const double dz = (1 - z * z) * dy;
  return {neuron.w - rate * dz * x, neuron.b - rate * dz};
}

}  // namespace answer
