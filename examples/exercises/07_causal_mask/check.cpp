#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/07_causal_mask/mistakes.h"

using answer::causal_softmax;
using answer::Matrix;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, causal_mask_mistakes);
  all.group("weights", [](Measured& got) {
    const Matrix weights = causal_softmax({{0.4, 1.7, -0.9, 2.2},
                                           {1.1, -0.6, 0.8, 0.3},
                                           {2.1, 0.9, 2.1, -0.2},
                                           {0.6, 1.3, -1.8, 0.7}});
    for (size_t t = 0; t < weights.size(); ++t)
      got.add("the weights of position " + std::to_string(t), weights[t]);
  });
  all.group("large scores", [](Measured& got) {
    got.add("scores (2, 9000) at position 0 of 0 to 1: weight ",
            causal_softmax({{2, 9000}, {0, 0}}).at(0));
    got.add("scores (-20000, 0) at position 0 of 0 to 1: weight ",
            causal_softmax({{-20000, 0}, {0, 0}}).at(0));
    got.add("scores (1000, 1000) at position 1: weight ",
            causal_softmax({{0, 0}, {1000, 1000}}).at(1));
    got.add("scores (-50, -51) at position 1, after (900, 0): weight ",
            causal_softmax({{900, 0}, {-50, -51}}).at(1));
  });
  all.judge();
}
HOLO_EXERCISE("07_causal_mask", check)
