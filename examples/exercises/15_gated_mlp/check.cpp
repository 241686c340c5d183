#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

#include "exercises/15_gated_mlp/mistakes.h"

using answer::gated_mlp;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, gated_mlp_mistakes);
  all.group("silu", [](Measured& got) {
    for (double z : {1.3, -0.8, 0.0, 2.6, -3.1})
      got.add("silu of " + exercise::shown(z), answer::silu(z));
  });
  // Three rows of values, three of gates, and as many outputs, so that each mistake finds room.
  all.group("gated_mlp", [](Measured& got) {
    got.add("x of three numbers, three values, three gates: y",
            gated_mlp({1.2, -0.7, 2.3},
                      {{0.6, -1.4, 0.9},
                       {1.1, 0.3, -0.5},
                       {-0.8, 1.2, 0.4},
                       {-0.2, 1.7, 0.8},
                       {0.4, -0.9, 1.3},
                       {0.7, 0.5, -1.1}},
                      {{1.6, -0.7, 0.9}, {0.3, 2.1, -1.2}, {-0.5, 0.8, 1.4}}));
    got.add("x = (1, 2), w1 = (3, 4), (log 3, 0), w2 = (1), (-2): y",
            gated_mlp({1, 2}, {{3, 4}, {std::log(3), 0}}, {{1}, {-2}}));
  });
  all.group("gate_backward", [](Measured& got) {
    const answer::Gradients both = answer::gate_backward(
        {2.4, -1.3, 0.6, -0.9, 1.7}, {1.1, 0.4, -1.9, 2.3, -0.6}, {1.7, -0.4, 2.2, 0.8, -1.5});
    const std::string where =
        "value (2.4, -1.3, 0.6, -0.9, 1.7), gate (1.1, 0.4, -1.9, 2.3, -0.6), gradient (1.7, "
        "-0.4, 2.2, 0.8, -1.5): ";
    got.add(where + "d(loss)/d(value)", both.value);
    got.add(where + "d(loss)/d(gate)", both.gate);
  });
  all.judge();
}
HOLO_EXERCISE("15_gated_mlp", check)
