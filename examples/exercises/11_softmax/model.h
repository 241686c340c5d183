// model.h: softmax and its gradient, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::softmax {

using Row = std::vector<double>;

inline const char* const no_sum = "the exponentials do not sum to 1 yet: divide each by their sum";
enum {
  shares,
  not_divided,
  not_divided_shifted,
  two_as_base,
  by_count,
  logarithms,
  by_norm,
  sum_of_logits,
  exponentials,  // e^(x - largest)
  plain_exponentials = exponentials + sum::mistakes
};
inline const Row logits = {0.3, 2.4, -1.7, 2.4, 0.9};
inline const std::vector<std::string> own_softmax_sentences = {
    "a logit is not a share of the sum: take its exponential first",
    no_sum,
    no_sum,
    "the base is e: std::exp, not powers of 2",
    "divide by the sum of the exponentials, not by how many there are",
    "that is the logarithm of softmax: softmax is a share between 0 and 1",
    "divide by the sum of the exponentials, not by the root of the sum of their squares",
    "divide by the sum of the exponentials, not by the sum of the logits"};
inline const std::vector<std::string> softmax_sentences =
    joined({own_softmax_sentences, sum::sentences("the sum of the exponentials"),
            sum::sentences("the sum of the exponentials")});
inline Row softmax_of(const Made& made) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  const bool plain =
      made(not_divided) || made(sum_of_logits) || made.one_of(plain_exponentials, sum::mistakes);
  Row p;
  double squares = 0, sum_of_x = 0;
  for (double x : logits) {
    const double shifted = x - (plain ? 0 : largest);
    p.push_back(made(shares) ? x : made(two_as_base) ? std::exp2(shifted) : std::exp(shifted));
    squares += p.back() * p.back(), sum_of_x += x;
  }
  if (made(not_divided) || made(not_divided_shifted)) return p;
  const Row sums = Sum<>(made, plain ? plain_exponentials : exponentials).of_each(p);
  for (size_t i = 0; i < p.size(); ++i) {
    double by = sums[i];
    if (made(by_norm)) by = std::sqrt(squares);
    if (made(by_count)) by = static_cast<double>(p.size());
    if (made(sum_of_logits)) by = sum_of_x;
    p[i] = made(logarithms) ? std::log(p[i] / by) : p[i] / by;
  }
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
  and_diagonal,
  terms,  // p_j g_j, their sum is the mean
  read_p = terms + sum::mistakes,
  read_upstream = read_p + row::mistakes
};
inline const std::vector<std::string> own_backward_sentences = {
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
    "p_i (1 - p_i) is for a logit's own probability alone: it is p_i times the difference g_i - "
    "mean"};
inline const std::vector<std::string> backward_sentences =
    joined({own_backward_sentences, sum::sentences("the sum of p_j g_j"), row::sentences("p"),
            row::sentences("the upstream gradient")});
inline const Row p = {0.1, 0.25, 0.3, 0.15, 0.2}, upstream = {1.3, -2.1, 4.7, 0.6, 2.4};
inline Row gradient_of(const Made& made) {
  Row products, result;
  double total = 0, again = 0;
  const size_t count = p.size();
  for (size_t i = 0; i < count; ++i) {
    const double pi = p[row::read(made, read_p, i, count)],
                 g = upstream[row::read(made, read_upstream, i, count)];
    products.push_back(made(mean_of_p) ? pi * pi : pi * g);
    total += g, again += std::exp(pi);
  }
  const Row means = Sum<>(made, terms).of_each(products);
  for (size_t i = 0; i < count; ++i) {
    const double pi = p[row::read(made, read_p, i, count)],
                 g = upstream[row::read(made, read_upstream, i, count)];
    double mean = means[i];
    if (made(no_mean)) mean = 0;
    if (made(plain_mean)) mean = total / static_cast<double>(count);
    if (made(sum_of_upstream)) mean = total;
    if (made(mean_added)) mean = -mean;
    double factor = made(softmax_again) ? std::exp(pi) / again : pi;
    if (made(no_p)) factor = 1;
    if (made(p_squared)) factor *= pi;
    if (made(and_diagonal)) factor *= 1 - pi;
    double number = factor * (g - mean);
    if (made(diagonal)) number = pi * (1 - pi) * g;
    if (made(no_upstream)) number = pi * (1 - pi);
    if (made(not_times)) number = pi - g;
    if (made(own_upstream)) number = pi * g * (1 - mean);
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
