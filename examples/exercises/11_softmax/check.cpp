#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/11_softmax/mistakes.h"

using answer::softmax;
using answer::softmax_backward;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, softmax_mistakes);
  all.group("softmax", [](Measured& got) {
    got.add("softmax of (0.3, 2.4, -1.7, 2.4, 0.9)", softmax({0.3, 2.4, -1.7, 2.4, 0.9}));
    got.add("softmax of (0, 0)", softmax({0, 0}));
  });
  all.group("softmax of large logits", [](Measured& got) {
    got.add("softmax of (1001, 1000)", softmax({1001, 1000}));
    got.add("softmax of (0, 1000)", softmax({0, 1000}));
    got.add("softmax of (1000, 0)", softmax({1000, 0}));
    got.add("softmax of (-1000, -1000)", softmax({-1000, -1000}));
    got.add("softmax of (3000, 200, 0)", softmax({3000, 200, 0}));
    got.add("softmax of (-3000, -1, 10)", softmax({-3000, -1, 10}));
  });
  all.group("softmax_backward", [](Measured& got) {
    got.add(
        "softmax_backward of p (0.1, 0.25, 0.3, 0.15, 0.2), upstream (1.3, -2.1, 4.7, 0.6, 2.4)",
        softmax_backward({0.1, 0.25, 0.3, 0.15, 0.2}, {1.3, -2.1, 4.7, 0.6, 2.4}));
    got.add("softmax_backward of p (0.25, 0.75), upstream (3, 3)",
            softmax_backward({0.25, 0.75}, {3, 3}));
  });
  all.judge();
}
HOLO_EXERCISE("11_softmax", check)
