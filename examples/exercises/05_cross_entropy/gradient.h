// gradient.h: the gradient of the loss for the logits, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/05_cross_entropy/loss.h"

namespace exercise::cross_entropy::gradient {

enum {
  without_target,
  wrong_sign,
  of_p,
  of_sum,
  twice,
  one_by_rows,
  p_by_rows,
  target_of_first,
  over_columns,
  target_alone,
  logits_themselves,
  not_divided,
  one_everywhere,
  times_p,
  plus_one,
  last_row_alone,
  first_row_alone,
  over_elements,
  softmax_of_table,
  whole_rows,
  uniform,
  exponentials,  // e^(x - largest)
  plain_exponentials = exponentials + sum::mistakes,
  logits = plain_exponentials + sum::mistakes
};
inline const std::vector<std::string> own_sentences = {
    "your gradient is the softmax alone: subtract 1 at the target",
    "your gradient has the wrong sign: it is p - 1 at the target and p elsewhere",
    "-1/p is the gradient for the probability: go on through the softmax to the logits",
    "the loss is a mean, so each row of the gradient is divided by the number of rows: that is "
    "missing",
    "the gradient is divided by the number of rows twice: once is enough",
    "all of p - 1 is divided by the number of rows: yours divides the 1 alone",
    "all of p - 1 is divided by the number of rows: yours divides p alone",
    "each row has a target of its own: your gradient takes that of row 0 for all",
    "the gradient is divided by the number of rows, not by that of the columns",
    "the other logits have a gradient too, p: yours has one at the target only",
    "the gradient has the softmax of the logits in it: yours has the logits",
    "the exponentials are no probabilities yet: divide each by the sum of its row",
    "1 is subtracted at the target only: yours subtracts it everywhere",
    "p - 1 is the whole gradient: do not multiply it by p again",
    "1 is subtracted at the target: yours adds it",
    "all rows have a gradient: yours has the last alone",
    "all rows have a gradient: yours has the first alone",
    "the gradient is divided by the number of rows: yours divides by that of all logits",
    "each row has a softmax of its own: yours is that of the whole table",
    "1 / logits.rows of whole numbers is 0 for more than one row: write 1.0 / logits.rows",
    "all p of a row are the same in your gradient: each logit has its own exponential"};
inline const std::vector<std::string> sentences =
    joined({own_sentences, sum::sentences("the sum of the exponentials of your gradient"),
            sum::sentences("the sum of the exponentials of your gradient"),
            table::sentences("the logits")});

inline std::vector<double> gradient_with(const Matrix& given, const std::vector<int>& targets,
                                         const Made& made) {
  Matrix x = given;
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < x.columns; ++j) x(i, j) = read(given, i, j, made, logits);
  }
  Sum<> shifted(made, exponentials), plain(made, plain_exponentials);
  Matrix gradient(x.rows, x.columns);
  double table = 0;
  for (double logit : x.numbers) table += std::exp(logit);
  for (int i = 0; i < x.rows; ++i) {
    double largest = x(i, 0);
    for (int j = 0; j < x.columns; ++j) largest = std::max(largest, x(i, j));
    std::vector<double> powers, shifted_powers;
    for (int j = 0; j < x.columns; ++j) {
      powers.push_back(std::exp(x(i, j))), shifted_powers.push_back(std::exp(x(i, j) - largest));
    }
    const std::vector<double> of_plain = plain.of_each(powers),
                              of_shifted = shifted.of_each(shifted_powers);
    const int target = targets[made(target_of_first) ? 0 : static_cast<size_t>(i)];
    if ((made(last_row_alone) && i + 1 < x.rows) || (made(first_row_alone) && i > 0)) continue;
    for (int j = 0; j < x.columns; ++j) {
      const size_t column = static_cast<size_t>(j);
      // The two differ where a mistake is in one of them alone.
      double p = made.one_of(plain_exponentials, sum::mistakes)
                     ? powers[column] / of_plain[column]
                     : shifted_powers[column] / of_shifted[column];
      if (made(logits_themselves)) p = x(i, j);
      if (made(uniform)) p = 1.0 / x.columns;
      if (made(not_divided)) p = powers[column];
      if (made(softmax_of_table)) p = powers[column] / table;
      double one = j == target || made(one_everywhere) ? 1 : 0;
      if (made(without_target)) one = 0;
      if (made(plus_one)) one = -one;
      double number = p - one, rows = x.rows;
      if (made(target_alone) && j != target) number = 0;
      if (made(of_p)) number = j == target ? -1 / p : 0;
      if (made(times_p)) number *= p;
      if (made(wrong_sign)) number = -number;
      if (made(one_by_rows)) number = p * rows - one;
      if (made(p_by_rows)) number = p - one * rows;
      if (made(of_sum)) rows = 1;
      if (made(twice)) rows *= x.rows;
      if (made(over_columns)) rows = x.columns;
      if (made(whole_rows) && x.rows > 1) number = 0;
      if (made(over_elements)) rows = x.rows * x.columns;
      gradient(i, j) = number / rows;
    }
  }
  return gradient.numbers;
}

}  // namespace exercise::cross_entropy::gradient
