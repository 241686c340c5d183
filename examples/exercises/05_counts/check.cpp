#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;

void check(Checks& checks) {
  checks.equal(
      "counts (1, 3), (4, 1), nothing added",
      answer::probabilities(Matrix(2, 2, {1, 3, 4, 1}), 0).numbers,
      {1.0 / 4, 3.0 / 4, 4.0 / 5, 1.0 / 5},
      {{{1.0 / 9, 3.0 / 9, 4.0 / 9, 1.0 / 9},
        "you divide by the sum of the whole table: each row is a distribution of its own"},
       {{1.0 / 5, 3.0 / 4, 4.0 / 5, 1.0 / 4},
        "you divide by the sums of the columns: the letter before is the row, so each row sums to "
        "1"},
       {{1.0 / 4, 3.0 / 4, 4.0 / 9, 1.0 / 9},
        "the sum of the rows before is still in your sum: set it to 0 for each row"},
       {{0, 0, 0, 0},
        "your division throws the fraction away: divide numbers of type double, not int"}});

  checks.equal(
      "counts (3, 0, 1), 1 added", answer::probabilities(Matrix(1, 3, {3, 0, 1}), 1).numbers,
      {4.0 / 7, 1.0 / 7, 2.0 / 7},
      {{{4.0 / 4, 1.0 / 4, 2.0 / 4},
        "what is added to the counts belongs into their sum too: your rows sum to more than 1"},
       {{4.0 / 5, 1.0 / 5, 2.0 / 5},
        "every count of the row gets the addition, so their sum grows by it once for each column"},
       {{3.0 / 4, 0, 1.0 / 4},
        "the addition is missing: a pair that was never seen keeps the probability 0"}});

  checks.equal("counts (0, 0), never seen, 1 added",
               answer::probabilities(Matrix(1, 2, {0, 0}), 1).numbers, {0.5, 0.5});
  checks.equal("counts (1, 2, 5), (0, 9, 0), 2 added",
               answer::probabilities(Matrix(2, 3, {1, 2, 5, 0, 9, 0}), 2).numbers,
               {3.0 / 14, 4.0 / 14, 7.0 / 14, 2.0 / 15, 11.0 / 15, 2.0 / 15});
}
HOLO_EXERCISE("05_counts", check)
