#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/13_sum_to/mistakes.h"

using exercise::Matrix;
using exercise::Measured;

struct Size {
  int rows, columns;
};

void measure(Measured& got, const Matrix& gradient, const std::vector<Size>& sizes) {
  for (const auto& [rows, columns] : sizes) {
    got.add("a gradient of " + std::to_string(gradient.rows) + " rows of " +
                std::to_string(gradient.columns) + " to " + std::to_string(rows) + " of " +
                std::to_string(columns) + ": number ",
            answer::sum_to(gradient, rows, columns).numbers);
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, sum_to_mistakes);
  // In the square every mistake finds room.
  all.group("a square", [](Measured& got) {
    measure(got, Matrix(3, 3, {1.3, 2.6, -0.7, 3.1, 5.4, 0.9, -2.8, 0.2, 1.7}),
            {{1, 3}, {3, 1}, {1, 1}, {3, 3}});
  });
  all.group("other shapes", [](Measured& got) {
    measure(got, Matrix(2, 3, {1.25, -2.5, 3.75, 4.6, 5.2, -6.1}),
            {{1, 3}, {2, 1}, {1, 1}, {2, 3}});
    measure(got, Matrix(1, 3, {4.2, -5.1, 6.6}), {{1, 1}});
  });
  all.judge();
}
HOLO_EXERCISE("13_sum_to", check)
