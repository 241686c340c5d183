#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using answer::causal_softmax;
using answer::Matrix;
using exercise::Made;

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
  sum_goes_on,
  shifted_sum_goes_on,
  two_alone,
  first_alone,
  transposed,
  two_as_base,
  row_of_last,
  scaled,
  itself_alone
};
const char* itself = "a position sees itself too: hide s > t, not s >= t";
const char* not_one =
    "the weights of a position have the sum 1: divide by the sum of the exponentials";
const char* upside = "the mask is upside down: position t sees s <= t, not s >= t";
const char* goes_on = "the sum of the rows before is still in your sum: set it to 0 for each row";
const std::vector<std::string> sentences = {
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
    goes_on,
    goes_on,
    "a position sees all before it, not only the one before",
    "position 0 is seen by all, and each sees those after it up to itself: yours sees no other",
    "row t belongs to the position that looks: yours is a column",
    "the base is e: std::exp, not powers of 2",
    "each row has scores of its own: yours uses those of the last",
    "these are the scores already: nothing is scaled here",
    "a position sees all before it as well: yours sees itself alone"};

const Matrix scores = {
    {0.4, 1.7, -0.9, 2.2}, {1.1, -0.6, 0.8, 0.3}, {-1.4, 0.9, 2.1, -0.2}, {0.6, 1.3, -1.8, 0.7}};

std::vector<double> weights_of(const Made& made) {
  std::vector<double> numbers(16);
  double sum = 0;
  for (size_t t = 0; t < 4; ++t) {
    const auto sees = [&](size_t s, size_t from) {
      if (made(no_mask) || made(zero_as_score)) return true;
      if (made(hides_itself) || made(hides_itself_nan)) return s < from;
      if (made(sees_next)) return s <= from + 1;
      if (made(upside_down)) return s >= from;
      if (made(upside_down_itself)) return s > from;
      if (made(itself_alone)) return s == from;
      if (made(two_alone)) return s <= from && s + 1 >= from;
      if (made(first_alone)) return s == 0 || s == from;
      return s <= from;
    };
    const auto part = [&](size_t s, size_t row) {
      double score = scores[made(row_of_last) ? 3 : row][s];
      if (made(zero_as_score) && s > row) score = 0;
      if (made(scaled)) score /= 2;
      return made(no_exp) ? score : made(two_as_base) ? std::exp2(score) : std::exp(score);
    };
    if (!made(sum_goes_on) && !made(shifted_sum_goes_on)) sum = 0;
    double largest = -1e300, number = 0;
    for (size_t s = 0; s < 4; ++s) {
      if (sees(s, t)) largest = std::max(largest, scores[t][s]), ++number;
    }
    const double shift = made(shifted_sum_goes_on) ? std::exp(largest) : 1;
    for (size_t s = 0; s < 4; ++s) {
      if (sees(s, t) || made(mask_after)) sum += part(s, t) / shift;
    }
    for (size_t s = 0; s < 4; ++s) {
      double by = sum * shift;
      if (made(by_columns)) {
        by = 0;
        for (size_t row = 0; row < 4; ++row) by += sees(s, row) ? part(s, row) : 0;
      }
      if (made(not_divided)) by = 1;
      if (made(not_divided_shifted)) by = std::exp(largest);
      if (made(by_number)) by = number * std::exp(largest);
      double weight = sees(s, t) ? part(s, t) / by : 0;
      if (made(hides_itself_nan) && t == 0) weight = std::nan("");
      numbers[made(transposed) ? 4 * s + t : 4 * t + s] = weight;
    }
  }
  return numbers;
}

std::string formulas(const exercise::Measured& got, const std::vector<double>& right) {
  // All that is seen right but for a factor of its row, and something for what is hidden.
  bool hidden_seen = true;
  for (size_t t = 0; t < 4; ++t) {
    const double factor = got.numbers[4 * t] / right[4 * t];
    for (size_t s = 0; s < 4; ++s) {
      const double weight = got.numbers[4 * t + s];
      hidden_seen =
          hidden_seen && (s <= t ? exercise::near(weight, factor * right[4 * t + s]) : weight > 0);
    }
  }
  if (hidden_seen) {
    return "what is hidden has a part of the sum: its weight is exactly 0, so its score is minus "
           "infinity, and not only a small number";
  }
  exercise::Formulas all({"e^score", "score", "1 where s <= t", "(the sum of e^score over s <= t)",
                          "(the sum of e^score in the whole row)", "how many t sees",
                          "(the sum of the column)", "how many positions there are", "1", "2",
                          "e^(score - largest)", "(the sum of the scores over s <= t)",
                          "(e^score where s <= t)", "(score where s <= t)"});
  for (size_t t = 0; t < 4; ++t) {
    double seen = 0, whole = 0, plain = 0, largest = scores[t][0];
    for (size_t s = 0; s < 4; ++s) {
      whole += std::exp(scores[t][s]);
      if (s > t) continue;
      seen += std::exp(scores[t][s]), plain += scores[t][s];
      largest = std::max(largest, scores[t][s]);
    }
    for (size_t s = 0; s < 4; ++s) {
      double column = 0;
      for (size_t row = 0; row < 4; ++row) column += std::exp(scores[row][s]);
      const double e = std::exp(scores[t][s]), sees = s <= t ? 1 : 0;
      all.add({e, scores[t][s], sees, seen, whole, static_cast<double>(t + 1), column, 4, 1, 2,
               e / std::exp(largest), plain, e * sees, scores[t][s] * sees});
    }
  }
  return exercise::told("weights", all.of(got.numbers),
                        "e^score / (the sum of e^score over s <= t)");
}

bool check_rows(Checks& checks) {
  const Matrix weights = causal_softmax(scores);
  exercise::Measured got;
  for (size_t t = 0; t < weights.size(); ++t) {
    got.add("the weights of position " + std::to_string(t), weights[t]);
  }
  return exercise::judge(checks, got, weights_of, sentences, formulas);
}

void check_large(Checks& checks) {
  const double nan = std::nan("");
  const char* before_mask =
      "the largest score is taken before the mask: take it of those that are seen";
  const Matrix later = causal_softmax({{2, 9000}, {0, 0}});
  checks.equal("scores (2, 9000) at position 0 of 0 to 1", later.at(0), {1, 0},
               {{{nan, 0}, before_mask}, {{nan, nan}, before_mask}});
  const char* from_zero =
      "the largest score may be negative: its search begins with a score that is seen, not with 0";
  const Matrix small = causal_softmax({{-20000, 0}, {0, 0}});
  checks.equal(
      "scores (-20000, 0) at position 0 of 0 to 1", small.at(0), {1, 0},
      {{{0, 1}, "a hidden score is minus infinity: a number like -10000 may be the largest"},
       {{nan, 0}, from_zero},
       {{nan, nan}, from_zero}});
  const Matrix large = causal_softmax({{0, 0}, {1000, 1000}});
  checks.equal("scores (1000, 1000) at position 1", large.at(1), {0.5, 0.5},
               {{{nan, nan},
                 "your exponentials overflow: subtract the largest score of those that are seen"}});
}

void check(Checks& checks) {
  if (check_rows(checks)) check_large(checks);
}

HOLO_EXERCISE("07_causal_mask", check)
