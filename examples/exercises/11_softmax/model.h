// model.h: softmax and its gradient, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::softmax {

using Row = std::vector<double>;

inline const char* const no_sum = "the exponentials do not sum to 1 yet: divide each by their sum";
enum {
  shares,
  not_divided,
  not_divided_shifted,
  two_as_base,
  whole_sum,
  whole_sum_shifted,
  by_count,
  logarithms,
  sum_too_late,
  by_norm,
  sum_of_logits
};
inline const Row logits = {2.4, 0.3, -1.7, 2.4, 0.9};
inline const std::vector<std::string> softmax_sentences = {
    "a logit is not a share of the sum: take its exponential first",
    no_sum,
    no_sum,
    "the base is e: std::exp, not powers of 2",
    "the sum of the exponentials has lost its fraction: take double, not int",
    "the sum of the exponentials has lost its fraction: take double, not int",
    "divide by the sum of the exponentials, not by how many there are",
    "that is the logarithm of softmax: softmax is a share between 0 and 1",
    "the sum has to be whole before you divide by it: add up first, in a loop of its own",
    "divide by the sum of the exponentials, not by the root of the sum of their squares",
    "divide by the sum of the exponentials, not by the sum of the logits"};
inline Row softmax_of(const Made& made) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Row p;
  double sum = 0, squares = 0, plain = 0;
  for (double x : logits) {
    const double shift = made(not_divided) || made(whole_sum) || made(sum_of_logits) ? 0 : largest;
    double number = made(two_as_base) ? std::exp2(x - shift) : std::exp(x - shift);
    if (made(shares)) number = x;
    sum += number, squares += number * number, plain += x;
    if (made(whole_sum) || made(whole_sum_shifted)) sum = std::trunc(sum);
    p.push_back(made(sum_too_late) ? number / sum : number);
  }
  if (made(by_norm)) sum = std::sqrt(squares);
  if (made(by_count)) sum = static_cast<double>(p.size());
  if (made(sum_of_logits)) sum = plain;
  if (made(not_divided) || made(not_divided_shifted) || made(sum_too_late)) return p;
  for (double& number : p) number = made(logarithms) ? std::log(number / sum) : number / sum;
  return p;
}

enum {
  diagonal,
  no_mean,
  plain_mean,
  no_upstream,
  sign,
  sum_of_upstream,
  no_p,
  softmax_again,
  not_times,
  mean_added,
  own_upstream,
  p_squared,
  mean_of_p,
  last_mean
};
inline const std::vector<std::string> backward_sentences = {
    "you took each probability for a function of its own logit alone: a logit changes all the "
    "probabilities",
    "the other probabilities shrink when one grows: subtract the mean of the upstream gradients, "
    "sum "
    "of p_j g_j",
    "the mean of the upstream gradients is weighted: sum of p_j g_j, not the sum of g_j over their "
    "number",
    "your gradient is that of p_i for its logit: it must also take in the upstream gradient",
    "the sign is the other way round: p_i (g_i - mean)",
    "what is subtracted is a mean, sum of p_j g_j: yours is the sum of the g_j",
    "the difference g_i - mean is multiplied by p_i: that is missing",
    "p is already the result of softmax: take no softmax of it again",
    "p_i - g_i is the rule for cross-entropy: here it is p_i (g_i - mean)",
    "the mean is subtracted, not added: p_i (g_i - mean)",
    "p_i p_j is missing for the other logits: sum of p_j g_j runs over all j",
    "p_i is there once before the difference: yours is squared",
    "the upstream gradient is missing in the sum: sum of p_j g_j",
    "the mean is a sum over all j: yours keeps only the last"};
inline const Row p = {0.2, 0.35, 0.45}, upstream = {1.3, -2.1, 4.7};
inline Row gradient_of(const Made& made) {
  double mean = 0, total = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const double part = made(mean_of_p) ? p[i] * p[i] : p[i] * upstream[i];
    mean = made(last_mean) ? part : mean + part;
    total += upstream[i];
  }
  if (made(no_mean)) mean = 0;
  if (made(plain_mean)) mean = total / 3;
  if (made(sum_of_upstream)) mean = total;
  if (made(mean_added)) mean = -mean;
  Row result;
  double again = 0;
  for (double number : p) again += std::exp(number);
  for (size_t i = 0; i < p.size(); ++i) {
    double factor = made(softmax_again) ? std::exp(p[i]) / again : p[i];
    if (made(no_p)) factor = 1;
    if (made(p_squared)) factor *= p[i];
    double number = factor * (upstream[i] - mean);
    if (made(diagonal)) number = p[i] * (1 - p[i]) * upstream[i];
    if (made(no_upstream)) number = p[i] * (1 - p[i]);
    if (made(not_times)) number = p[i] - upstream[i];
    if (made(own_upstream)) number = p[i] * upstream[i] * (1 - mean);
    result.push_back(made(sign) ? -number : number);
  }
  return result;
}

// What is subtracted from logits so large that it must be the largest one.
enum { no_shift, by_first, by_last, by_smallest, by_mean, from_zero, by_absolute, by_sum };
inline const char* const other =
    ": only with the largest logit subtracted no exponential overflows";
inline const std::vector<std::string> large_sentences = {
    "your exponentials overflow: subtract the largest logit first",
    "the largest logit is subtracted, not the first: e^(x - first) still overflows",
    "the largest logit is subtracted, not the last: e^(x - last) still overflows",
    std::string("you subtract the smallest logit") + other,
    std::string("you subtract the mean of the logits") + other,
    "all your exponentials are 0: subtract the largest logit, which may be negative: its search "
    "must "
    "not begin at 0",
    "all your exponentials are 0: subtract the largest logit, not the largest absolute value",
    std::string("you subtract the sum of the logits") + other};
inline const std::vector<Row> large_rows = {{1001, 1000},   {0, 1000},      {1000, 0},
                                            {-1000, -1000}, {3000, 200, 0}, {-3000, -1, 10}};
inline Row large_of(const Made& made) {
  Row numbers;
  for (const Row& row : large_rows) {
    const auto [least, most] = std::minmax_element(row.begin(), row.end());
    double sum = 0, powers = 0, shift = *most;
    for (double x : row) sum += x;
    if (made(no_shift)) shift = 0;
    if (made(by_first)) shift = row[0];
    if (made(by_last)) shift = row.back();
    if (made(by_smallest)) shift = *least;
    if (made(by_mean)) shift = sum / static_cast<double>(row.size());
    if (made(from_zero)) shift = std::max(0.0, *most);
    if (made(by_absolute)) shift = std::max(std::abs(*most), std::abs(*least));
    if (made(by_sum)) shift = sum;
    for (double x : row) powers += std::exp(x - shift);
    for (double x : row) numbers.push_back(std::exp(x - shift) / powers);
  }
  return numbers;
}

}  // namespace exercise::softmax
