// model.h: layer norm, right and with known mistakes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::layer_norm {

using Row = std::vector<double>;

enum {
  unbiased,
  no_root,
  mean_kept,
  epsilon_outside,
  no_epsilon,
  raw_variance,
  no_bias,
  no_gain,
  gain_of_bias,
  sum_for_mean,
  sum_for_variance,
  absolute,
  not_scaled,
  epsilon_squared,
  multiplied,
  unbiased_by_n,
  elements,  // their sum is the mean, times their number
  squares = elements + sum::mistakes,
  read_gain = squares + sum::mistakes,
  read_bias = read_gain + row::mistakes
};
inline const std::vector<std::string> own_forward_sentences = {
    "the variance divides by the number of elements, not by one less",
    "divide by the root of the variance, not by the variance",
    "subtract the mean before you divide",
    "epsilon belongs inside the root: sqrt(variance + epsilon)",
    "epsilon is missing: divide by sqrt(variance + epsilon)",
    "the variance is the mean of (x - mean)^2: the mean is not subtracted there",
    "the bias is missing",
    "the gain is missing",
    "the bias is added after the gain: yours is multiplied by it",
    "your mean is a sum: divide it by the number of elements",
    "your variance is a sum: divide it by the number of elements",
    "the variance is the mean of squares: yours is that of absolute values",
    "nothing is divided by the root of the variance",
    "epsilon itself is added to the variance, not its square",
    "divide by the root: yours multiplies by it",
    "the mean divides by the number of elements, not by one less"};
inline const std::vector<std::string> forward_sentences =
    joined({own_forward_sentences, sum::sentences("the sum of the x"),
            sum::sentences("the sum of the (x - mean)^2"), row::sentences("the gain"),
            row::sentences("the bias")});

inline Row forward_with(const Row& x, const Row& gain, const Row& bias, double epsilon,
                        const Made& made) {
  const double size = static_cast<double>(x.size());
  double mean = Sum<>(made, elements).of(x);
  if (!made(sum_for_mean)) mean /= made(unbiased_by_n) ? size - 1 : size;
  Row parts;
  for (double number : x) {
    const double difference = made(raw_variance) ? number : number - mean;
    parts.push_back(made(absolute) ? std::abs(difference) : difference * difference);
  }
  double variance = Sum<>(made, squares).of(parts);
  if (!made(sum_for_variance)) variance /= made(unbiased) ? size - 1 : size;
  const double inside = made(no_epsilon) ? 0 : made(epsilon_squared) ? epsilon * epsilon : epsilon;
  double root =
      made(epsilon_outside) ? std::sqrt(variance) + epsilon : std::sqrt(variance + inside);
  if (made(no_root)) root = variance + inside;
  if (made(not_scaled)) root = 1;
  if (made(multiplied)) root = 1 / root;
  Row y;
  for (size_t i = 0; i < x.size(); ++i) {
    const double n = (made(mean_kept) ? x[i] : x[i] - mean) / root;
    const double g = made(no_gain) ? 1 : gain[row::read(made, read_gain, i, x.size())],
                 b = made(no_bias) ? 0 : bias[row::read(made, read_bias, i, x.size())];
    y.push_back(made(gain_of_bias) ? g * (n + b) : g * n + b);
  }
  return y;
}

}  // namespace exercise::layer_norm
