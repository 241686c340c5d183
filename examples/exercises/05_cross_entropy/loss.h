// loss.h: the loss of a prediction, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

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
  whole_share,
  largest_for_target,
  minus_p,
  exponentials,  // e^(x - largest)
  plain_exponentials = exponentials + sum::mistakes,
  target_logits = plain_exponentials + sum::mistakes,
  all_logits = target_logits + table::mistakes,
  losses = all_logits + table::mistakes
};
inline const std::vector<std::string> own_loss_sentences = {
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
    "1 / logits.rows of whole numbers is 0 for more than one row: write 1.0 / logits.rows",
    "the loss asks for the logit of the target: yours has the largest one",
    "the loss is the negative logarithm of the probability: yours is the negative probability"};
inline const std::vector<std::string> loss_sentences = joined(
    {own_loss_sentences, sum::sentences("the sum of the exponentials"),
     sum::sentences("the sum of the exponentials"), table::sentences("the logits of the targets"),
     table::sentences("the logits"), sum::sentences("the sum of the losses")});

// The element (i, j) as an answer reads it, whose mistakes begin with number `first`.
inline double read(const Matrix& x, int i, int j, const Made& made, int first) {
  const table::Place place =
      table::read(made, first, static_cast<size_t>(i), static_cast<size_t>(j),
                  static_cast<size_t>(x.rows), static_cast<size_t>(x.columns));
  return x(static_cast<int>(place.row), static_cast<int>(place.column));
}

// The logarithm of the sum of the exponentials of each row, and what was subtracted in it.
struct LogSum {
  double number, shift;
};
inline std::vector<LogSum> log_sums(const Matrix& x, const Made& made) {
  std::vector<LogSum> result;
  Sum<> shifted(made, exponentials), plain(made, plain_exponentials);
  for (int i = 0; i < x.rows; ++i) {
    std::vector<double> row, powers;
    for (int j = 0; j < x.columns; ++j) row.push_back(read(x, i, j, made, all_logits));
    const double largest = *std::max_element(row.begin(), row.end());
    for (double& logit : row) powers.push_back(std::exp(logit)), logit = std::exp(logit - largest);
    const double of_plain = plain.of(powers), right = shifted.of(row);
    const bool as_plain = made.one_of(plain_exponentials, sum::mistakes);
    result.push_back({as_plain ? std::log(of_plain) : std::log(right) + largest, largest});
  }
  return result;
}

inline double loss_with(const Matrix& x, const std::vector<int>& targets, const Made& made) {
  double p_total = 0;
  const std::vector<LogSum> log_sum = log_sums(x, made);
  std::vector<double> parts;
  for (int i = 0; i < x.rows; ++i) {
    const auto [log_sum_exp, largest] = log_sum[static_cast<size_t>(i)];
    int target = targets[made(first_target) ? 0 : static_cast<size_t>(i)];
    if (made(row_as_target)) target = i % x.columns;
    const double logit =
        made(largest_for_target) ? largest : read(x, i, target, made, target_logits);
    const double p = std::exp(logit - log_sum_exp);
    double loss =
        log_sum_exp - (made(m_not_added) ? largest : 0) - (made(target_missing) ? 0 : logit);
    if (made(of_logits)) loss = -std::log(logit);
    if (made(probability)) loss = p;
    if (made(minus_p)) loss = -p;
    if (made(one_minus_p)) loss = 1 - p;
    if (made(no_log)) loss = std::exp(log_sum_exp) - logit;
    if (made(minus_logit)) loss = -logit;
    if (made(all_columns)) {
      loss = 0;
      for (int j = 0; j < x.columns; ++j) loss += log_sum_exp - x(i, j);
    }
    p_total += p;
    parts.push_back(loss);
  }
  double total = Sum<>(made, losses).of(parts), rows = x.rows;
  if (made(assigned) || made(last_row)) total = parts.back();
  if (made(first_row) || made(assigned_undivided)) total = parts[0];
  if (made(whole_sum)) {
    total = 0;
    for (double loss : parts) total = std::trunc(total + loss);
  }
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

}  // namespace exercise::cross_entropy
