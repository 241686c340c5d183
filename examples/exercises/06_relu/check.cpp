#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/06_relu/mistakes.h"

using exercise::Measured;
using exercise::shown;

void check(Checks& checks) {
  exercise::Measurements all(checks, relu_mistakes);
  all.group("relu", [](Measured& got) {
    for (double x : {3.25, 0.5, 0.0, -2.0, -0.3})
      got.add("relu(" + shown(x) + ")", answer::relu(x));
  });
  all.group("relu_backward", [](Measured& got) {
    for (double x : {3.25, 0.5, 0.0, -2.0, -0.3}) {
      for (double upstream : {5.0, -5.0, 0.7}) {
        got.add("relu_backward(" + shown(x) + ", " + shown(upstream) + ")",
                answer::relu_backward(x, upstream));
      }
    }
  });
  all.judge();
}
HOLO_EXERCISE("06_relu", check)
