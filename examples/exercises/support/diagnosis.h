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
    return "all numbers are NaN, not a number: that is 0 / 0, infinity minus infinity, or the root "
           "or logarithm of a negative number";
  }
  if (all(got, zero)) {
    return "all numbers are 0: is each result written, and is a 1 / n made of whole numbers, which "
           "is 0?";
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
  return wrong > 1 ? "what is wrong is 0 everywhere, the rest is right: is it written at all?" : "";
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
      {"each number is right but for its fraction, which is lost: take double, not int",
       [](double x) { return std::trunc(x); }},
      {"each number is right, but rounded to a whole one", [](double x) { return std::round(x); }},
      {"each number has lost its sign: an absolute value is taken",
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
             ? "the numbers are right but for their signs, of which some are wrong"
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
    return "the numbers are right, but each one place too early, and the last one is another: is "
           "an index shifted by 1?";
  }
  if (n > 3 && std::equal(got.begin() + 1, got.end(), right.begin(), near)) {
    return "the numbers are right, but each one place too late, and the first one is another: is "
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
    return "each number has those before it added: a sum that is to begin with 0 each time goes on";
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

}  // namespace exercise::diagnosis
