#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::Adam;
using answer::Vector;

// beta2 is 0.96, so 1 - beta2 is 0.04, the square of 0.2.
Adam optimizer() {
  Adam adam;
  adam.rate = 0.1, adam.beta1 = 0.5, adam.beta2 = 0.96, adam.epsilon = 0;
  return adam;
}

double after_one(Adam adam, double parameter, double gradient) {
  Vector p = {parameter};
  adam.step(p, {gradient});
  return p.at(0);
}

void check_first(Checks& checks) {
  checks.equal("rate 0.1, betas 0.5 and 0.96, epsilon 0: p = 5, gradient 4, one step",
               after_one(optimizer(), 5, 4), 4.9,
               {{4.75, "m and v begin with 0 and are too small: divide each by 1 - beta^t"},
                {std::nan(""), "the first step is t = 1: with t = 0 the correction divides by 0"},
                {5.1, "the step goes down, against the gradient: subtract it"},
                {4.975, "divide by the root of v, not by v"},
                {4.95, "m is too small as well as v: divide it by 1 - beta1^t"},
                {4.5, "v is too small as well as m: divide it by 1 - beta2^t"}});
  checks.equal("the same with gradient -0.001", after_one(optimizer(), 5, -0.001), 5.1);
  Adam adam = optimizer();
  adam.epsilon = 1;
  checks.equal("the same with epsilon 1 and gradient 3", after_one(adam, 5, 3), 4.925,
               {{5 - 0.1 * 3 / std::sqrt(10), "epsilon is added to the root of v, outside of it"}});
}

void check_two_steps(Checks& checks) {
  // With gradients 1 and 3: m = 0.5, then 1.75; v = 0.04, then 0.3984.
  const double m = 1.75 / 0.75, v = 0.3984 / (1 - 0.96 * 0.96);
  Adam adam = optimizer();
  Vector p = {5};
  adam.step(p, {1});
  const double between = p.at(0);
  adam.step(p, {3});
  checks.equal(
      "p = 5, gradients 1 and then 3: after both", p, {4.9 - 0.1 * m / std::sqrt(v)},
      {{{between - 0.1}, "m and v are kept from step to step: yours begin with 0 in each call"}});
}

void check_many(Checks& checks) {
  Adam adam = optimizer();
  Vector p = {5, 7};
  adam.step(p, {2, 2});
  // What t = 2 would make of the second, and an m and a v that the first has begun.
  const double too_late = 0.1 * (1 / 0.75) / std::sqrt(0.16 / (1 - 0.96 * 0.96));
  const double shared = 0.1 * (1.5 / 0.5) / std::sqrt(0.3136 / 0.04);
  checks.equal(
      "p = (5, 7), gradients (2, 2): one step", p, {4.9, 6.9},
      {{{4.9, 7 - too_late}, "t counts the steps, not the parameters: add 1 once in each call"},
       {{4.9, 7 - shared}, "each parameter has an m and a v of its own: yours share one"}});
}

void check_decay(Checks& checks) {
  Adam adam = optimizer();
  adam.decay = 0.5;
  checks.equal("decay 0.5, rate 0.1: p = 4, gradient 2, one step", after_one(adam, 4, 2), 3.7,
               {{3.9, "the decay is no part of the gradient: take rate * decay * p from p itself"},
                {1.9, "the decay is times the rate: p -= rate * decay * p"}});
}

void check(Checks& checks) {
  check_first(checks);
  check_two_steps(checks);
  check_many(checks);
  check_decay(checks);
}

HOLO_EXERCISE("12_adam", check)
