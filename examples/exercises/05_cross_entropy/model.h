// model.h: the loss of a prediction and its gradient, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"

namespace exercise::cross_entropy {

enum {
  of_logits,
  no_minus,
  two_as_base,
  ten_as_base,
  summed,
  probability,
  assigned,
  first_row,
  last_row,
  m_not_added,
  by_columns,
  one_minus_p,
  all_columns,
  assigned_undivided,
  first_target,
  whole_sum,
  no_log,
  minus_logit,
  by_elements,
  target_missing,
  log_of_mean,
  row_as_target,
  divided_twice,
  sum_goes_on,
  whole_share,
  largest_for_target
};
inline const std::vector<std::string> loss_sentences = {
    "logits are no probabilities: take their softmax before the logarithm",
    "the loss has the wrong sign: a probability below 1 has a negative logarithm, so take its "
    "negative",
    "that is the logarithm with base 2: the course measures in nats, std::log",
    "that is the logarithm with base 10: the course measures in nats, std::log",
    "the loss is the mean over the rows, not their sum",
    "that is the probability of the target: the loss is the negative of its logarithm",
    "the loss of each row replaces that of the row before: add them with +=",
    "the loss is the mean over all rows: yours has the first alone",
    "the loss is the mean over all rows: yours has the last alone",
    "the largest logit, which was subtracted before the exponentials, is to be added again after "
    "the logarithm",
    "the mean is over the rows: divide by their number, not by that of the columns",
    "1 - p is no logarithm: the loss is -log p of the target",
    "the loss asks for the target alone: yours adds all columns",
    "the loss is the mean over all rows: yours divides the first one by their number",
    "each row has a target of its own: yours takes that of row 0 for all",
    "the sum of the losses has lost its fraction: take double, not int",
    "the logarithm is missing: log(sum of e^x) - x_target",
    "that is the negative logit of the target: the logarithm of the sum of e^x is missing",
    "the mean is over the rows: yours divides by the number of all logits",
    "that is log(sum of e^x): subtract the logit of the target",
    "the mean is of the logarithms: yours is the logarithm of the mean of the probabilities",
    "the target of a row is targets[i], not i",
    "the loss is divided by the number of rows twice: once is enough",
    "the sum of the exponentials of the rows before is still in your sum: set it to 0 for each "
    "row",
    "1 / logits.rows of whole numbers is 0 for more than one row: write 1.0 / logits.rows",
    "the loss asks for the logit of the target: yours has the largest one"};

inline double loss_with(const Matrix& x, const std::vector<int>& targets, const Made& made) {
  double total = 0, p_total = 0, sum = 0;
  for (int i = 0; i < x.rows; ++i) {
    double largest = x(i, 0);
    for (int j = 0; j < x.columns; ++j) largest = std::max(largest, x(i, j));
    if (!made(sum_goes_on)) sum = 0;
    for (int j = 0; j < x.columns; ++j)
      sum += std::exp(x(i, j) - (made(sum_goes_on) ? 0 : largest));
    const double log_sum = std::log(sum) + (made(sum_goes_on) ? 0 : largest);
    int target = targets[made(first_target) ? 0 : static_cast<size_t>(i)];
    if (made(row_as_target)) target = i % x.columns;
    const double logit = made(largest_for_target) ? largest : x(i, target),
                 p = std::exp(logit - log_sum);
    double loss =
        (made(m_not_added) ? std::log(sum) : log_sum) - (made(target_missing) ? 0 : logit);
    if (made(of_logits)) loss = -std::log(logit);
    if (made(probability)) loss = p;
    if (made(one_minus_p)) loss = 1 - p;
    if (made(no_log)) loss = std::exp(log_sum) - logit;
    if (made(minus_logit)) loss = -logit;
    if (made(all_columns)) {
      loss = 0;
      for (int j = 0; j < x.columns; ++j) loss += log_sum - x(i, j);
    }
    p_total += p;
    if ((made(first_row) || made(assigned_undivided)) && i > 0) continue;
    total = made(assigned) || made(last_row) ? loss : total + loss;
    if (made(whole_sum)) total = std::trunc(total);
  }
  double rows = x.rows;
  if (made(summed) || made(first_row) || made(last_row)) rows = 1;
  if (made(by_columns)) rows = x.columns;
  if (made(by_elements)) rows = x.rows * x.columns;
  if (made(divided_twice)) rows = x.rows * x.rows;
  if (made(whole_share) && x.rows > 1) return 0;
  if (made(log_of_mean)) return -std::log(p_total / x.rows);
  if (made(no_minus)) total = -total;
  if (made(two_as_base)) total /= std::log(2.0);
  if (made(ten_as_base)) total /= std::log(10.0);
  return total / rows;
}

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
  softmax_of_table
};
inline const std::vector<std::string> gradient_sentences = {
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
    "each row has a softmax of its own: yours is that of the whole table"};

inline std::vector<double> gradient_with(const Matrix& x, const std::vector<int>& targets,
                                         const Made& made) {
  Matrix gradient(x.rows, x.columns);
  double table = 0;
  for (double logit : x.numbers) table += std::exp(logit);
  for (int i = 0; i < x.rows; ++i) {
    double sum = 0;
    for (int j = 0; j < x.columns; ++j) sum += std::exp(x(i, j));
    if (made(not_divided)) sum = 1;
    if (made(softmax_of_table)) sum = table;
    const int target = targets[made(target_of_first) ? 0 : static_cast<size_t>(i)];
    if ((made(last_row_alone) && i + 1 < x.rows) || (made(first_row_alone) && i > 0)) continue;
    for (int j = 0; j < x.columns; ++j) {
      const double p = made(logits_themselves) ? x(i, j) : std::exp(x(i, j)) / sum;
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
      if (made(over_elements)) rows = x.rows * x.columns;
      gradient(i, j) = number / rows;
    }
  }
  return gradient.numbers;
}

}  // namespace exercise::cross_entropy
