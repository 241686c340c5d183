// model.h: the weights of causal attention, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::causal_mask {

enum {
  mask_after,
  hides_itself,
  hides_itself_nan,
  sees_next,
  no_mask,
  upside_down,
  upside_down_itself,
  zero_as_score,
  by_columns,
  not_divided,
  not_divided_shifted,
  by_number,
  no_exp,
  two_alone,
  first_alone,
  transposed,
  two_as_base,
  row_of_last,
  scaled,
  itself_alone,
  uniform,
  exponentials,  // e^(score - largest)
  plain_exponentials = exponentials + sum::mistakes,
  read_scores = plain_exponentials + sum::mistakes
};
inline const char* const itself = "a position sees itself too: hide s > t, not s >= t";
inline const char* const not_one =
    "the weights of a position have the sum 1: divide by the sum of the exponentials";
inline const char* const upside = "the mask is upside down: position t sees s <= t, not s >= t";
inline const std::vector<std::string> own_sentences = {
    "the mask comes before the softmax: your rows no longer have the sum 1",
    itself,
    itself,
    "a position sees the one after it: hide s > t, not s > t + 1",
    "nothing is hidden: the weight of each later position has to be 0",
    upside,
    upside,
    "a hidden score is not 0, since exp(0) is 1: it is minus infinity",
    "the sum runs over the positions that t looks at, so each row has the sum 1",
    not_one,
    not_one,
    "divide by the sum of the exponentials, not by the number of positions",
    "a score is no share of a sum: take its exponential first",
    "a position sees all before it, not only the one before",
    "position 0 is seen by all, and each sees those after it up to itself: yours sees no other",
    "row t belongs to the position that looks: yours is a column",
    "the base is e: std::exp, not powers of 2",
    "each row has scores of its own: yours uses those of the last",
    "these are the scores already: nothing is scaled here",
    "a position sees all before it as well: yours sees itself alone",
    "all positions that t sees have the same weight in your row: its scores do not reach the "
    "weights"};
inline const std::vector<std::string> sentences =
    joined({own_sentences, sum::sentences("the sum of the exponentials"),
            sum::sentences("the sum of the exponentials"), table::sentences("the scores")});

inline const std::vector<std::vector<double>> scores = {
    {0.4, 1.7, -0.9, 2.2}, {1.1, -0.6, 0.8, 0.3}, {2.1, 0.9, 2.1, -0.2}, {0.6, 1.3, -1.8, 0.7}};

// Does position t see position s?
inline bool sees(size_t t, size_t s, const Made& made) {
  if (made(no_mask) || made(zero_as_score)) return true;
  if (made(hides_itself) || made(hides_itself_nan)) return s < t;
  if (made(sees_next)) return s <= t + 1;
  if (made(upside_down)) return s >= t;
  if (made(upside_down_itself)) return s > t;
  if (made(itself_alone)) return s == t;
  if (made(two_alone)) return s <= t && s + 1 >= t;
  if (made(first_alone)) return s == 0 || s == t;
  return s <= t;
}

inline double score_of(size_t t, size_t s, const Made& made) {
  const auto [row, column] = table::read(made, read_scores, t, s, 4, 4);
  double score = scores[made(row_of_last) ? 3 : row][column];
  if (made(uniform) || (made(zero_as_score) && s > t)) score = 0;
  return made(scaled) ? score / 2 : score;
}

inline double part_of(size_t t, size_t s, const Made& made) {
  const double score = score_of(t, s, made);
  return made(no_exp) ? score : made(two_as_base) ? std::exp2(score) : std::exp(score);
}

inline std::vector<double> weights_of(const Made& made) {
  std::vector<double> numbers(16);
  Sum<> shifted_sum(made, exponentials), plain_sum(made, plain_exponentials);
  for (size_t t = 0; t < 4; ++t) {
    double largest = -INFINITY, number = 0;
    std::vector<double> parts;
    std::vector<size_t> seen;
    for (size_t s = 0; s < 4; ++s) {
      if (sees(t, s, made)) largest = std::max(largest, score_of(t, s, made)), ++number;
      if (sees(t, s, made) || made(mask_after))
        parts.push_back(part_of(t, s, made)), seen.push_back(s);
    }
    std::vector<double> shifted = parts;
    for (double& part : shifted) part /= std::exp(largest);
    const bool plainly = made.one_of(plain_exponentials, sum::mistakes);
    std::vector<double> sums(1, std::nan(""));
    if (!parts.empty()) sums = plainly ? plain_sum.of_each(parts) : shifted_sum.of_each(shifted);
    for (size_t i = 0; i < seen.size(); ++i) {
      const size_t s = seen[i];
      double by = plainly ? sums[i] : sums[i] * std::exp(largest);
      if (made(by_columns)) {
        by = 0;
        for (size_t row = 0; row < 4; ++row) by += sees(row, s, made) ? part_of(row, s, made) : 0;
      }
      if (made(not_divided)) by = 1;
      if (made(not_divided_shifted)) by = std::exp(largest);
      if (made(by_number)) by = number * std::exp(largest);
      const double weight = sees(t, s, made) ? parts[i] / by : 0;
      numbers[made(transposed) ? 4 * s + t : 4 * t + s] = weight;
    }
    if (made(hides_itself_nan) && t == 0)
      std::fill(numbers.begin(), numbers.begin() + 4, std::nan(""));
  }
  return numbers;
}

}  // namespace exercise::causal_mask
