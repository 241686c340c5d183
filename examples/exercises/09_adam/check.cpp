#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/09_adam/mistakes.h"

using answer::Adam;
using answer::Vector;
using exercise::Measured;
using exercise::shown;

void measure_steps(Measured& got) {
  const std::vector<Vector> gradients = {{4.2, -0.3}, {-1.1, 2.5}, {0.7, 0.9}};
  const double settings[][2] = {{0, 0}, {0.8, 0}, {0.8, 0.5}};
  for (const auto& [epsilon, decay] : settings) {
    Adam adam;
    adam.rate = 0.1, adam.beta1 = 0.7, adam.beta2 = 0.96;
    adam.epsilon = epsilon, adam.decay = decay;
    Vector p = {5.3, -2.4};
    for (size_t i = 0; i < gradients.size(); ++i) {
      adam.step(p, gradients[i]);
      got.add("betas 0.7 and 0.96, epsilon " + shown(epsilon) + ", decay " + shown(decay) +
                  ", after step " + std::to_string(i + 1) + ": p",
              p);
    }
  }
}

void measure_first(Measured& got) {
  Adam adam;
  adam.rate = 0.1, adam.beta1 = 0.5, adam.beta2 = 0.96, adam.epsilon = 0;
  Vector p = {5};
  adam.step(p, {-0.001});
  got.add("rate 0.1, epsilon 0: p = 5, gradient -0.001, one step: as long as for any other", p);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, adam_mistakes);
  all.group("steps", measure_steps);
  all.group("the first step", measure_first);
  all.judge();
}
HOLO_EXERCISE("09_adam", check)
