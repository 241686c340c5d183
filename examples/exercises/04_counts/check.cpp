#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/04_counts/mistakes.h"

using exercise::Matrix;
using exercise::Measured;

void add(Measured& got, const std::string& what, const Matrix& p) {
  for (int i = 0; i < p.rows; ++i) {
    for (int j = 0; j < p.columns; ++j)
      got.add(what + ": p(" + std::to_string(i) + ", " + std::to_string(j) + ")", p(i, j));
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, counts_mistakes);
  const Matrix wide(2, 3, {1, 3, 7, 4, 0, 1}), tall(3, 2, {2, 5, 0, 3, 9, 1});
  all.group("probabilities", [&](Measured& got) {
    for (double added : {0.0, 0.35, 1.0, 2.5}) {
      add(got, "counts (1, 3, 7), (4, 0, 1), " + exercise::shown(added) + " added",
          answer::probabilities(wide, added));
    }
    for (double added : {0.0, 0.35, 1.0, 2.5}) {
      add(got, "counts (2, 5), (0, 3), (9, 1), " + exercise::shown(added) + " added",
          answer::probabilities(tall, added));
    }
  });
  all.group("never seen", [&](Measured& got) {
    add(got, "counts (0, 0), never seen, 1 added", answer::probabilities(Matrix(1, 2, {0, 0}), 1));
  });
  all.judge();
}
HOLO_EXERCISE("04_counts", check)
