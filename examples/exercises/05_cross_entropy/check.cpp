#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/05_cross_entropy/mistakes.h"

using answer::cross_entropy;
using answer::cross_entropy_gradient;
using exercise::Matrix;
using exercise::Measured;

struct Case {
  const char* name;
  Matrix logits;
  std::vector<int> targets;
};
const std::vector<Case> cases = {
    {"the logits (1, 2, 4), target 2", Matrix(1, 3, {1, 2, 4}), {2}},
    {"three rows of logits, the first (0.3, -1.2, 2.1, 0.7)",
     Matrix(3, 4, {0.3, -1.2, 2.1, 0.7, 1.4, 0.2, 1.4, 0.9, -2.3, 0.8, 0.4, 1.9}),
     {2, 0, 3}},
    {"two rows of negative logits", Matrix(2, 2, {-0.4, -1.7, -3.1, -0.9}), {1, 1}}};

void check(Checks& checks) {
  exercise::Measurements all(checks, cross_entropy_mistakes);
  const Matrix far_apart(2, 2, {1000, 999, 0, 1});
  all.group("loss", [&](Measured& got) {
    for (const auto& [name, logits, targets] : cases)
      got.add(std::string("loss of ") + name, cross_entropy(logits, targets));
  });
  all.group("loss of large logits", [&](Measured& got) {
    got.add("loss of the logits (1000, 0), target 0", cross_entropy(Matrix(1, 2, {1000, 0}), {0}));
    got.add("loss of the logits (0, 1000), target 0", cross_entropy(Matrix(1, 2, {0, 1000}), {0}));
    got.add("loss of the logits (-1000, -1000), target 0",
            cross_entropy(Matrix(1, 2, {-1000, -1000}), {0}));
    got.add("loss of the logits (1000, 999) and (0, 1), targets 0 and 1",
            cross_entropy(far_apart, {0, 1}));
  });
  all.group("gradient", [&](Measured& got) {
    for (const auto& [name, logits, targets] : cases) {
      got.add(std::string("gradient of ") + name + ": number ",
              cross_entropy_gradient(logits, targets).numbers);
    }
  });
  all.group("gradient of large logits", [&](Measured& got) {
    got.add("gradient of the logits (1000, 0), target 1: number ",
            cross_entropy_gradient(Matrix(1, 2, {1000, 0}), {1}).numbers);
    got.add("gradient of the logits (1000, 999) and (0, 1), targets 0 and 1: number ",
            cross_entropy_gradient(far_apart, {0, 1}).numbers);
  });
  all.judge();
}
HOLO_EXERCISE("05_cross_entropy", check)
