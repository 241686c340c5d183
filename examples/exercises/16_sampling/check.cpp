#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <limits>

using answer::probabilities;
using answer::sample;
using answer::Vector;

void check_probabilities(Checks& checks) {
  const Vector logits = {0, std::log(3)};
  const double root = std::sqrt(3);
  checks.equal(
      "logits (0, log 3), temperature 1", probabilities(logits, 1), {0.25, 0.75},
      {{{1, 3}, "divide by the sum: the probabilities of all tokens have the sum 1"},
       {{1.0 / 3, 1}, "divide by the sum: the probabilities of all tokens have the sum 1"}});
  checks.equal(
      "logits (0, log 3), temperature 0.5", probabilities(logits, 0.5), {0.1, 0.9},
      {{{1 / (1 + root), root / (1 + root)},
        "divide the logits by the temperature: yours multiplies"},
       {{0.5, 1.5},
        "the temperature divides the logits, before exp: yours divides what comes after"},
       {{0.25, 0.75},
        "the temperature changes nothing in your probabilities: divide the logits by it"}});
  checks.equal("logits (0, log 3), temperature 2", probabilities(logits, 2),
               {1 / (1 + root), root / (1 + root)});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  checks.equal(
      "logits (30, 30), temperature 0.01", probabilities({30, 30}, 0.01), {0.5, 0.5},
      {{{nan, nan}, "your exponentials overflow: subtract the largest logit before you divide"}});
}

double token(const Vector& logits, double random) {
  return static_cast<double>(sample(logits, 1, random));
}

// The logarithms of the probabilities 0.3, 0.5 and 0.2.
void check_sample(Checks& checks) {
  const Vector logits = {std::log(0.3), std::log(0.5), std::log(0.2)};
  const auto draw = [&](double random) { return token(logits, random); };
  checks.equal(
      "probabilities 0.3, 0.5, 0.2: random 0.1, 0.4, 0.7, 0.9",
      {draw(0.1), draw(0.4), draw(0.7), draw(0.9)}, {0, 1, 1, 2},
      {{{1, 1, 1, 1}, "this always takes the most probable token: draw with the random number"},
       {{0, 1, 2, 2}, "compare with the sum of the probabilities so far, not with each alone"},
       {{1, 2, 2, 2}, "add the probability of a token before you compare, not after it"},
       {{0, 1, 3, 3}, "compare with the sum of the probabilities so far, not with each alone"}});
  const Vector four = {0, 0, 0, 0};
  checks.equal(
      "probabilities 0.25 each: random 0, 0.25, 0.5, 0.75",
      {token(four, 0), token(four, 0.25), token(four, 0.5), token(four, 0.75)}, {0, 1, 2, 3},
      {{{0, 0, 1, 2},
        "a random number on the border belongs to the next token: compare with <, not <="}});
  const double below_1 = 1 - std::numeric_limits<double>::epsilon() / 2;
  checks.equal("ten times the probability 0.1, which adds up to 1 - 1.1e-16: random 1 - 1.1e-16",
               token(Vector(10, 0.0), below_1), 9,
               {{10, "rounding can leave the sum below random: then it is the last token"},
                {0, "rounding can leave the sum below random: then it is the last token"}});
}

void check_samples(Checks& checks) {
  Vector got;
  for (size_t i : answer::samples({0, 0}, 1, {0.7, 0.2, 0.9})) {
    got.push_back(static_cast<double>(i));
  }
  checks.equal(
      "two tokens alike: random 0.7, 0.2, 0.9", got, {1, 0, 1},
      {{{1, 1, 1}, "each draw needs a random number of its own: yours uses the first for all"}});
}

void check_temperature(Checks& checks) {
  const auto draw = [](double temperature) {
    return static_cast<double>(sample({0, std::log(3)}, temperature, 0.2));
  };
  checks.equal("logits (0, log 3), random 0.2: temperature 0.5, 1, 2",
               {draw(0.5), draw(1), draw(2)}, {1, 0, 0},
               {{{0, 0, 0}, "your draw does not use its temperature"},
                {{0, 0, 1}, "divide the logits by the temperature: yours multiplies"}});
}

void check(Checks& checks) {
  check_probabilities(checks);
  check_sample(checks);
  check_temperature(checks);
  check_samples(checks);
}

HOLO_EXERCISE("16_sampling", check)
