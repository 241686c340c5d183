#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::causal_softmax;
using answer::Matrix;
using answer::Vector;

// Each row of `scores` is the logarithm of (1, 3, 4, 8).
void check_rows(Checks& checks) {
  const Vector row = {0, std::log(3), std::log(4), std::log(8)};
  const Matrix scores = {row, row, row, row};
  const Matrix weights = causal_softmax(scores);
  checks.that("four rows of weights", weights.size() == 4);
  if (weights.size() != 4) return;
  checks.equal("scores log(1, 3, 4, 8) at position 1 of 0 to 3", weights[1], {0.25, 0.75, 0, 0},
               {{{1.0 / 16, 3.0 / 16, 0, 0},
                 "the mask comes before the softmax: your rows no longer have the sum 1"},
                {{1, 0, 0, 0}, "a position sees itself too: hide s > t, not s >= t"},
                {{1.0 / 8, 3.0 / 8, 4.0 / 8, 0},
                 "a position sees the one after it: hide s > t, not s > t + 1"},
                {{1.0 / 16, 3.0 / 16, 4.0 / 16, 8.0 / 16},
                 "nothing is hidden: the weight of each later position has to be 0"},
                {{0, 3.0 / 15, 4.0 / 15, 8.0 / 15},
                 "the mask is upside down: position t sees s <= t, not s >= t"},
                {{1.0 / 6, 3.0 / 6, 1.0 / 6, 1.0 / 6},
                 "a hidden score is not 0, since exp(0) is 1: it is minus infinity"},
                {{1.0 / 4, 1.0 / 3, 0, 0},
                 "the sum runs over the positions that t looks at, so each row has the sum 1"}});
  checks.equal("at position 0", weights[0], {1, 0, 0, 0});
  checks.equal("at position 2", weights[2], {1.0 / 8, 3.0 / 8, 4.0 / 8, 0});
  checks.equal("at position 3", weights[3], {1.0 / 16, 3.0 / 16, 4.0 / 16, 8.0 / 16});
}

void check_large(Checks& checks) {
  const double nan = std::nan("");
  const Matrix later = causal_softmax({{2, 9000}, {0, 0}});
  checks.equal(
      "scores (2, 9000) at position 0 of 0 to 1", later.at(0), {1, 0},
      {{{nan, 0}, "the largest score is taken before the mask: take it of those that are seen"},
       {{nan, nan}, "the largest score is taken before the mask: take it of those that are seen"}});
  const Matrix small = causal_softmax({{-20000, 0}, {0, 0}});
  checks.equal(
      "scores (-20000, 0) at position 0 of 0 to 1", small.at(0), {1, 0},
      {{{0, 1}, "a hidden score is minus infinity: a number like -10000 may be the largest"}});
  const Matrix large = causal_softmax({{0, 0}, {1000, 1000}});
  checks.equal("scores (1000, 1000) at position 1", large.at(1), {0.5, 0.5},
               {{{nan, nan},
                 "your exponentials overflow: subtract the largest score of those that are seen"}});
}

void check(Checks& checks) {
  check_rows(checks);
  check_large(checks);
}

HOLO_EXERCISE("10_causal_mask", check)
