#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_08_adam/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

// Its gradient is (1.5 p0 + p1, p0, 0): the last parameter gets none.
Number loss_of(const Vector& p) {
  return Number(0.75) * p[0] * p[0] + p[0] * p[1] + Number(0) * p[2];
}

void measure(Measured& got, Adam adam) {
  const Vector p = project::row_of<Number>({0.7, -1.3, 0.4});
  for (int step = 1; step <= 3; ++step) {
    backward(loss_of(p));
    adam.step(p, 0.05);
    for (size_t i = 0; i < p.size(); ++i) {
      got.add("betas " + exercise::shown(adam.beta1) + " and " + exercise::shown(adam.beta2) +
                  ", after step " + std::to_string(step) + ": p" + std::to_string(i),
              p[i].data());
    }
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, adam_mistakes, true);
  all.group("steps", [](Measured& got) {
    Adam adam;
    measure(got, adam);
    adam.beta1 = 0.6, adam.beta2 = 0.8, adam.epsilon = 0.03;
    measure(got, adam);
  });
  // Here the last parameter has a gradient.
  all.group("two parameters", [](Measured& got) {
    const Vector p = project::row_of<Number>({0.7, -1.3});
    backward(p[0] * p[1]);
    Adam adam;
    adam.step(p, 0.05);
    for (size_t i = 0; i < 2; ++i)
      got.add("loss = p0 p1, after a step: p" + std::to_string(i), p[i].data());
  });
  all.judge();
}

HOLO_EXERCISE("stage_08_adam", check)

// A valley that is a hundred times as steep across as along.
void reward() {
  project::Curve curves[2] = {{'.', {}}, {'*', {}}};
  for (int with_adam = 0; with_adam < 2; ++with_adam) {
    const Vector p = project::row_of<Number>({1, 1});
    const int length = tape_length();
    Adam adam;
    for (int step = 0; step < 100; ++step) {
      const Number height = Number(0.1) * p[0] * p[0] + Number(10) * p[1] * p[1];
      curves[with_adam].points.emplace_back(step, std::log10(height.data() + 1e-6));
      backward(height);
      if (with_adam) {
        adam.step(p, 0.15 * (1 - step / 100.0));
      } else {
        descend(p, 0.08);
      }
      cut_tape(length);
    }
  }
  std::printf(
      "\ndown a valley that is steep across and flat along, by your Adam (*) and by descend (.),\n"
      "the height as a power of ten:\n\n%s\n",
      project::picture({curves[0], curves[1]}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
