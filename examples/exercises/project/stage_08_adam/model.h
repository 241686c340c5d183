// model.h: Adam, right and with known mistakes.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "exercises/project/judge.h"

namespace project::adam {

enum {
  no_correction,
  m_not_corrected,
  v_not_corrected,
  exchanged,
  reset,
  not_squared,
  beta_times_t,
  stored,
  t_from_0,
  t_for_each,
  no_root,
  epsilon_inside,
  uphill,
  shared,
  no_m,
  no_v,
  new_part_whole,
  accumulated,
  no_rate,
  epsilon_missing,
  fixed_t,
  root_of_m_too,
  betas_of_pytorch,
  weights_exchanged,
  v_of_m,
  squared_after,
  one_beta,
  corrections_exchanged,
  means_reset,
  value_for_gradient,
  sign_of_gradient,
  keeps_largest,
  absolute,
  t_plus_one,
  beta_by_t,
  rate_by_t,
  epsilon_first,
  replaced,
  steps_of_value,
  multiplied,
  variance,
  old_means,
  m_stored,
  v_stored
};
inline const std::vector<std::string> sentences = {
    "m and v begin with 0 and are too small at first: divide each by 1 - beta^t",
    "m is not corrected: divide it by 1 - beta1^t",
    "v is not corrected: divide it by 1 - beta2^t",
    "the betas are exchanged: beta1 belongs to m, beta2 to v",
    "m and v begin with 0 in each step: keep them from step to step",
    "v follows the gradient: it is the mean of its square",
    "the correction has beta * t: it is beta to the power of t",
    "the corrected m and v are stored: they are for this step alone, the running means stay as "
    "they "
    "are",
    "the first step is t = 1: with t = 0 the correction divides by 0",
    "t counts the steps, not the parameters: add 1 once in each call",
    "the step is divided by v: take its root",
    "epsilon is added to the root of v, outside of it",
    "the step goes uphill: subtract it",
    "the parameters share one m and one v: each has its own",
    "the step follows the gradient itself: it follows its running mean m",
    "the step is not divided by the root of v",
    "the new gradient counts whole: it gets the weight 1 - beta, so that m is a mean",
    "the step of before is in this step too: is a gradient added up over the steps?",
    "the rate is missing",
    "epsilon is missing: a gradient that was always 0 makes 0 / 0",
    "t stays 1: count the steps",
    "the root is taken of m over v: m has none",
    "the betas are 0.9 and 0.999: take the members beta1 and beta2, which may be changed",
    "old and new have exchanged their weights: beta for what was, 1 - beta for the gradient",
    "v follows the square of m: it is that of the gradient",
    "v is the square of a mean: square each gradient first, then take the mean",
    "v has beta1 as m has: its own is beta2",
    "the corrections are exchanged: m has 1 - beta1^t, v has 1 - beta2^t",
    "m and v begin with 0 in each step, while t goes on: keep them in members, not in variables of "
    "the function",
    "the step is made of the value of the parameter: it is made of its gradient, grad()",
    "m follows the sign of the gradient: it is the mean of the gradient itself",
    "v keeps the largest square: it is a running mean",
    "v follows the absolute value of the gradient: it is the mean of its square",
    "t is one too large: the first step is t = 1",
    "the correction has beta divided by t: it is beta to the power of t",
    "the rate becomes smaller with t: it stays as it is",
    "epsilon is added before the correction of v: it is added to the root of the corrected v",
    "the step becomes the parameter: it is subtracted from what was there",
    "the step is multiplied by the parameter: it depends on the gradients alone",
    "the step is multiplied by the root of v: divide by it",
    "v is the mean of the squares of the gradient: yours subtracts m first",
    "m and v are brought up to date first: yours uses those of the step before",
    "the corrected m is stored: it is for this step alone, m itself stays as it is",
    "the corrected v is stored: it is for this step alone, v itself stays as it is"};

using Gradient = std::function<std::vector<double>(const std::vector<double>&)>;

// The parameters after each of `count` steps, one after the other.
inline std::vector<double> steps(std::vector<double> p, const Gradient& gradient, int count,
                                 double rate, double beta1, double beta2, double epsilon,
                                 const Made& made) {
  if (made(betas_of_pytorch)) beta1 = 0.9, beta2 = 0.999;
  if (made(one_beta)) beta2 = beta1;
  if (made(exchanged)) std::swap(beta1, beta2);
  std::vector<double> m(p.size()), v(p.size()), sum(p.size()), result;
  int calls = 0;
  for (int step = 1; step <= count; ++step) {
    const std::vector<double> gradients = gradient(p);
    for (size_t i = 0; i < p.size(); ++i) {
      ++calls;
      sum[i] += gradients[i];
      const double g = made(accumulated) ? sum[i] : made(value_for_gradient) ? p[i] : gradients[i];
      const size_t own = made(shared) ? 0 : i;
      if (made(reset) || made(means_reset)) m[own] = v[own] = 0;
      const double old_m = m[own], old_v = v[own];
      double old1 = beta1, new1 = 1 - beta1, old2 = beta2, new2 = 1 - beta2;
      if (made(weights_exchanged)) std::swap(old1, new1), std::swap(old2, new2);
      if (made(new_part_whole)) new1 = new2 = 1;
      m[own] = old1 * m[own] + new1 * (made(sign_of_gradient) ? (g > 0 ? 1 : g < 0 ? -1 : 0) : g);
      if (made(squared_after)) {
        v[own] = old2 * v[own] + new2 * g;
      } else {
        v[own] = old2 * v[own] + new2 * (made(not_squared) ? g
                                         : made(v_of_m)    ? m[own] * m[own]
                                                           : g * g);
      }
      if (made(keeps_largest)) v[own] = std::fmax(old_v, g * g);
      if (made(absolute)) v[own] = old2 * old_v + new2 * std::abs(g);
      if (made(variance)) v[own] = old2 * old_v + new2 * (g - m[own]) * (g - m[own]);
      const double t = made(t_from_0)                 ? step - 1
                       : made(t_plus_one)             ? step + 1
                       : made(t_for_each)             ? calls
                       : made(fixed_t) || made(reset) ? 1
                                                      : step;
      double c1 = made(beta_times_t) ? 1 - beta1 * t : 1 - std::pow(beta1, t);
      double c2 = made(beta_times_t) ? 1 - beta2 * t : 1 - std::pow(beta2, t);
      if (made(beta_by_t)) c1 = 1 - beta1 / t, c2 = 1 - beta2 / t;
      if (made(no_correction) || made(m_not_corrected)) c1 = 1;
      if (made(no_correction) || made(v_not_corrected)) c2 = 1;
      if (made(corrections_exchanged)) std::swap(c1, c2);
      const double m_hat = made(no_m) ? g : (made(old_means) ? old_m : m[own]) / c1;
      double v_hat = (made(old_means) ? old_v : v[own]) / c2;
      if (made(squared_after)) v_hat *= v_hat;
      if (made(stored) || made(m_stored)) m[own] = m_hat;
      if (made(stored) || made(v_stored)) v[own] = v_hat;
      double below = std::sqrt(v_hat) + epsilon;
      if (made(epsilon_inside)) below = std::sqrt(v_hat + epsilon);
      if (made(epsilon_missing)) below = std::sqrt(v_hat);
      if (made(no_root)) below = v_hat + epsilon;
      if (made(no_v)) below = 1;
      double way = (made(no_rate) ? 1 : rate) * m_hat / below;
      if (made(epsilon_first)) way = rate * m_hat / ((std::sqrt(v[own]) + epsilon) / std::sqrt(c2));
      if (made(rate_by_t)) way /= t;
      if (made(multiplied)) way = rate * m_hat * below;
      if (made(steps_of_value)) way *= p[i];
      if (made(root_of_m_too)) way = rate * std::sqrt(m_hat / below);
      p[i] = (made(replaced) ? 0 : p[i]) + (made(uphill) ? way : -way);
      result.push_back(p[i]);
    }
  }
  return result;
}

}  // namespace project::adam
