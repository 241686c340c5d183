// model.h: softmax and cross-entropy, right and with known mistakes.
#pragma once

#include "exercises/project/measure.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace project::bigram {

using exercise::joined;
using exercise::Sum;
namespace row = exercise::row;
namespace sum = exercise::sum;

// ---- softmax ----

enum {
  not_shifted,
  shift_from_zero,
  diagonal,
  diagonal_by_p,
  no_gradient,
  no_exponential,
  not_divided,
  divided_by_count,
  negative_power,
  base_2,
  log_softmax,
  total_without_last,
  shift_by_first,
  shift_by_last,
  top_cut,
  exponentials
};
inline const std::vector<std::string> own_softmax_sentences = {
    "softmax: e^1000 is too large for a double: subtract the largest logit first, which changes no "
    "probability",
    "softmax: when all logits are far below 0 all your exponentials are 0: the largest logit may "
    "be negative",
    "softmax: your gradient is that of an element by element function: each probability depends on "
    "all logits, through the sum, so the sum must be a Number as well",
    "softmax: p (1 - p) is the derivative of a probability for its own logit alone: it depends on "
    "all the others too",
    "softmax: the logits get no gradient: calculate with the Numbers themselves, not with their "
    "data()",
    "softmax: the exponentials are missing: logits may be negative, probabilities may not",
    "softmax: the probabilities have the sum 1: divide by the sum of the exponentials",
    "softmax: divide by the sum of the exponentials, not by how many there are",
    "softmax: the largest logit gets the smallest probability: the sign is wrong",
    "softmax: powers of e are wanted, not of 2",
    "softmax: these are the logarithms of the probabilities: cross_entropy takes the logarithm, "
    "softmax does not",
    "softmax: the sum lacks the last exponential",
    "softmax: the first logit is subtracted: it may be far below the largest one",
    "softmax: the last logit is subtracted: it may be far below the largest one",
    "softmax: what is divided is a double: it must be a Number, as the sum is"};
inline const std::vector<std::string> softmax_sentences =
    joined({own_softmax_sentences, sum::sentences("softmax: the sum of the exponentials")});

inline Duals softmax_model(const Duals& logits, const Made& wrong) {
  double largest = wrong(shift_from_zero) ? 0 : logits[0].value;
  for (const Dual& logit : logits) largest = std::max(largest, logit.value);
  if (wrong(not_shifted)) largest = 0;
  if (wrong(shift_by_first)) largest = logits[0].value;
  if (wrong(shift_by_last)) largest = logits.back().value;
  Duals p;
  for (size_t i = 0; i < logits.size(); ++i) {
    Dual x = logits[i] - Dual(wrong(no_exponential) ? 0 : largest);
    if (wrong(no_gradient)) x = cut(x);
    if (wrong(negative_power)) x = Dual(0) - logits[i];
    if (wrong(base_2)) x = x * Dual(std::log(2.0));
    p.push_back(wrong(no_exponential) ? x : exp(x));
  }
  const Made no_last({exponentials + sum::ends_early});
  const Duals totals =
      Sum<Dual>(wrong(total_without_last) ? no_last : wrong, exponentials).of_each(p);
  for (size_t i = 0; i < p.size(); ++i) {
    Dual &number = p[i], total = totals[i];
    if (wrong(diagonal) || wrong(diagonal_by_p)) total = cut(total);
    if (wrong(divided_by_count)) total = Dual(static_cast<double>(p.size()));
    if (wrong(top_cut)) number = cut(number);
    if (!wrong(not_divided)) number = number / total;
    // p (1 - p) in place of p
    if (wrong(diagonal_by_p)) number = project::made(number.value, number, 1 - number.value);
    if (wrong(log_softmax)) number = log(number);
  }
  return p;
}
// ---- cross_entropy ----

enum {
  sum_of_rows,
  divided_twice,
  base_two,
  no_softmax,
  no_sign,
  no_logarithm,
  one_minus_p,
  last_row,
  first_row,
  softmax_twice,
  by_row_number,
  squared_error,
  by_classes,
  target_cut,
  all_targets,
  one_target,
  not_target,
  minus_p,
  inverse_p,
  log_of_mean,
  p_log_p,
  entropy,
  minus_logit,
  from_second,
  next_target,
  product,
  whole_share,
  rows
};
inline const std::vector<std::string> own_loss_sentences = {
    "cross_entropy: that is the sum over the rows: the loss is their mean",
    "cross_entropy: the sum is divided by the number of rows twice",
    "cross_entropy: that is the logarithm with base 2: the course uses the natural one",
    "cross_entropy: logits are no probabilities: softmax comes before the logarithm",
    "cross_entropy: the sign is wrong: the logarithm of a probability is negative, the loss is not",
    "cross_entropy: that is the mean probability of the targets: the logarithm is missing",
    "cross_entropy: 1 - p is small when the prediction is good, but the loss is -log(p)",
    "cross_entropy: only the last row counts: add those before it",
    "cross_entropy: only the first row counts: add the others",
    "cross_entropy: softmax is taken twice",
    "cross_entropy: the probability is that of the row's number: take the one of its target",
    "cross_entropy: that is a squared error: the loss is the negative logarithm of a probability",
    "cross_entropy: the mean is over the rows, not over the numbers of a row",
    "cross_entropy: the logits get no gradient: calculate with the Numbers themselves",
    "cross_entropy: the logarithms of all probabilities are added: only the target's counts",
    "cross_entropy: each row is asked for the target of the first one",
    "cross_entropy: that is the logarithm of 1 - p: what is wanted is that of p",
    "cross_entropy: the loss is the negative logarithm of the probability: yours is the negative "
    "probability",
    "cross_entropy: that is 1 / p: the loss is -log(p)",
    "cross_entropy: that is the logarithm of the mean probability: take the mean of the logarithms",
    "cross_entropy: the logarithm is multiplied by the probability: -log(p) of the target alone is "
    "wanted",
    "cross_entropy: that is the sum of -p log p over all: only the target counts",
    "cross_entropy: that is the negative logit of the target: the logarithm of the sum of e^logit "
    "is missing",
    "cross_entropy: the first row is left out",
    "cross_entropy: the target of a row is targets[i], not targets[i + 1]",
    "cross_entropy: the losses of the rows are multiplied: add them",
    "cross_entropy: 1 / n of whole numbers is 0: write 1.0 / n"};
inline const std::vector<std::string> loss_sentences =
    joined({own_loss_sentences, row::sentences("logits, in cross_entropy,")});

inline Dual loss_model(const Table& logits, const std::vector<int>& targets, const Made& made) {
  Dual total;
  for (size_t i = 0; i < logits.size(); ++i) {
    if (made(last_row) && i + 1 < logits.size()) continue;
    if (made(first_row) && i > 0) continue;
    if (made(from_second) && i == 0) continue;
    const Duals& x = logits[row::read(made, rows, i, logits.size())];
    Duals p = made(no_softmax) ? x : softmax_model(x, Made());
    if (made(softmax_twice)) p = softmax_model(p, Made());
    if (made(target_cut)) {
      for (Dual& number : p) number = cut(number);
    }
    const size_t target =
        static_cast<size_t>(made(by_row_number) ? static_cast<int>(i)
                            : made(next_target) ? targets[(i + 1) % targets.size()]
                            : made(one_target)  ? targets[0]
                                                : targets[i]);
    Dual part = Dual(0) - log(p[target]);
    if (made(no_sign)) part = log(p[target]);
    if (made(no_logarithm)) part = p[target];
    if (made(one_minus_p)) part = Dual(1) - p[target];
    if (made(not_target)) part = Dual(0) - log(Dual(1) - p[target]);
    if (made(minus_p)) part = Dual(0) - p[target];
    if (made(inverse_p)) part = Dual(1) / p[target];
    if (made(p_log_p)) part = Dual(0) - p[target] * log(p[target]);
    if (made(minus_logit)) part = Dual(0) - x[target];
    if (made(log_of_mean)) part = p[target];
    if (made(entropy)) {
      part = Dual(0);
      for (const Dual& number : p) part = part - number * log(number);
    }
    if (made(squared_error) || made(all_targets)) part = Dual(0);
    for (size_t j = 0; j < p.size(); ++j) {
      const Dual error = p[j] - Dual(j == target ? 1 : 0);
      if (made(squared_error)) part = part + error * error;
      if (made(all_targets)) part = part - log(p[j]);
    }
    if (made(base_two)) part = part / Dual(std::log(2.0));
    total = made(product) && i > 0 ? total * part : total + part;
  }
  if (made(log_of_mean)) return Dual(0) - log(total / Dual(static_cast<double>(logits.size())));
  const double n = static_cast<double>(logits.size());
  if (made(whole_share)) total = total * Dual(0);
  if (made(by_classes)) return total / Dual(static_cast<double>(logits[0].size()));
  if (!made(sum_of_rows) && !made(last_row) && !made(first_row)) total = total / Dual(n);
  return made(divided_twice) ? total / Dual(n) : total;
}

}  // namespace project::bigram
