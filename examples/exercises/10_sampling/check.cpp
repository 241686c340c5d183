#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "exercises/10_sampling/model.h"
#include "exercises/support/formula.h"
#include "exercises/support/straight_line.h"

using answer::Vector;
using exercise::Made;
namespace sampling = exercise::sampling;

const Vector logits = {0.4, 1.9, -0.7, 1.1}, temperatures = {1, 0.6, 2.3};
// Two of them are the largest.
const Vector with_equal = {0.4, 1.9, 1.9, -0.7};
const Vector randoms = {0.31, 0.02, 0.13, 0.44, 0.58, 0.66, 0.71, 0.79, 0.86, 0.97};

// Probabilities as formulas; when their shares are right or not, what is in the exponent.
std::string formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas all(
      {"e^(x / temperature)", "e^x", "x", "temperature", "(the sum of e^(x / temperature))",
       "(the sum of e^x)", "e^(x * temperature)", "(the sum of e^(x * temperature))", "softmax(x)",
       "the largest logit", "x / temperature", "how many logits there are", "1", "2"});
  exercise::Formulas exponents(
      {"x", "temperature", "1 / temperature", "1", "2", "the root of the temperature"});
  Vector in_exponent, right_exponent;
  std::vector<Vector> rows, given;
  size_t place = 0;
  for (double t : temperatures) {
    double divided = 0, plain = 0, times = 0;
    for (double x : with_equal)
      divided += std::exp(x / t), plain += std::exp(x), times += std::exp(x * t);
    for (double x : with_equal) {
      all.add({std::exp(x / t), std::exp(x), x, t, divided, plain, std::exp(x * t), times,
               std::exp(x) / plain, with_equal[1], x / t, static_cast<double>(with_equal.size()), 1,
               2});
      exponents.add({x - with_equal[0], t, 1 / t, 1, 2, std::sqrt(t)});
      const size_t first = place / with_equal.size() * with_equal.size();
      in_exponent.push_back(std::log(got.numbers[place] / got.numbers[first]));
      right_exponent.push_back(std::log(right[place] / right[first]));
      ++place;
    }
  }
  const std::string found =
      all.told("p", got.numbers, right, "e^(x / temperature) / (the sum of e^(x / temperature))");
  if (!found.empty()) return found;
  for (size_t row = 0; row < temperatures.size(); ++row) {
    const auto begin = got.numbers.begin() + static_cast<std::ptrdiff_t>(row * with_equal.size());
    rows.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(with_equal.size()));
    given.push_back(with_equal);
  }
  if (exercise::straight_line(rows, given))
    return "your probabilities follow the logits in a straight line: take their exponentials first";
  return exponents.told("exponent", in_exponent, right_exponent, "x / temperature");
}

void check_probabilities(Checks& checks) {
  exercise::Measured got;
  for (double t : temperatures) {
    got.add("logits (0.4, 1.9, 1.9, -0.7), temperature " + exercise::shown(t) + ": p",
            answer::probabilities(with_equal, t));
  }
  const bool right = exercise::judge(
      checks, got,
      [](const Made& made) {
        Vector numbers;
        for (double t : temperatures) {
          for (double p : sampling::probabilities_with(with_equal, t, made)) numbers.push_back(p);
        }
        return numbers;
      },
      sampling::probability_sentences, formulas);
  if (!right) return;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  checks.equal(
      "logits (30, 30), temperature 0.01", answer::probabilities({30, 30}, 0.01), {0.5, 0.5},
      {{{nan, nan}, "your exponentials overflow: subtract the largest logit before you divide"}});
  checks.equal("logits (-30, -30), temperature 0.01", answer::probabilities({-30, -30}, 0.01),
               {0.5, 0.5},
               {{{nan, nan},
                 "all your exponentials are 0: the largest logit may be negative, so its search "
                 "must not begin at 0"}});
}

double token(const Vector& row, double random) {
  return static_cast<double>(answer::sample(row, 1, random));
}

void check_sample(Checks& checks) {
  exercise::Measured got;
  for (double t : temperatures) {
    for (double random : randoms) {
      got.add("the same logits, temperature " + exercise::shown(t) + ", random " +
                  exercise::shown(random) + ": token",
              static_cast<double>(answer::sample(logits, t, random)));
    }
  }
  const bool right = exercise::judge(
      checks, got,
      [](const Made& made) {
        Vector numbers;
        for (double t : temperatures) {
          for (double random : randoms) {
            numbers.push_back(sampling::sample_with(logits, t, random, made));
          }
        }
        return numbers;
      },
      sampling::sample_sentences);
  if (!right) return;
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

enum { first_for_all, last_for_all, reversed, summed, one_alone, temperature_one };
const std::vector<std::string> samples_sentences = {
    "each draw needs a random number of its own: yours uses the first for all",
    "each draw needs a random number of its own: yours uses the last for all",
    "the first token belongs to the first random number: yours are in the other order",
    "each draw has its own random number: yours adds them up",
    "there is a token for each random number: yours draws one alone",
    "the temperature of a draw is the one that is given: yours is 1"};
Vector samples_of(const Made& made) {
  Vector numbers;
  double running = 0;
  for (size_t i = 0; i < randoms.size(); ++i) {
    double random = randoms[i];
    if (made(first_for_all)) random = randoms[0];
    if (made(last_for_all)) random = randoms.back();
    if (made(reversed)) random = randoms[randoms.size() - 1 - i];
    running += random, running -= std::floor(running);
    if (made(summed)) random = running;
    numbers.push_back(
        sampling::sample_with(logits, made(temperature_one) ? 1 : 0.6, random, Made()));
    if (made(one_alone)) break;
  }
  return numbers;
}

void check_samples(Checks& checks) {
  exercise::Measured got;
  Vector tokens;
  for (size_t i : answer::samples(logits, 0.6, randoms)) tokens.push_back(static_cast<double>(i));
  got.add("samples of the same logits, temperature 0.6: token", tokens);
  exercise::judge(checks, got, samples_of, samples_sentences);
}

void check(Checks& checks) {
  check_probabilities(checks);
  check_sample(checks);
  check_samples(checks);
}

HOLO_EXERCISE("10_sampling", check)
