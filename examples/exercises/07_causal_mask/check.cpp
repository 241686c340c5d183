#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "exercises/07_causal_mask/model.h"
#include "exercises/support/formula.h"
#include "exercises/support/straight_line.h"

using answer::causal_softmax;
using answer::Matrix;
using exercise::causal_mask::scores;

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
  exercise::Formulas all(
      {"e^score", "score", "(1 where s <= t)", "(the sum of e^score over s <= t)",
       "(the sum of e^score in the whole row)", "how many t sees", "(the sum of the column)",
       "how many positions there are", "1", "2", "e^(score - largest)",
       "(the sum of the scores over s <= t)", "(e^score where s <= t)", "(score where s <= t)"});
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
  const std::string found =
      all.told("weights", got.numbers, right, "e^score / (the sum of e^score over s <= t)");
  if (!found.empty()) return found;
  std::vector<std::vector<double>> seen, given;
  for (size_t t = 1; t < 4; ++t) {
    const auto begin = static_cast<std::ptrdiff_t>(4 * t),
               end = begin + static_cast<std::ptrdiff_t>(t) + 1;
    seen.emplace_back(got.numbers.begin() + begin, got.numbers.begin() + end);
    given.emplace_back(scores[t].begin(), scores[t].begin() + end - begin);
  }
  return exercise::straight_line(seen, given)
             ? "your weights follow the scores in a straight line: take their exponentials first"
             : "";
}

bool check_rows(Checks& checks) {
  const Matrix weights = causal_softmax(scores);
  exercise::Measured got;
  for (size_t t = 0; t < weights.size(); ++t) {
    got.add("the weights of position " + std::to_string(t), weights[t]);
  }
  return exercise::judge(checks, got, exercise::causal_mask::weights_of,
                         exercise::causal_mask::sentences, formulas);
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
  const Matrix apart = causal_softmax({{900, 0}, {-50, -51}});
  checks.equal("scores (-50, -51) at position 1, after (900, 0)", apart.at(1),
               {1 / (1 + std::exp(-1)), 1 / (1 + std::exp(1))},
               {{{nan, nan},
                 "each position has a largest score of its own: begin its search anew for each, "
                 "with a score of its row"}});
}

void check(Checks& checks) {
  if (check_rows(checks)) check_large(checks);
}

HOLO_EXERCISE("07_causal_mask", check)
