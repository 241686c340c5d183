#include <cmath>

#include "exercises/support/check.h"
#include HOLO_ANSWER

// What a step from (w, b) gives with these gradients.
exercise::Numbers after(answer::Neuron from, double rate, double dw, double db) {
  return {from.w - rate * dw, from.b - rate * db};
}

void check_step(Checks& checks, const char* what, answer::Neuron from, double x, double target,
                double rate) {
  const answer::Neuron got = answer::step(from, x, target, rate);
  const double z = from.w * x + from.b;
  const double y = std::tanh(z);
  const double dy = 2 * (y - target);
  const double dz = (1 - y * y) * dy;
  const double later_y = std::tanh((from.w - rate * dz * x) * x + from.b);
  const double later_dz = 2 * (later_y - target) * (1 - later_y * later_y);
  checks.equal(
      what, {got.w, got.b}, after(from, rate, dz * x, dz),
      {{after(from, -rate, dz * x, dz),
        "you go up the slope: subtract the gradient, do not add it"},
       {after(from, rate, dz * x / 2, dz / 2),
        "the derivative of (y - target)^2 is 2 (y - target): the 2 is missing"},
       {after(from, rate, dy * x, dy), "the derivative of tanh is missing: dz = (1 - y^2) dy"},
       {after(from, rate, (1 - z * z) * dy * x, (1 - z * z) * dy),
        "1 - y^2 asks for y, the result of tanh, not for its input z"},
       {after(from, rate, dz, dz), "the gradient for w is dz times x: the x is missing"},
       {after(from, rate, dz * x, dz * x),
        "the gradient for b is dz alone, since b is not multiplied by x"},
       {after(from, rate, dz * x, 0), "b stayed where it was: it is a parameter too"},
       {after(from, rate, dz * x, later_dz),
        "b learned from a neuron whose w had moved already: compute both gradients, then take the "
        "step"},
       {after(from, 1, dz * x, dz),
        "the step is the gradient times the learning rate: the rate is missing"}});
}

void check(Checks& checks) {
  check_step(checks, "w, b after a step from (0.5, 0.1), x = 2, target 0, rate 0.1", {0.5, 0.1}, 2,
             0, 0.1);
  check_step(checks, "w, b after a step from (-0.3, 0.4), x = -3, target 1, rate 0.5", {-0.3, 0.4},
             -3, 1, 0.5);

  answer::Neuron neuron = {0.2, 0};
  for (int i = 0; i < 200; ++i) neuron = answer::step(neuron, 1.5, 0.5, 0.1);
  checks.equal("y at x = 1.5 after 200 steps to the target 0.5",
               std::tanh(neuron.w * 1.5 + neuron.b), 0.5);
}
HOLO_EXERCISE("03_neuron_step", check)
