#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/12_matmul_backward/mistakes.h"

using exercise::Matrix;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, matmul_mistakes);
  const Matrix a(3, 3, {1.3, 2.4, -0.7, 3.1, -4.2, 0.6, 0.9, 1.8, -2.5});
  const Matrix b(3, 3, {5.2, -6.1, 0.8, 7.4, 9.3, -1.6, 2.7, -0.4, 3.5});
  const Matrix dc(3, 3, {1.1, 2.3, -0.9, 0.4, -3.2, 1.7, 2.6, 0.2, -1.4});
  all.group("dA of three rows of three", [&](Measured& got) {
    got.add("dA of three rows of three, number ", answer::backward_a(dc, a, b).numbers);
  });
  all.group("dB of three rows of three", [&](Measured& got) {
    got.add("dB of three rows of three, number ", answer::backward_b(dc, a, b).numbers);
  });
  const Matrix wide_a(2, 3, {1.7, 2.2, -3.1, 4.3, 5.9, 0.6});
  const Matrix wide_b(3, 4, {1.1, 0.4, 2.3, -1.2, 0.7, 1.6, 1.9, 3.2, -2.1, 1.3, 0.2, 1.8});
  const Matrix wide_dc(2, 4, {1.4, 2.6, -3.3, 4.1, 0.3, 1.2, -0.8, 1.5});
  all.group("dA of another shape", [&](Measured& got) {
    got.add("A 2 by 3, B 3 by 4: dA", answer::backward_a(wide_dc, wide_a, wide_b).numbers);
  });
  all.group("dB of another shape", [&](Measured& got) {
    got.add("A 2 by 3, B 3 by 4: dB", answer::backward_b(wide_dc, wide_a, wide_b).numbers);
  });
  all.judge();
}
HOLO_EXERCISE("12_matmul_backward", check)
