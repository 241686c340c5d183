// model.h: a coupling layer, its inverse and its determinant, right and with known mistakes.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::coupling {

using Row = std::vector<double>;

// Each number of the result depends on all numbers of x.
inline Row mixed(const Row& x, double seed) {
  Row result;
  for (size_t i = 0; i < x.size(); ++i) {
    double number = seed;
    for (size_t j = 0; j < x.size(); ++j) {
      number += 0.3 * std::sin(x[j] * (seed + static_cast<double>(i + 2 * j)));
    }
    result.push_back(number);
  }
  return result;
}
inline Row s(const Row& x) { return mixed(x, 0.4); }
inline Row t(const Row& x) { return mixed(x, 1.3); }

inline Row half(const Row& x, bool second) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  return second ? Row(middle, x.end()) : Row(x.begin(), middle);
}

// What s and t are taken of.
inline Row given(const Row& x, bool all, bool second) { return all ? x : half(x, second); }

enum {
  bare_scale,
  sigmoid_scale,
  shift_scaled,
  halves_exchanged,
  all_of_x,
  of_second,
  first_scaled,
  s_and_t,
  no_shift,
  minus_s,
  no_scale,
  shift_subtracted,
  second_alone,
  s_twice,
  first_changed_alone
};
inline const std::vector<std::string> forward_sentences = {
    "the scale is exp(s), which is never 0: yours is s",
    "the scale is exp(s): a sigmoid can close so far that x2 is lost",
    "the shift is added after the scale: yours is scaled too",
    "the first half stays as it is: you have changed it, and kept the second",
    "s and t are given x1 alone: with all of x the inverse, which has only x1, could not calculate "
    "them",
    "s and t are taken of x1: yours are taken of x2, which the inverse does not have",
    "the first half stays as it is: yours is scaled and shifted as the second",
    "the scale is made of s and the shift of t: yours are exchanged",
    "the shift t is missing",
    "the scale of forward is exp(s): exp(-s) is for the inverse",
    "the scale exp(s) is missing",
    "forward adds the shift: yours subtracts it",
    "the result has both halves: yours has the second alone",
    "the shift is t: yours is s",
    "the first half stays as it is: yours is changed by s and t of x2"};

inline Row forward_with(const Row& x, const Made& made) {
  const size_t n = x.size() / 2;
  const bool second = made(of_second) || made(halves_exchanged) || made(first_changed_alone);
  const Row from = given(x, made(all_of_x), second);
  Row scale = s(from), shift = made(s_twice) ? scale : t(from);
  if (made(s_and_t)) std::swap(scale, shift);
  Row y = x;
  for (size_t i = 0; i < n; ++i) {
    const auto changed = [&](double number) {
      double factor = std::exp(made(minus_s) ? -scale[i] : scale[i]);
      if (made(bare_scale)) factor = scale[i];
      if (made(sigmoid_scale)) factor = 1 / (1 + std::exp(-scale[i]));
      if (made(no_scale)) factor = 1;
      const double added = made(no_shift) ? 0 : made(shift_subtracted) ? -shift[i] : shift[i];
      return made(shift_scaled) ? (number + added) * factor : number * factor + added;
    };
    const bool on_first = made(halves_exchanged) || made(first_changed_alone);
    if (on_first || made(first_scaled)) y[i] = changed(x[i]);
    if (!on_first) y[n + i] = changed(x[n + i]);
  }
  return made(second_alone) ? half(y, true) : y;
}

enum {
  from_second,
  wrong_order,
  scaled_again,
  divided_by_s,
  shift_added,
  all_of_y,
  forward_again,
  inverse_no_shift,
  inverse_no_scale,
  inverse_first_changed,
  inverse_exchanged,
  inverse_second_alone,
  inverse_sigmoid,
  inverse_on_first
};
inline const std::vector<std::string> inverse_sentences = {
    "the inverse computes s and t from y1, which is x1: y2 is not x2",
    "undo the last step first: subtract the shift, then undo the scale",
    "the inverse of exp(s) is exp(-s): yours multiplies once more",
    "x2 was multiplied by exp(s), so divide by exp(s), not by s",
    "the inverse subtracts the shift that forward has added",
    "the inverse has only y1, which is x1, to calculate s and t from: yours are given all of y",
    "that is forward once more: the inverse subtracts the shift and divides by exp(s)",
    "the inverse has to subtract the shift: that is missing",
    "the inverse has to undo the scale: divide by exp(s)",
    "the first half of y is x1 already: yours is changed",
    "the scale is made of s and the shift of t: in your inverse they are exchanged",
    "x has both halves: yours has the second alone",
    "the scale of forward is exp(s): your inverse undoes a sigmoid",
    "the first half stays as it is: your inverse changes it, and keeps the second"};

inline Row inverse_with(const Row& y, const Made& made) {
  const size_t n = y.size() / 2;
  const Row from = given(y, made(all_of_y), made(from_second) || made(inverse_on_first));
  Row scale = s(from), shift = t(from), x = y;
  if (made(inverse_exchanged)) std::swap(scale, shift);
  for (size_t i = 0; i < n; ++i) {
    const auto undone = [&](double number) {
      double factor = std::exp(made(scaled_again) ? scale[i] : -scale[i]);
      if (made(divided_by_s)) factor = 1 / scale[i];
      if (made(inverse_sigmoid)) factor = 1 + std::exp(-scale[i]);
      if (made(inverse_no_scale)) factor = 1;
      const double added = made(inverse_no_shift) ? 0 : made(shift_added) ? shift[i] : -shift[i];
      if (made(forward_again)) return number * std::exp(scale[i]) + shift[i];
      return made(wrong_order) ? number * factor + added : (number + added) * factor;
    };
    if (made(inverse_on_first) || made(inverse_first_changed)) x[i] = undone(y[i]);
    if (!made(inverse_on_first)) x[n + i] = undone(y[n + i]);
  }
  return made(inverse_second_alone) ? half(x, true) : x;
}

enum {
  sum_of_exp,
  itself,
  of_inverse,
  mean,
  all_for_s,
  second_for_s,
  log_of_sum,
  product_of_s,
  log_of_s,
  first_alone,
  absolute
};
inline const std::vector<std::string> determinant_sentences = {
    "the logarithm of exp(s) is s: add the s, not the exp(s)",
    "this is the determinant: its logarithm is asked for",
    "this is the determinant of the inverse: that of forward has the other sign",
    "the determinant is the product of all scales: its logarithm is a sum, no mean",
    "s is given x1 alone, here as in forward: yours is given all of x",
    "s is given x1, here as in forward: yours is given x2",
    "the determinant is the product of the scales: yours is the logarithm of their sum",
    "the logarithm of a product is a sum: add the s, do not multiply them",
    "the logarithm of exp(s) is s: take no logarithm of s",
    "the logarithm of the determinant is the sum of all s: yours has one alone",
    "an s may be negative: add it as it is"};
inline double determinant_with(const Row& x, const Made& made) {
  double sum = 0, product = 1, exps = 0, logs = 0, positive = 0, first = 0;
  const Row scales = s(given(x, made(all_for_s), made(second_for_s)));
  for (size_t i = 0; i < scales.size(); ++i) {
    sum += scales[i], product *= scales[i], exps += std::exp(scales[i]);
    logs += std::log(scales[i]), positive += std::abs(scales[i]);
    if (i == 0) first = scales[i];
  }
  if (made(sum_of_exp)) return exps;
  if (made(itself)) return std::exp(sum);
  if (made(of_inverse)) return -sum;
  if (made(mean)) return sum / static_cast<double>(scales.size());
  if (made(log_of_sum)) return std::log(exps);
  if (made(product_of_s)) return product;
  if (made(log_of_s)) return logs;
  if (made(first_alone)) return first;
  return made(absolute) ? positive : sum;
}

}  // namespace exercise::coupling
