// model.h: steps of Adam, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::adam {

using Row = std::vector<double>;

enum {
  no_correction,
  v_corrected_alone,
  m_corrected_alone,
  from_zero,
  by_parameter,
  forgotten,
  means_reset,
  shared,
  no_root,
  epsilon_inside,
  in_gradient,
  without_rate,
  uphill,
  not_squared,
  beta_times_t,
  beta_by_t,
  corrected_stored,
  betas_exchanged,
  betas_of_means_exchanged,
  m_weights,
  v_weights,
  both_weights,
  constant_correction,
  decay_after,
  no_decay,
  g_for_m,
  variance,
  epsilon_in_correction,
  no_epsilon,
  decay_up,
  m_sum,
  steps_stay,
  one_beta,
  no_rate,
  g_for_v,
  rate_twice,
  v_of_m,
  before_update,
  decay_scaled,
  largest_square,
  rate_by_t,
  m_of_sign,
  v_sum,
  m_keeps_all,
  g_itself,
  v_by_beta1,
  m_by_beta2,
  corrections_exchanged
};
inline const std::vector<std::string> sentences = {
    "m and v begin with 0 and are too small: divide each by 1 - beta^t",
    "m is too small as well as v: divide it by 1 - beta1^t",
    "v is too small as well as m: divide it by 1 - beta2^t",
    "the first step is t = 1: with t = 0 the correction divides by 0",
    "t counts the steps, not the parameters: add 1 once in each call",
    "m and v are kept from step to step: yours begin with 0 in each call",
    "m and v are kept from step to step: yours are made anew while t goes on",
    "each parameter has an m and a v of its own: yours share one",
    "divide by the root of v, not by v",
    "epsilon is added to the root of v, outside of it",
    "the decay is no part of the gradient: take rate * decay * p from p itself",
    "the decay is times the rate: p -= rate * decay * p",
    "the step goes down, against the gradient: subtract it",
    "v is the running mean of g squared: the square is missing",
    "the correction is 1 - beta to the power of t, not beta times t",
    "the correction is 1 - beta to the power of t, not beta divided by t",
    "m and v stay uncorrected: what is divided by 1 - beta^t is for this step alone",
    "beta1 belongs to m and beta2 to v: yours are exchanged",
    "beta1 belongs to m and beta2 to v: yours are exchanged where the means are taken",
    "m keeps beta1 of itself and takes 1 - beta1 of g: yours are exchanged",
    "v keeps beta2 of itself and takes 1 - beta2 of g squared: yours are exchanged",
    "m and v keep beta of themselves and take 1 - beta of what is new: yours are exchanged",
    "the correction is 1 - beta^t, which changes with each step: yours is 1 - beta",
    "the decay is taken from p as it was before the step: yours comes after it",
    "the decay is missing: p -= rate * decay * p",
    "the step is made of m, the running mean, not of the gradient itself",
    "v is the mean of g squared: yours subtracts m first",
    "epsilon is added to the root of the corrected v: yours comes before the correction",
    "epsilon is missing: divide by sqrt(v) + epsilon",
    "the decay makes p smaller: subtract it",
    "m is a running mean: what is new is times 1 - beta1",
    "t grows with each step: yours stays 1",
    "beta2 belongs to v: yours uses beta1 for both",
    "the step is times the rate: that is missing",
    "divide by the root of v, the running mean, not by the gradient itself",
    "the rate is there once: yours is twice",
    "v is the mean of g squared: yours squares m",
    "m and v are brought up to date before the step: yours uses the old ones",
    "the decay is taken from p itself: yours is divided by the root of v",
    "v is a running mean of g squared: yours keeps the largest",
    "the rate stays as it is: yours becomes smaller with t",
    "m is the running mean of g: yours is that of its sign",
    "v is a running mean: what is new is times 1 - beta2",
    "m keeps beta1 of itself: yours keeps all",
    "v is the running mean of g squared: yours is that of g, which may be negative and has no root",
    "v is corrected with beta2, by 1 - beta2^t: yours takes beta1",
    "m is corrected with beta1, by 1 - beta1^t: yours takes beta2",
    "m is corrected with beta1 and v with beta2: yours are exchanged there"};

struct Setting {
  double beta1, beta2, epsilon, decay;
};
inline const std::vector<Setting> settings = {
    {0.7, 0.96, 0, 0}, {0.7, 0.96, 0.8, 0}, {0.7, 0.96, 0.8, 0.5}};
inline const std::vector<Row> gradients = {{4.2, -0.3}, {-1.1, 2.5}, {0.7, 0.9}};
inline const Row start = {5.3, -2.4};
constexpr double rate = 0.1;

inline Row numbers_with(const Made& made) {
  Row numbers;
  for (const Setting& s : settings) {
    const double b1 = made(betas_exchanged) ? s.beta2 : s.beta1;
    const double b2 = made(betas_exchanged) || made(one_beta) ? s.beta1 : s.beta2;
    Row p = start, ms(2), vs(2);
    double t = made(from_zero) ? -1 : 0;
    for (const Row& given : gradients) {
      if (!made(by_parameter)) ++t;
      if (made(steps_stay)) t = 1;
      if (made(forgotten)) ms = vs = Row(2), t = 1;
      if (made(means_reset)) ms = vs = Row(2);
      for (size_t i = 0; i < 2; ++i) {
        if (made(by_parameter)) ++t;
        double &m = ms[made(shared) ? 0 : i], &v = vs[made(shared) ? 0 : i];
        const double old_m = m, old_v = v;
        const double g = given[i] + (made(in_gradient) ? s.decay * p[i] : 0);
        const double w1 = made(betas_of_means_exchanged) ? b2 : b1;
        const double w2 = made(betas_of_means_exchanged) ? b1 : b2;
        const bool m_swap = made(m_weights) || made(both_weights);
        const bool v_swap = made(v_weights) || made(both_weights);
        const double taken = made(m_of_sign) ? (g > 0 ? 1 : -1) : g;
        m = m_swap ? (1 - w1) * m + w1 * g : w1 * m + (made(m_sum) ? 1 : 1 - w1) * taken;
        if (made(m_keeps_all)) m = old_m + (1 - w1) * taken;
        double square = g * g;
        if (made(not_squared)) square = std::abs(g);
        if (made(g_itself)) square = g;
        if (made(variance)) square = (g - m) * (g - m);
        if (made(v_of_m)) square = m * m;
        v = v_swap ? (1 - w2) * v + w2 * square : w2 * v + (1 - w2) * square;
        if (made(largest_square)) v = std::max(old_v, square);
        if (made(v_sum)) v = w2 * old_v + square;
        double c1 = 1 - std::pow(b1, t), c2 = 1 - std::pow(b2, t);
        if (made(v_by_beta1)) c2 = c1;
        if (made(m_by_beta2)) c1 = c2;
        if (made(corrections_exchanged)) std::swap(c1, c2);
        if (made(beta_times_t)) c1 = 1 - b1 * t, c2 = 1 - b2 * t;
        if (made(beta_by_t)) c1 = 1 - b1 / t, c2 = 1 - b2 / t;
        if (made(constant_correction)) c1 = 1 - b1, c2 = 1 - b2;
        if (made(no_correction) || made(v_corrected_alone)) c1 = 1;
        if (made(no_correction) || made(m_corrected_alone)) c2 = 1;
        const double m_used = made(before_update) ? old_m : m,
                     v_used = made(before_update) ? old_v : v;
        const double m_hat = made(g_for_m) ? g : m_used / c1, v_hat = v_used / c2;
        if (made(corrected_stored)) m = m_hat, v = v_hat;
        const double epsilon = made(no_epsilon) ? 0 : s.epsilon;
        double root = std::sqrt(v_hat) + epsilon;
        if (made(no_root)) root = v_hat + epsilon;
        if (made(epsilon_inside)) root = std::sqrt(v_hat + epsilon);
        if (made(epsilon_in_correction)) root = (std::sqrt(v_used) + epsilon) / std::sqrt(c2);
        if (made(g_for_v)) root = std::abs(g) + epsilon;
        double by = made(no_rate) ? 1 : made(rate_twice) ? rate * rate : rate;
        if (made(rate_by_t)) by /= t;
        const double step = (made(uphill) ? -1 : 1) * by * m_hat / root;
        double decay =
            (made(without_rate) ? 1 : rate) * s.decay * (made(decay_after) ? p[i] - step : p[i]);
        if (made(decay_scaled)) decay /= root;
        if (made(no_decay) || made(in_gradient)) decay = 0;
        p[i] -= step + (made(decay_up) ? -decay : decay);
      }
      numbers.insert(numbers.end(), p.begin(), p.end());
    }
  }
  return numbers;
}

}  // namespace exercise::adam
