// model.h: probabilities with a temperature and draws, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/sum.h"

namespace exercise::sampling {

using Row = std::vector<double>;

enum {
  multiplied,
  after_softmax,
  ignored,
  not_divided,
  not_divided_shifted,
  power,
  power_too,
  by_number,
  two_as_base,
  no_exp,
  root_of,
  squared,
  added,
  inverted,
  exponentials,  // e^((logit - largest) / temperature)
  plain_exponentials = exponentials + sum::mistakes
};
inline const char* const no_sum =
    "divide by the sum: the probabilities of all tokens have the sum 1";
inline const std::vector<std::string> own_probability_sentences = {
    "divide the logits by the temperature: yours multiplies",
    "the temperature divides the logits, before exp: yours divides what comes after",
    "the temperature changes nothing in your probabilities: divide the logits by it",
    no_sum,
    no_sum,
    "the temperature divides the logits: yours makes powers of the probabilities, whose sum is not "
    "1",
    "the temperature divides the logits, and that is all: yours makes powers of the result too",
    "divide by the sum of the exponentials, not by how many there are",
    "the base is e: std::exp, not powers of 2",
    "a logit is no share of a sum: take its exponential first",
    "the logits are divided by the temperature itself, not by its root",
    "the logits are divided by the temperature itself, not by its square",
    "the logits are divided by the temperature: yours subtracts it, which changes nothing",
    "a large logit has a large probability: yours has the sign exchanged"};
inline const std::vector<std::string> probability_sentences =
    joined({own_probability_sentences, sum::sentences("the sum of the exponentials"),
            sum::sentences("the sum of the exponentials")});

inline Row probabilities_with(const Row& logits, double temperature, const Made& made) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Row p;
  double t = temperature;
  const bool plain =
      made(not_divided) || made(inverted) || made.one_of(plain_exponentials, sum::mistakes);
  if (made(multiplied)) t = 1 / t;
  if (made(after_softmax) || made(ignored) || made(power) || made(added)) t = 1;
  if (made(root_of)) t = std::sqrt(t);
  if (made(squared)) t *= t;
  for (double logit : logits) {
    const double x = (plain ? logit : logit - largest) / t;
    double number = made(two_as_base) ? std::exp2(x) : std::exp(made(inverted) ? -x : x);
    if (made(no_exp)) number = logit / t;
    p.push_back(number);
  }
  const Row sums = Sum<>(made, plain ? plain_exponentials : exponentials).of_each(p);
  for (size_t i = 0; i < p.size(); ++i) {
    double& number = p[i];
    const bool undivided = made(not_divided) || made(not_divided_shifted);
    number /= undivided ? 1 : made(by_number) ? static_cast<double>(p.size()) : sums[i];
    if (made(after_softmax)) number /= temperature;
    if (made(power) || made(power_too)) number = std::pow(number, temperature);
  }
  return p;
}

enum {
  argmax,
  not_added,
  not_added_beyond,
  too_late,
  from_the_end,
  greater,
  whole,
  own_temperature,
  skips_first,
  least_probable,
  uniform,
  one_too_many,
  times_temperature,
  nearest,
  logits_added,
  divided_logits_added,
  powers_added,
  mean_token,
  below_random,
  random_divided,
  random_multiplied,
  one_too_few
};
inline const char* const alone =
    "compare with the sum of the probabilities so far, not with each alone";
inline const std::vector<std::string> sample_sentences = {
    "this always takes the most probable token: draw with the random number",
    alone,
    alone,
    "add the probability of a token before you compare, not after it",
    "token 0 has the smallest random numbers: yours begins with the last token, or takes 1 - "
    "random",
    "the token is the first whose sum is above random: compare with random < sum, not random > sum",
    "the sum of the probabilities has lost its fraction: take double, not int",
    "your draw does not use its temperature",
    "your sum begins at token 1: the first token is 0",
    "this takes the least probable token: draw with the random number",
    "your draw does not use the probabilities: all tokens are drawn alike",
    "the token is the one whose sum is above random: yours is the one after it",
    "your draw divides the logits by the temperature twice, or multiplies by it",
    "the token is not the one whose probability is nearest to random: add them up",
    "what is added up are the probabilities, not the logits",
    "what is added up are the probabilities, not the logits divided by the temperature",
    "what is added up are the probabilities: yours are the exponentials, not divided by their sum",
    "the token is drawn with the random number: yours is the mean of all tokens",
    "the token is the first whose sum is above random: yours is how many tokens have a probability "
    "below it",
    "random is compared as it is: yours is divided by the temperature",
    "random is compared as it is: yours is multiplied by the temperature",
    "the token is the one whose sum is above random: yours is the one before it"};

inline double sample_with(const Row& logits, double temperature, double given, const Made& made) {
  double random = given;
  if (made(random_divided)) random /= temperature;
  if (made(random_multiplied)) random *= temperature;
  const double used = made(own_temperature)     ? 1
                      : made(times_temperature) ? temperature * temperature
                                                : temperature;
  const Row p = probabilities_with(logits, used, Made());
  const size_t n = p.size();
  const auto place = [&](auto found) { return static_cast<double>(found - p.begin()); };
  if (made(argmax)) return place(std::max_element(p.begin(), p.end()));
  if (made(least_probable)) return place(std::min_element(p.begin(), p.end()));
  if (made(uniform)) return std::floor(random * static_cast<double>(n));
  if (made(mean_token) || made(below_random)) {
    double mean = 0, below = 0;
    for (size_t i = 0; i < n; ++i)
      mean += p[i] * static_cast<double>(i), below += p[i] < random ? 1 : 0;
    return made(mean_token) ? std::round(mean) : below;
  }
  if (made(nearest)) {
    return place(std::min_element(p.begin(), p.end(), [&](double a, double b) {
      return std::abs(a - random) < std::abs(b - random);
    }));
  }
  double sum = 0;
  for (size_t k = made(skips_first) ? 1 : 0; k < n; ++k) {
    const size_t i = made(from_the_end) ? n - 1 - k : k;
    const double before = sum;
    double part = p[i];
    if (made(logits_added)) part = logits[i];
    if (made(divided_logits_added)) part = logits[i] / temperature;
    if (made(powers_added))
      part = std::exp((logits[i] - *std::max_element(logits.begin(), logits.end())) / temperature);
    sum = made(not_added) || made(not_added_beyond) ? part : sum + part;
    if (made(whole)) sum = std::trunc(sum);
    const double compared = made(too_late) ? before : sum;
    if (made(greater) ? random > compared : random < compared) {
      return static_cast<double>(i) + (made(one_too_many)           ? 1
                                       : made(one_too_few) && i > 0 ? -1
                                                                    : 0);
    }
  }
  return static_cast<double>(made(from_the_end) ? 0 : made(not_added_beyond) ? n : n - 1);
}

}  // namespace exercise::sampling
