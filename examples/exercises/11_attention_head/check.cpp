#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>

using answer::head;
using answer::heads;
using answer::Matrix;

// What position 1 gives for values 4 and 8 when position 0 has the weight 1 and it `weight`.
double mean_4_8(double weight) { return (4 + weight * 8) / (1 + weight); }

// Four channels, whose root is 2: position 1 has the scores 0 and log 3 for positions 0 and 1.
void check_head(Checks& checks) {
  const double a = 2 * std::log(3);
  const Matrix q = {{0, 2, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}};
  const Matrix k = {{0, 0, 0, 0}, {a, a, 0, 0}, {0, 0, 0, 0}};
  const Matrix v = {{4, 1, 0, 0}, {8, 1, 0, 0}, {18, 1, 0, 0}};
  const Matrix out = head(q, k, v);
  checks.that("a row for each of three positions", out.size() == 3);
  if (out.size() != 3) return;
  const auto row = [](double weight) { return std::vector<double>{mean_4_8(weight), 1, 0, 0}; };
  checks.equal(
      "position 1, scores 0 and log 3, values 4 and 8 in channel 0", out[1], row(3),
      {{row(9), "divide the scores by the root of the number of channels"},
       {row(std::sqrt(3)), "scale by the root of the number of channels, not by the number"},
       {row(std::exp(a / std::sqrt(3))),
        "the root is that of the number of channels, not of the positions"},
       {{(4 + 3 * 8 + 18) / 5.0, 1, 0, 0},
        "position t sees the positions s <= t only: your head looks ahead"},
       {{0.75 * a, 0.75 * a, 0, 0},
        "the weights are for the values: you have taken the mean of the keys"},
       {{28, 4, 0, 0},
        "the weights of a position have the sum 1: divide by the sum of the exponentials"},
       {{5, 1, 0, 0},
        "the query is that of position t, the key that of position s: yours are exchanged"}});
  checks.equal("position 0 sees itself only", out[0], v[0],
               {{{(4 + 3 * 8 + 18) / 5.0, 1, 0, 0},
                 "position t sees the positions s <= t only: your head looks ahead"}});
  checks.equal("position 2 has three equal scores", out[2], {10, 1, 0, 0});
}

// Two heads of one channel. At position 1 the first has the scores 0 and log 3, the second 0 and 0.
void check_heads(Checks& checks) {
  const double a = std::log(3), root = std::sqrt(2);
  const Matrix out = heads({{0, 0}, {1, 1}}, {{0, 0}, {a, 0}}, {{4, 4}, {8, 8}}, 2);
  checks.equal("two heads of one channel, position 0", out.at(0), {4, 4});
  checks.equal("two heads of one channel, scores (0, log 3) and (0, 0), values 4 and 8", out.at(1),
               {7, 6},
               {{{mean_4_8(std::exp(a / root)), 6},
                 "a head is scaled by the root of its own channels, not of those of all heads"},
                {{mean_4_8(std::exp(a / root)), mean_4_8(std::exp(a / root))},
                 "each head has weights of its own: the scores of your heads are mixed"},
                {{mean_4_8(3), mean_4_8(3)},
                 "each head has weights of its own: the scores of your heads are mixed"}});
  // Two heads of two channels.
  const double b = std::log(3) * root;
  const Matrix v = {{4, 0, 4, 0}, {8, 1, 8, 1}};
  const Matrix two = heads({{0, 0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, 0, 0}, {b, 0, 0, 0}}, v, 2);
  checks.equal("two heads of two channels, scores (0, log 3) and (0, 0)", two.at(1),
               {7, 0.75, 6, 0.5},
               {{{7, 7, 0.5, 0.5},
                 "a head has channels that stand side by side: yours takes each second one"},
                {{7, 0.5, 7, 0.5},
                 "a head has channels that stand side by side: yours takes each second one"}});
}

void check(Checks& checks) {
  check_head(checks);
  check_heads(checks);
}

HOLO_EXERCISE("11_attention_head", check)
