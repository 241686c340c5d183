#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <string>
#include <vector>

#include "exercises/12_adam/model.h"

using answer::Adam;
using answer::Vector;

bool check_steps(Checks& checks) {
  namespace adam = exercise::adam;
  exercise::Measured got;
  for (const adam::Setting& setting : adam::settings) {
    Adam optimizer;
    optimizer.rate = adam::rate, optimizer.beta1 = setting.beta1, optimizer.beta2 = setting.beta2;
    optimizer.epsilon = setting.epsilon, optimizer.decay = setting.decay;
    Vector p = adam::start;
    for (size_t i = 0; i < adam::gradients.size(); ++i) {
      optimizer.step(p, adam::gradients[i]);
      got.add("betas 0.7 and 0.96, epsilon " + exercise::shown(setting.epsilon) + ", decay " +
                  exercise::shown(setting.decay) + ", after step " + std::to_string(i + 1) + ": p",
              p);
    }
  }
  return exercise::judge(checks, got, adam::numbers_with, adam::sentences);
}

void check_first(Checks& checks) {
  Adam adam;
  adam.rate = 0.1, adam.beta1 = 0.5, adam.beta2 = 0.96, adam.epsilon = 0;
  Vector p = {5};
  adam.step(p, {-0.001});
  checks.equal("rate 0.1, epsilon 0: p = 5, gradient -0.001, one step: as long as for any other", p,
               5.1);
}

void check(Checks& checks) {
  if (check_steps(checks)) check_first(checks);
}

HOLO_EXERCISE("12_adam", check)
