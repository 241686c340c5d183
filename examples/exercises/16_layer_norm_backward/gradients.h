// gradients.h: the backward of layer norm, right and with known mistakes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/16_layer_norm_backward/model.h"

namespace exercise::layer_norm::gradients {

enum {
  mean_constant,
  root_constant,
  both_constant,
  no_gain_for_x,
  gain_of_x,
  not_divided,
  backward_no_epsilon,
  sums,
  sum_of_dn,
  sum_of_dn_n,
  gain_at_end,
  plus_n,
  plus_mean,
  divided_twice,
  n_missing,
  x_for_n,
  gain_in_gain,
  gain_without_n,
  gain_in_bias,
  bias_with_n,
  gain_averaged,
  root_of_n,
  sign_of_x,
  gain_twice,
  gain_summed,
  bias_summed,
  n_without_mean,
  unbiased_means,
  variance_for_root,
  n_by_variance,
  gain_divides,
  terms_of_dn,  // their sum is mean(dn), times their number
  terms_of_dn_n = terms_of_dn + sum::mistakes,
  read_gain = terms_of_dn_n + sum::mistakes,
  read_gradient = read_gain + row::mistakes
};
inline const std::vector<std::string> own_sentences = {
    "the mean depends on each x as well: subtract the mean of dn",
    "the root depends on each x as well: subtract n * mean(dn * n)",
    "mean and root are not constants: each x goes into both, and so into each y",
    "the gradient passes the gain on its way to x: dn = gradient * gain",
    "the gain multiplied n, not x: its gradient is gradient * n",
    "the gradient of x is divided by the root, as x was",
    "the root of the backward has the epsilon of the forward in it",
    "what is subtracted are means: yours are sums, so divide them by the number of elements",
    "the mean of dn is a sum divided by the number of elements: that is missing",
    "the mean of dn * n is a sum divided by the number of elements: that is missing",
    "the gain belongs into dn, before the means are taken: yours comes at the end",
    "n * mean(dn * n) is subtracted, not added",
    "the mean of dn is subtracted, not added",
    "the gradient of x is divided by the root once: yours is divided twice",
    "the mean of dn * n is multiplied by n of each element: that n is missing",
    "the second mean is that of dn * n: yours has x in place of n",
    "the gain does not go into its own gradient: it is gradient * n",
    "the gradient of the gain is gradient * n: the n is missing",
    "the bias is added after the gain: its gradient is gradient itself",
    "the bias is added to n * gain: its gradient is gradient itself, without n",
    "the gradient of the gain is gradient * n: nothing is divided there",
    "n is (x - mean) / root: in your backward it is not divided by the root",
    "the gradient of x has the wrong sign",
    "the gain is in dn once: yours has it twice",
    "each element has a gain of its own: its gradient is no sum",
    "each element has a bias of its own: its gradient is no sum",
    "n is (x - mean) / root: in your backward the mean is not subtracted",
    "the means of the backward divide by the number of elements, not by one less",
    "the backward has the root of the forward: yours divides by the variance + epsilon, without a "
    "root",
    "n is (x - mean) / root: in your backward it is divided by the variance + epsilon",
    "dn is gradient * gain: yours divides by the gain"};
inline const std::vector<std::string> sentences = joined(
    {own_sentences, sum::sentences("the sum of the dn"), sum::sentences("the sum of the dn * n"),
     row::sentences("the gain"), row::sentences("the gradient")});

inline Row backward_with(const Row& x, const Row& given_gain, const Row& given_gradient,
                         double epsilon, const Made& made) {
  const size_t count = x.size();
  const double size = static_cast<double>(count);
  double mean = 0, variance = 0;
  Row gain, gradient, for_mean_dn, for_mean_dn_n;
  for (size_t i = 0; i < count; ++i) {
    gain.push_back(given_gain[row::read(made, read_gain, i, count)]);
    gradient.push_back(given_gradient[row::read(made, read_gradient, i, count)]);
  }
  for (double number : x) mean += number / size;
  for (double number : x) variance += (number - mean) * (number - mean) / size;
  double root = std::sqrt(variance + (made(backward_no_epsilon) ? 0 : epsilon));
  if (made(variance_for_root)) root *= root;
  Row n, dn, dx, dgain, dbias;
  for (size_t i = 0; i < count; ++i) {
    const double above = made(n_without_mean) ? x[i] : x[i] - mean;
    n.push_back(made(root_of_n) ? above : above / (made(n_by_variance) ? root * root : root));
    dn.push_back(made(no_gain_for_x) || made(gain_at_end) ? gradient[i] : gradient[i] * gain[i]);
    if (made(gain_twice)) dn[i] *= gain[i];
    if (made(gain_divides)) dn[i] = gradient[i] / gain[i];
    for_mean_dn.push_back(dn[i]), for_mean_dn_n.push_back(dn[i] * (made(x_for_n) ? x[i] : n[i]));
  }
  const double by = made(unbiased_means) ? size - 1 : size;
  const Row all_dn = Sum<>(made, terms_of_dn).of_each(for_mean_dn);
  const Row all_dn_n = Sum<>(made, terms_of_dn_n).of_each(for_mean_dn_n);
  double total_gain = 0, total_bias = 0;
  for (size_t i = 0; i < count; ++i) {
    double mean_dn = all_dn[i] / (made(sums) || made(sum_of_dn) ? 1 : by);
    double mean_dn_n = all_dn_n[i] / (made(sums) || made(sum_of_dn_n) ? 1 : by);
    if (made(mean_constant) || made(both_constant)) mean_dn = 0;
    if (made(root_constant) || made(both_constant)) mean_dn_n = 0;
    if (made(plus_n)) mean_dn_n = -mean_dn_n;
    if (made(plus_mean)) mean_dn = -mean_dn;
    double number = dn[i] - mean_dn - (made(n_missing) ? 1 : n[i]) * mean_dn_n;
    if (made(gain_at_end)) number *= gain[i];
    if (!made(not_divided)) number /= made(divided_twice) ? root * root : root;
    dx.push_back(made(sign_of_x) ? -number : number);
    double for_gain = gradient[i] * n[i], for_bias = gradient[i];
    if (made(gain_of_x)) for_gain = gradient[i] * x[i];
    if (made(gain_without_n)) for_gain = gradient[i];
    if (made(gain_in_gain)) for_gain *= gain[i];
    if (made(gain_averaged)) for_gain /= size;
    if (made(gain_in_bias)) for_bias *= gain[i];
    if (made(bias_with_n)) for_bias *= n[i];
    dgain.push_back(for_gain), dbias.push_back(for_bias);
    total_gain += for_gain, total_bias += for_bias;
  }
  if (made(gain_summed)) dgain.assign(count, total_gain);
  if (made(bias_summed)) dbias.assign(count, total_bias);
  dx.insert(dx.end(), dgain.begin(), dgain.end());
  dx.insert(dx.end(), dbias.begin(), dbias.end());
  return dx;
}

}  // namespace exercise::layer_norm::gradients
