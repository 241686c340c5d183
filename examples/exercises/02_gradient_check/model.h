// model.h: a gradient by differences and the error of two gradients, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::differences {

using Vector = std::vector<double>;

enum {
  forward_alone,
  by_h,
  forward_by_2h,
  backward_alone,
  backward_by_2h,
  over_two_times_h,
  not_divided,
  sign,
  all_together,
  not_put_back,
  left_above,
  first_alone,
  relative,
  derivative_itself,
  sum_of_both,
  half_step,
  by_h_squared,
  relative_divided,
  last_alone
};
inline const char* const put_back = "put each number back before you change the next";
inline const std::vector<std::string> gradient_sentences = {
    "take the difference from both sides: f at x + h minus f at x - h",
    "from x - h to x + h it is 2 h: divide by 2 h",
    "the difference of f(x + h) and f(x) goes with h, that of both sides with 2 h",
    "take the difference from both sides: f at x + h too, not only at x - h",
    "the difference of f(x) and f(x - h) goes with h, that of both sides with 2 h",
    "/ 2 * h divides by 2 and multiplies by h: write / (2 * h)",
    "a difference is no slope yet: divide it by 2 h",
    "f at x + h comes first, f at x - h is subtracted: yours has the other sign",
    "change one number at a time: yours all move together",
    put_back,
    put_back,
    "each number has a gradient: yours stops after the first",
    "h is added to the number, whatever its size: yours is multiplied by it",
    "this is the derivative itself: here the differences of f are asked for",
    "f at x - h is subtracted, not added",
    "the step is h to each side: yours is half of it",
    "divide by 2 h: yours divides by h more than once",
    "the step is h for each number: yours is h times the number",
    "each number has a gradient: yours has that of the last alone"};

// Each number goes into it with each other.
inline double f(const Vector& v) {
  return v[0] * v[0] * v[1] + std::sin(v[1] * v[2]) - v[2] * v[2] * v[2] * v[0];
}
inline const Vector place = {1.3, -0.8, 0.6};

inline std::vector<double> gradient_of(double h, const Made& made) {
  Vector x = place, result;
  const double value = f(x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double before = x[i];
    const auto moved = [&](double by) {
      if (made(half_step)) by /= 2;
      if (made(all_together)) {
        Vector all = x;
        for (double& number : all) number += by;
        return f(all);
      }
      x[i] = made(relative) || made(relative_divided) ? before * (1 + by) : before + by;
      return f(x);
    };
    const double up = moved(h);
    if (made(left_above)) {
      result.push_back((up - moved(-h)) / (2 * h));
      x[i] = before + h;
      continue;
    }
    const double down = moved(-h);
    if (!made(not_put_back)) x[i] = before;
    double number = (up - down) / (2 * h);
    if (made(forward_alone)) number = (up - value) / h;
    if (made(forward_by_2h)) number = (up - value) / (2 * h);
    if (made(backward_alone)) number = (value - down) / h;
    if (made(backward_by_2h)) number = (value - down) / (2 * h);
    if (made(by_h)) number = (up - down) / h;
    if (made(over_two_times_h)) number = (up - down) / 2 * h;
    if (made(not_divided)) number = up - down;
    if (made(sum_of_both)) number = (up + down) / (2 * h);
    if (made(relative_divided)) number /= before;
    if (made(last_alone) && i + 1 < x.size()) number = 0;
    if (made(by_h_squared)) number = (up - down) / (2 * h * h);
    if (made(sign)) number = -number;
    result.push_back(number);
    if (made(first_alone)) break;
  }
  const double c = std::cos(place[1] * place[2]);
  if (made(derivative_itself)) {
    return {2 * place[0] * place[1] - std::pow(place[2], 3), place[0] * place[0] + c * place[2],
            c * place[1] - 3 * place[2] * place[2] * place[0]};
  }
  return result;
}

enum {
  absolute,
  signed_error,
  mean,
  by_first,
  by_second,
  by_smaller,
  by_sum,
  last_error,
  smallest,
  whole,
  sum_of_errors,
  sign_lost,
  by_mean,
  squares,
  percent,
  first_error,
  by_signed_sum,
  at_least_one,
  first_unequal,
  sum_over_sum,
  begins_with_one
};
inline const char* const sizes =
    "divide by the larger of the absolute values: yours has lost a sign";
inline const char* const both_sides =
    "take the absolute value of the difference: yours is blind on one side";
inline const std::vector<std::string> error_sentences = {
    "divide by the larger of the two: an error of 1 says little without their size",
    both_sides,
    "one wrong element is enough: take the largest error, not the mean",
    "divide by the larger of the two: yours divides by the first",
    "divide by the larger of the two: yours divides by the second",
    "divide by the larger of the two: yours divides by the smaller",
    "divide by the larger of the two: yours divides by their sum",
    "the largest error is asked for: yours is that of the last element",
    "the largest error is asked for: yours is the smallest",
    "your error has lost its fraction: take double and std::abs, not int",
    "one wrong element is enough: take the largest error, not the sum",
    sizes,
    "divide by the larger of the two: yours divides by their mean",
    "an error is a difference: yours is its square",
    "the error is a share, not a percentage",
    "the largest error is asked for: yours is that of the first element",
    sizes,
    "divide by the larger of the two, however small it is: yours divides by 1 at least",
    "the result is known after the loop: yours returns at the first two that differ",
    "each element has an error of its own: yours adds up the differences and the sizes first",
    "the search for the largest error begins with 0: yours begins with 1"};
inline const std::vector<std::pair<Vector, Vector>> pairs = {{{1000}, {1001}},
                                                             {{1001}, {1000}},
                                                             {{-4.5}, {-2.5}},
                                                             {{2.5}, {-0.7}},
                                                             {{0.3}, {0.2}},
                                                             {{0, 8}, {0, 4}},
                                                             {{5, 8, 2.2, 1}, {5, 4, 2.7, 1}},
                                                             {{3.5, 0.2, 1.1}, {2.4, 0.1, 1.1}}};

inline double error_of(const Vector& a, const Vector& b, const Made& made) {
  double largest = 0, sum = 0, least = INFINITY, last = 0, first = 0, unequal = 0;
  double differences = 0, sizes_together = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    double by = std::max(std::abs(a[i]), std::abs(b[i]));
    double difference = std::abs(a[i] - b[i]);
    if (made(absolute)) by = 1;
    if (made(signed_error)) difference = a[i] - b[i];
    if (made(whole)) difference = std::trunc(difference);
    if (made(squares)) difference *= difference;
    if (made(percent)) difference *= 100;
    if (made(by_first)) by = std::abs(a[i]);
    if (made(by_second)) by = std::abs(b[i]);
    if (made(by_smaller)) by = std::min(std::abs(a[i]), std::abs(b[i]));
    if (made(by_sum)) by = std::abs(a[i]) + std::abs(b[i]);
    if (made(by_mean)) by = (std::abs(a[i]) + std::abs(b[i])) / 2;
    if (made(sign_lost)) by = std::max(a[i], b[i]);
    if (made(at_least_one)) by = std::max(by, 1.0);
    if (made(by_signed_sum)) by = std::abs(a[i] + b[i]);
    const double error = a[i] == b[i] ? 0 : difference / by;
    largest = std::max(largest, error), sum += error, least = std::min(least, error);
    if (i == 0) first = error;
    if (a[i] != b[i]) last = error;
    if (unequal == 0) unequal = error;
    differences += difference, sizes_together += by;
  }
  if (made(mean)) return sum / static_cast<double>(a.size());
  if (made(sum_of_errors)) return sum;
  if (made(last_error)) return last;
  if (made(first_error)) return first;
  if (made(first_unequal)) return unequal;
  if (made(begins_with_one)) return std::max(largest, 1.0);
  if (made(sum_over_sum)) return differences / sizes_together;
  return made(smallest) ? least : largest;
}

}  // namespace exercise::differences
