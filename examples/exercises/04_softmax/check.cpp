#include <cmath>
#include <vector>

#include "exercises/support/check.h"
#include HOLO_ANSWER

const double e = std::exp(1.0);
const double nan_ = std::nan("");

void check_softmax(Checks& checks) {
  const std::vector<double> shares = {e, e * e, e * e * e};
  const double sum = shares[0] + shares[1] + shares[2];
  checks.equal("softmax of (1, 2, 3)", answer::softmax({1, 2, 3}),
               {shares[0] / sum, shares[1] / sum, shares[2] / sum},
               {{{1.0 / 6, 2.0 / 6, 3.0 / 6},
                 "a logit is not a share of the sum: take its exponential first"},
                {shares, "the exponentials do not sum to 1 yet: divide each by their sum"},
                {{shares[0] / shares[2], shares[1] / shares[2], 1},
                 "the exponentials do not sum to 1 yet: divide each by their sum"}});
  checks.equal("softmax of (0, 0)", answer::softmax({0, 0}), {0.5, 0.5});
  checks.equal("softmax of (1001, 1000)", answer::softmax({1001, 1000}), {e / (1 + e), 1 / (1 + e)},
               {{{nan_, nan_}, "your exponentials overflow: subtract the largest logit first"}});
  checks.equal("softmax of (0, 1000)", answer::softmax({0, 1000}), {0, 1},
               {{{0, nan_},
                 "the largest logit is subtracted, not the first: e^(x - first) still overflows"}});
  checks.equal("softmax of (-1000, -1000)", answer::softmax({-1000, -1000}), {0.5, 0.5},
               {{{nan_, nan_}, "all your exponentials are 0: subtract the largest logit first"}});
}

void check_backward(Checks& checks) {
  checks.equal(
      "softmax_backward of p (0.2, 0.3, 0.5), upstream (1, 2, 4)",
      answer::softmax_backward({0.2, 0.3, 0.5}, {1, 2, 4}), {-0.36, -0.24, 0.6},
      {{{0.16, 0.42, 1},
        "you took each probability for a function of its own logit alone: a logit changes all the "
        "probabilities"},
       {{0.2, 0.6, 2},
        "the other probabilities shrink when one grows: subtract the mean of the upstream "
        "gradients, sum of p_j g_j"},
       {{0.2 * (1 - 7.0 / 3), 0.3 * (2 - 7.0 / 3), 0.5 * (4 - 7.0 / 3)},
        "the mean of the upstream gradients is weighted: sum of p_j g_j, not the sum of g_j over "
        "their number"},
       {{0.16, 0.21, 0.25},
        "your gradient is that of p_i for its logit: it must also take in the upstream gradient"},
       {{0.36, 0.24, -0.6}, "the sign is the other way round: p_i (g_i - mean)"}});
  checks.equal("softmax_backward of p (0.25, 0.75), upstream (3, 3)",
               answer::softmax_backward({0.25, 0.75}, {3, 3}), {0, 0});
}

void check(Checks& checks) {
  check_softmax(checks);
  check_backward(checks);
}
HOLO_EXERCISE("04_softmax", check)
