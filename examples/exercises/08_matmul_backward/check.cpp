#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;

// A = (1, 2), (3, 4), B = (5, 6), (7, 9), dC = (1, 2), (0, 3): so C = (19, 24), (43, 54).
void check_square(Checks& checks) {
  const Matrix a(2, 2, {1, 2, 3, 4}), b(2, 2, {5, 6, 7, 9}), dc(2, 2, {1, 2, 0, 3});
  checks.equal(
      "dA of A = (1, 2), (3, 4), B = (5, 6), (7, 9), dC = (1, 2), (0, 3)",
      answer::backward_a(dc, a, b).numbers, {17, 25, 18, 27},
      {{{19, 24, 21, 27}, "the transposes are missing: dA = dC B^T and dB = A^T dC"},
       {{5, 31, 6, 39},
        "each matrix stays on its side of the product: dC comes first in dA = dC B^T, and last in "
        "dB = A^T dC"},
       {{5, 7, 28, 41},
        "only the other matrix is transposed, dC is not: dA = dC B^T and dB = A^T dC"},
       {{5, 11, 6, 12},
        "the derivative for A is made of B, and that for B of A: you took each for its own"},
       {{11, 16, 11, 16}, "dC is missing: the derivative of C is multiplied by the gradient for C"},
       {{12, 18, 18, 27},
        "each number of A is used once for each column of C: sum over them with +="},
       {{5, 12, 0, 27},
        "a matrix product is not multiplied element by element: each number of A goes into a whole "
        "row of C"},
       {{239, 349, 539, 787}, "you took C = A B itself for its gradient dC"}});
  checks.equal("dB of the same", answer::backward_b(dc, a, b).numbers, {1, 11, 2, 16},
               {{{1, 8, 3, 18}, "the transpose is missing: dB = A^T dC"},
                {{5, 11, 6, 12}, "dC comes last in dB = A^T dC, not first"},
                {{1, 2, 11, 16}, "that is the transpose of dB: dB = A^T dC"}});
}

// Of another shape: A 2 by 3, B 3 by 4, so dC 2 by 4.
void check_shapes(Checks& checks) {
  const Matrix a(2, 3, {1, 2, 3, 4, 5, 6});
  const Matrix b(3, 4, {1, 0, 2, 1, 0, 1, 1, 3, 2, 1, 0, 1});
  const Matrix dc(2, 4, {1, 2, 3, 4, 0, 1, 0, 1});
  checks.equal("dA, 2 by 3, of another B and dC", answer::backward_a(dc, a, b).numbers,
               {11, 17, 8, 1, 4, 2});
  checks.equal("dB, 3 by 4, of the same", answer::backward_b(dc, a, b).numbers,
               {1, 6, 3, 8, 2, 9, 6, 13, 3, 12, 9, 18});
}

void check(Checks& checks) {
  check_square(checks);
  check_shapes(checks);
}
HOLO_EXERCISE("08_matmul_backward", check)
