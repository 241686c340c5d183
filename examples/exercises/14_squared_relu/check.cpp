#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/14_squared_relu/mistakes.h"

using exercise::Measured;
using exercise::shown;

const std::vector<double> places = {3.2, -2, 0.45, 0, 1.7, -0.6};

void check(Checks& checks) {
  exercise::Measurements all(checks, squared_relu_mistakes);
  all.group("values", [](Measured& got) {
    for (double z : places) got.add("squared ReLU of " + shown(z), answer::squared_relu(z));
  });
  all.group("derivatives", [](Measured& got) {
    for (double z : places) got.add("the derivative at " + shown(z), answer::derivative(z));
  });
  all.group("backward", [](Measured& got) {
    got.add("z = (3.2, -2, 0.45, 0, 1.7, -0.6), gradient (10, 9, -4, 7, 2.6, -1.5): d(loss)/dz",
            answer::backward(places, {10, 9, -4, 7, 2.6, -1.5}));
  });
  all.judge();
}
HOLO_EXERCISE("14_squared_relu", check)
