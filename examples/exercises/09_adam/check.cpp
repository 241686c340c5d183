#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/09_adam/model.h"
#include "exercises/support/diagnosis.h"
#include "exercises/support/formula.h"

using answer::Adam;
using answer::Vector;

// The first step of each setting as a formula, or that it is right and a later one is not.
std::string formulas(const exercise::Measured& got, const std::vector<double>& right) {
  namespace adam = exercise::adam;
  exercise::Formulas all({"g",
                          "m",
                          "v",
                          "corrected m",
                          "corrected v",
                          "the root of the corrected v",
                          "the root of v",
                          "epsilon",
                          "(the root of the corrected v + epsilon)",
                          "p",
                          "decay * p",
                          "decay * g",
                          "decay",
                          "(1 - beta1)",
                          "(1 - beta2)",
                          "beta1",
                          "beta2",
                          "g^2",
                          "|g|",
                          "the sign of g",
                          "rate",
                          "1",
                          "2"});
  std::vector<double> steps, right_steps;
  for (const adam::Setting& s : adam::settings) {
    const size_t at = steps.size() * adam::gradients.size();
    for (size_t i = 0; i < 2; ++i) {
      const double p = adam::start[i], g = adam::gradients[0][i], m = (1 - s.beta1) * g,
                   v = (1 - s.beta2) * g * g;
      all.add({g,
               m,
               v,
               g,
               g * g,
               std::abs(g),
               std::sqrt(v),
               s.epsilon,
               std::abs(g) + s.epsilon,
               p,
               s.decay * p,
               s.decay * g,
               s.decay,
               1 - s.beta1,
               1 - s.beta2,
               s.beta1,
               s.beta2,
               g * g,
               std::abs(g),
               g > 0 ? 1.0 : -1.0,
               adam::rate,
               1,
               2});
      steps.push_back((p - got.numbers[at + i]) / adam::rate);
      right_steps.push_back((p - right[at + i]) / adam::rate);
    }
  }
  if (!exercise::diagnosis::equal(steps, right_steps)) {
    return all.told("first step, divided by the rate,", steps, right_steps,
                    "corrected m / (the root of the corrected v + epsilon) + decay * p");
  }
  return "the first step is right, the second is not: look at what is kept from one call to the "
         "next, m, v and "
         "steps, and at what the correction does when steps is 2";
}

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
  return exercise::judge(checks, got, adam::numbers_with, adam::sentences, formulas);
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

HOLO_EXERCISE("09_adam", check)
