#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

#include "exercises/03_neuron_step/mistakes.h"

using exercise::Measured;
using exercise::shown;

const double cases[][5] = {
    {0.5, 0.1, 2, 0, 0.1}, {-0.3, 0.4, -3, 1, 0.5}, {0.9, -0.65, 0.35, -0.2, 0.3}};

void check(Checks& checks) {
  exercise::Measurements all(checks, neuron_step_mistakes);
  all.group("a step", [&](Measured& got) {
    for (const auto& [w, b, x, target, rate] : cases) {
      const answer::Neuron after = answer::step({w, b}, x, target, rate);
      const std::string where = " after a step from (" + shown(w) + ", " + shown(b) +
                                "), x = " + shown(x) + ", target " + shown(target) + ", rate " +
                                shown(rate);
      got.add("w" + where, after.w);
      got.add("b" + where, after.b);
    }
  });
  all.group("200 steps", [&](Measured& got) {
    answer::Neuron neuron = {0.2, 0};
    for (int i = 0; i < 200; ++i) neuron = answer::step(neuron, 1.5, 0.5, 0.1);
    got.add("y at x = 1.5 after 200 steps to the target 0.5", std::tanh(neuron.w * 1.5 + neuron.b));
  });
  all.judge();
}
HOLO_EXERCISE("03_neuron_step", check)
