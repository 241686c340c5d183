#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include HOLO_ANSWER

#include "exercises/support/judge.h"

using exercise::Made;
using Row = std::vector<double>;

const double e = std::exp(1.0);
const double nan_ = std::nan("");

const char* no_sum = "the exponentials do not sum to 1 yet: divide each by their sum";
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
const Row logits = {2.4, 0.3, -1.7, 2.4, 0.9};
const std::vector<std::string> softmax_sentences = {
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
Row softmax_of(const Made& made) {
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
const std::vector<std::string> backward_sentences = {
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
const Row p = {0.2, 0.35, 0.45}, upstream = {1.3, -2.1, 4.7};
Row gradient_of(const Made& made) {
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

void check_softmax(Checks& checks) {
  exercise::Measured got;
  got.add("softmax of (2.4, 0.3, -1.7, 2.4, 0.9)", answer::softmax(logits));
  if (!exercise::judge(checks, got, softmax_of, softmax_sentences)) return;
  checks.equal("softmax of (0, 0)", answer::softmax({0, 0}), {0.5, 0.5});
  checks.equal("softmax of (1001, 1000)", answer::softmax({1001, 1000}), {e / (1 + e), 1 / (1 + e)},
               {{{nan_, nan_}, "your exponentials overflow: subtract the largest logit first"}});
  const char* first =
      "the largest logit is subtracted, not the first: e^(x - first) still overflows";
  checks.equal("softmax of (0, 1000)", answer::softmax({0, 1000}), {0, 1},
               {{{0, nan_}, first}, {{nan_, nan_}, first}});
  checks.equal(
      "softmax of (1000, 0)", answer::softmax({1000, 0}), {1, 0},
      {{{nan_, 0}, "the largest logit is subtracted, not the last: e^(x - last) still overflows"}});
  checks.equal("softmax of (-1000, -1000)", answer::softmax({-1000, -1000}), {0.5, 0.5},
               {{{nan_, nan_},
                 "all your exponentials are 0: subtract the largest logit, which may be negative: "
                 "its search must not begin at 0"}});
}

void check_backward(Checks& checks) {
  exercise::Measured got;
  got.add("softmax_backward of p (0.2, 0.35, 0.45), upstream (1.3, -2.1, 4.7)",
          answer::softmax_backward(p, upstream));
  exercise::judge(checks, got, gradient_of, backward_sentences);
  checks.equal("softmax_backward of p (0.25, 0.75), upstream (3, 3)",
               answer::softmax_backward({0.25, 0.75}, {3, 3}), {0, 0});
}

void check(Checks& checks) {
  check_softmax(checks);
  check_backward(checks);
}
HOLO_EXERCISE("04_softmax", check)
