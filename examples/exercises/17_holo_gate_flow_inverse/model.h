// model.h: a coupling layer and its inverse, right and with known mistakes.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "exercises/support/reading.h"

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
  first_changed_alone,
  read_scale,
  read_shift = read_scale + row::mistakes
};
inline const std::vector<std::string> own_forward_sentences = {
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
inline const std::vector<std::string> forward_sentences =
    joined({own_forward_sentences, row::sentences("s"), row::sentences("t")});

// The row as an answer reads it, whose mistakes begin with number `first`.
inline void read_as(Row& x, const Made& made, int first) {
  const Row given = x;
  for (size_t i = 0; i < x.size(); ++i) x[i] = given[row::read(made, first, i, x.size())];
}

inline Row forward_with(const Row& x, const Made& made) {
  const size_t n = x.size() / 2;
  const bool second = made(of_second) || made(halves_exchanged) || made(first_changed_alone);
  const Row from = given(x, made(all_of_x), second);
  Row scale = s(from), shift = made(s_twice) ? scale : t(from);
  if (made(s_and_t)) std::swap(scale, shift);
  read_as(scale, made, read_scale), read_as(shift, made, read_shift);
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
  inverse_on_first,
  inverse_scale,
  inverse_shift = inverse_scale + row::mistakes
};
inline const std::vector<std::string> own_inverse_sentences = {
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
inline const std::vector<std::string> inverse_sentences =
    joined({own_inverse_sentences, row::sentences("s"), row::sentences("t")});

inline Row inverse_with(const Row& y, const Made& made) {
  const size_t n = y.size() / 2;
  const Row from = given(y, made(all_of_y), made(from_second) || made(inverse_on_first));
  Row scale = s(from), shift = t(from), x = y;
  if (made(inverse_exchanged)) std::swap(scale, shift);
  read_as(scale, made, inverse_scale), read_as(shift, made, inverse_shift);
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

}  // namespace exercise::coupling
