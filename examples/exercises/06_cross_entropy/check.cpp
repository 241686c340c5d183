#include <cmath>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;

const double infinity = INFINITY;

void check_loss(Checks& checks) {
  using answer::cross_entropy;
  const double p = std::exp(4.0) / (std::exp(1.0) + std::exp(2.0) + std::exp(4.0));
  const double loss = -std::log(p);
  checks.equal(
      "loss of the logits (1, 2, 4), target 2", cross_entropy(Matrix(1, 3, {1, 2, 4}), {2}), loss,
      {{-std::log(4.0), "logits are no probabilities: take their softmax before the logarithm"},
       {-loss,
        "the loss has the wrong sign: a probability below 1 has a negative logarithm, so take its "
        "negative"},
       {loss / std::log(2.0),
        "that is the logarithm with base 2: the course measures in nats, std::log"},
       {p, "that is the probability of the target: the loss is the negative of its logarithm"}});
  checks.equal("loss of two rows, (0, 0) and (0, 0)",
               cross_entropy(Matrix(2, 2, {0, 0, 0, 0}), {0, 1}), std::log(2.0),
               {{2 * std::log(2.0), "the loss is the mean over the rows, not their sum"}});
  const char* overflow = "your exponentials overflow: subtract the largest logit of the row first";
  checks.equal("loss of the logits (1000, 0), target 0",
               cross_entropy(Matrix(1, 2, {1000, 0}), {0}), 0,
               {{std::nan(""), overflow}, {infinity, overflow}, {-infinity, overflow}});
  checks.equal("loss of the logits (0, 1000), target 0",
               cross_entropy(Matrix(1, 2, {0, 1000}), {0}), 1000,
               {{infinity,
                 "the probability became 0 before its logarithm was taken: compute the logarithm "
                 "from the logits, log(sum of e^x) - x_target"}});
}

void check_gradient(Checks& checks) {
  using answer::cross_entropy_gradient;
  // softmax of (0, log 3) is (1/4, 3/4)
  const double three = std::log(3.0);
  checks.equal("gradient of the logits (0, log 3), target 0",
               cross_entropy_gradient(Matrix(1, 2, {0, three}), {0}).numbers, {-0.75, 0.75},
               {{{0.25, 0.75}, "your gradient is the softmax alone: subtract 1 at the target"},
                {{0.75, -0.75},
                 "your gradient has the wrong sign: it is p - 1 at the target and p elsewhere"},
                {{-4, 0},
                 "-1/p is the gradient for the probability: go on through the softmax to the "
                 "logits"}});
  checks.equal(
      "gradient of two rows of these logits, targets 0 and 1",
      cross_entropy_gradient(Matrix(2, 2, {0, three, 0, three}), {0, 1}).numbers,
      {-0.375, 0.375, 0.125, -0.125},
      {{{-0.75, 0.75, 0.25, -0.25},
        "the loss is a mean, so each row of the gradient is divided by the number of rows: that is "
        "missing"},
       {{-0.1875, 0.1875, 0.0625, -0.0625},
        "the gradient is divided by the number of rows twice: once is enough"}});
  checks.equal("gradient of the logits (1000, 0), target 1",
               cross_entropy_gradient(Matrix(1, 2, {1000, 0}), {1}).numbers, {1, -1});
}

void check(Checks& checks) {
  check_loss(checks);
  check_gradient(checks);
}
HOLO_EXERCISE("06_cross_entropy", check)
