#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;

const char* first_alone =
    "the other copies are missing: a number that was repeated gets the sum of the gradients of all "
    "its copies";
const char* overwritten = "the gradient of each copy overwrites that of the copy before: use +=";
const char* mean = "the gradient of a repeated number is the sum over its copies, not their mean";
const char* other_axis = "you sum along the wrong axis: sum over the one that was repeated";
const char* one_axis = "a single number was repeated along both axes: sum over both";

void check(Checks& checks) {
  using answer::sum_to;
  const Matrix square(2, 2, {1, 2, 3, 5});
  checks.equal(
      "(1, 2), (3, 5) to 1 row of 2", sum_to(square, 1, 2).numbers, {4, 7},
      {{{1, 2}, first_alone}, {{3, 5}, overwritten}, {{2, 3.5}, mean}, {{3, 8}, other_axis}});
  checks.equal(
      "(1, 2), (3, 5) to 2 rows of 1", sum_to(square, 2, 1).numbers, {3, 8},
      {{{1, 3}, first_alone}, {{2, 5}, overwritten}, {{1.5, 4}, mean}, {{4, 7}, other_axis}});
  checks.equal("(1, 2), (3, 5) to a single number", sum_to(square, 1, 1).numbers, 11,
               {{1, first_alone}, {5, overwritten}, {2.75, mean}, {4, one_axis}, {3, one_axis}});
  checks.equal("(1, 2), (3, 5) to 2 rows of 2", sum_to(square, 2, 2).numbers, {1, 2, 3, 5},
               {{{11, 11, 11, 11},
                 "nothing was repeated here, so nothing is summed: the gradient stays as it is"}});
  const Matrix wide(2, 3, {1, 2, 3, 4, 5, 6});
  checks.equal("(1, 2, 3), (4, 5, 6) to 1 row of 3", sum_to(wide, 1, 3).numbers, {5, 7, 9});
  checks.equal("(1, 2, 3), (4, 5, 6) to 2 rows of 1", sum_to(wide, 2, 1).numbers, {6, 15});
  checks.equal("a row (4, 5, 6) to a single number", sum_to(Matrix(1, 3, {4, 5, 6}), 1, 1).numbers,
               15);
}
HOLO_EXERCISE("07_sum_to", check)
