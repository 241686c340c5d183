// diagnosis.h: what can be said of wrong numbers that no known mistake gives. Each sentence is true
// of all the numbers of the answer, or of those that it names.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise::diagnosis {

using Numbers = std::vector<double>;

inline bool all(const Numbers& x, const std::function<bool(double)>& is) {
  return std::all_of(x.begin(), x.end(), is);
}

inline bool equal(const Numbers& got, const Numbers& other) {
  return got.size() == other.size() && std::equal(got.begin(), got.end(), other.begin(), near);
}

// A function of each right number.
inline Numbers each(const Numbers& x, const std::function<double(double)>& function) {
  Numbers y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), function);
  return y;
}

// Numbers that cannot be calculated with, and those that are nothing at all.
inline std::string degenerate(const Numbers& got, const Numbers& right) {
  const auto nan = [](double x) { return std::isnan(x); };
  const auto zero = [](double x) { return x == 0; };
  if (got.size() < 2 || !all(right, [](double x) { return std::isfinite(x); })) {
    return got.size() == 1 && std::isnan(got[0])
               ? "your result is not a number: 0 / 0, or the root or logarithm of a negative number"
               : "";
  }
  if (all(got, nan)) {
    return "all numbers are NaN, not a number: it comes from 0 / 0, infinity minus infinity, or "
           "the root or logarithm of a negative number";
  }
  if (all(got, zero)) {
    return "all numbers are 0: do you write each result, and is there a 1 / n of whole numbers, "
           "which is 0?";
  }
  return "";
}

// Where all that is wrong is 0.
inline std::string zeros(const Numbers& got, const Numbers& right) {
  size_t wrong = 0;
  for (size_t i = 0; i < got.size() && i < right.size(); ++i) {
    if (near(got[i], right[i])) continue;
    if (got[i] != 0) return "";
    ++wrong;
  }
  return wrong > 1 ? "all wrong numbers are 0, the rest is right: do you write them at all?" : "";
}

// A function of the right numbers, the same for all.
inline std::string function_of(const Numbers& got, const Numbers& right) {
  if (got.size() < 2) return "";
  struct Known {
    const char* sentence;
    double (*function)(double);
  };
  const Known known[] = {
      {"each number has the wrong sign", [](double x) { return -x; }},
      {"each number has lost its fraction, the rest is right: take double, not int",
       [](double x) { return std::trunc(x); }},
      {"each number is rounded to a whole number", [](double x) { return std::round(x); }},
      {"each number has lost its sign: you take an absolute value",
       [](double x) { return std::abs(x); }},
      {"the numbers below 0 have become 0, the others are right",
       [](double x) { return x > 0 ? x : 0; }},
      {"the numbers above 0 have become 0, the others are right",
       [](double x) { return x < 0 ? x : 0; }},
      {"each number above 1 has become 1, the others are right",
       [](double x) { return std::min(x, 1.0); }},
      {"each number is the square of what it should be", [](double x) { return x * x; }},
      {"each number is the root of what it should be", [](double x) { return std::sqrt(x); }},
      {"each number is 1 divided by what it should be", [](double x) { return 1 / x; }},
      {"each number is 1 minus what it should be", [](double x) { return 1 - x; }},
      {"each number is e to the power of what it should be", [](double x) { return std::exp(x); }},
      {"each number is the logarithm of what it should be", [](double x) { return std::log(x); }},
      {"each number is tanh of what it should be", [](double x) { return std::tanh(x); }}};
  for (const Known& one : known) {
    if (equal(got, each(right, one.function))) return one.sentence;
  }
  return "";
}

// Right but for the sign of some.
inline std::string signs(const Numbers& got, const Numbers& right) {
  const auto size = [](double x) { return std::abs(x); };
  return got.size() > 2 && equal(each(got, size), each(right, size))
             ? "only the signs of some numbers are wrong"
             : "";
}

// The right numbers at other places, or added to each other.
inline std::string order(const Numbers& got, const Numbers& right) {
  const size_t n = right.size();
  if (n < 3 || got.size() != n) return "";
  Numbers other(right.rbegin(), right.rend());
  if (equal(got, other)) return "the numbers are right, but in reverse order";
  other = right;
  std::rotate(other.begin(), other.begin() + 1, other.end());
  if (equal(got, other)) return "the numbers are right, but each one place too early";
  std::rotate(other.begin(), other.end() - 2, other.end());
  if (equal(got, other)) return "the numbers are right, but each one place too late";
  if (n > 3 && std::equal(got.begin(), got.end() - 1, right.begin() + 1, near)) {
    return "the numbers are right, but each one place too early, and the last one differs: is "
           "an index shifted by 1?";
  }
  if (n > 3 && std::equal(got.begin() + 1, got.end(), right.begin(), near)) {
    return "the numbers are right, but each one place too late, and the first one differs: is "
           "an index shifted by 1?";
  }
  for (size_t k = 1; k < n; ++k) {
    if (n % k != 0) continue;
    for (size_t i = 0; i < n; ++i) other[i] = right[i % k * (n / k) + i / k];
    if (k > 1 && n / k > 1 && equal(got, other)) {
      return "the numbers are right, but rows and columns are exchanged";
    }
  }
  for (size_t i = 0; i < n; ++i) other[i] = right[i] + (i > 0 ? other[i - 1] : 0);
  if (equal(got, other)) {
    return "each number is added to the ones after it: set the sum to 0 each time";
  }
  if (equal(got, Numbers(n, right[0]))) return "each number is what the first should be";
  if (equal(got, Numbers(n, right[n - 1]))) return "each number is what the last should be";
  Numbers sorted = right, mine = got;
  std::sort(sorted.begin(), sorted.end());
  std::sort(mine.begin(), mine.end());
  // Of numbers that are there twice the places say little.
  const bool all_differ = std::adjacent_find(sorted.begin(), sorted.end(), near) == sorted.end();
  if (all_differ && equal(mine, sorted)) return "the numbers are right, but at the wrong places";
  return "";
}

// The same factor, or the same number added.
inline std::string constant(const Numbers& got, const Numbers& right) {
  if (got.size() != right.size()) return "";
  double factor = 0;
  int others = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    if (std::abs(right[i]) <= 1e-3) continue;
    if (factor == 0) factor = got[i] / right[i];
    ++others;
  }
  if (others >= 3 && std::isfinite(factor) && factor != 0 &&
      equal(got, each(right, [factor](double x) { return factor * x; }))) {
    return "each number is " + shown(factor) + " times what it should be";
  }
  const double more = got.size() > 2 ? got[0] - right[0] : 0;
  if (more != 0 && std::isfinite(more) &&
      equal(got, each(right, [more](double x) { return x + more; }))) {
    return "each number is " + shown(std::abs(more)) + (more > 0 ? " more" : " less") +
           " than it should be";
  }
  return "";
}

inline bool is_gradient(const std::string& name) {
  return name.find("gradient") != std::string::npos || name.find("d loss") != std::string::npos;
}

// Where the values are right and gradients are not, in an engine that makes them by itself.
inline std::string only_gradients(const Measured& got, const Numbers& right) {
  bool values_right = true, factor_fits = true;
  double factor = 0;  // of all gradients, or 0 as long as it is unknown
  int gradients = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    const double number = got.numbers[i];
    if (!is_gradient(got.names[i])) {
      values_right = values_right && near(number, right[i]);
      continue;
    }
    ++gradients;
    if (factor == 0 && std::abs(right[i]) > 1e-3) factor = number / right[i];
    factor_fits = factor_fits && near(number, factor * right[i]);
  }
  if (!values_right || gradients == 0) return "";
  if (factor_fits && std::isfinite(factor) && gradients > 2) {
    return "the values are right, and each gradient is " + std::to_string(factor) +
           " times what it should be";
  }
  return "the values are right, but some gradients are wrong: do you make a number from data(), "
         "which forgets where it comes from, or is a local derivative wrong?";
}

}  // namespace exercise::diagnosis
