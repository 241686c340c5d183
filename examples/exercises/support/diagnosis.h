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

// The name of a number without its place in a row: "p(0, 1)" and "row[1]".
inline std::string row_of(const std::string& name) {
  return name.substr(0, name.find_last_of(",["));
}

// Each row with another factor, or with another number that is added; `change` says what leads from
// the right number to the wrong one.
inline std::string changed_rows(const Measured& got, const Numbers& right,
                                const std::string& before, const std::string& after,
                                double (*change)(double, double), double none) {
  std::vector<double> changes;
  std::string row;
  size_t in_row = 0, changed = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    const double own = change(got.numbers[i], right[i]);
    if (!std::isfinite(own)) return "";
    if (i == 0 || row_of(got.names[i]) != row) {
      if (i > 0 && in_row < 2) return "";
      row = row_of(got.names[i]);
      changes.push_back(own), in_row = 1;
      changed += near(own, none) ? 0 : 1;
    } else if (++in_row; !near(own, changes.back())) {
      return "";
    }
  }
  if (in_row < 2 || changes.size() < 2 || changed == 0) return "";
  return before + shown(changes[0]) + " and " + shown(changes[1]) + " say" + after;
}

inline std::string changed_rows(const Measured& got, const Numbers& right) {
  const std::string sentence = changed_rows(
      got, right, "each row is right but for a factor of its own, ",
      ": is what a row is multiplied or divided by wrong?",
      [](double number, double its) { return number / its; }, 1);
  if (!sentence.empty()) return sentence;
  return changed_rows(
      got, right, "each row is right but for a number of its own that is added to all of it, ", "",
      [](double number, double its) { return number - its; }, 0);
}

// The name of a table, for example "p(" for its row "p(1" and "p " for "p 1: ".
inline std::string table_of(const std::string& row) {
  const std::string name = row.substr(0, row.find_last_not_of(": ") + 1);
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

// Where a row, or one number of each row, is 0 and all else is right.
inline std::string missing_rows(const Measured& got, const Numbers& right) {
  const size_t n = right.size();
  const auto same_row = [&](size_t i, size_t j) {
    return j < n && row_of(got.names[i]) == row_of(got.names[j]);
  };
  const auto same_table = [&](size_t i, size_t j) {
    return j < n && table_of(row_of(got.names[i])) == table_of(row_of(got.names[j]));
  };
  Numbers first_row = right, last_row = right, first_of_row = right, last_of_row = right;
  bool in_first_row = true;
  for (size_t i = 0, end = 0; i < n; ++i) {
    const bool row_begins = i == 0 || !same_row(i, i - 1);
    if (row_begins) {
      in_first_row = i == 0 || !same_table(i, i - 1);
      for (end = i + 1; same_row(i, end);) ++end;
      first_of_row[i] = 0;
    }
    if (in_first_row) first_row[i] = 0;
    if (!same_table(i, end)) last_row[i] = 0;
    if (i + 1 == end) last_of_row[i] = 0;
  }
  if (n < 2 || equal(got.numbers, right)) return "";
  if (equal(got.numbers, last_row))
    return "the last row is 0, the rest is right: does the loop reach it?";
  if (equal(got.numbers, first_row))
    return "the first row is 0, the rest is right: does the loop begin with it?";
  if (equal(got.numbers, last_of_row))
    return "the last number of each row is 0, the rest is right: does the loop reach it?";
  if (equal(got.numbers, first_of_row))
    return "the first number of each row is 0, the rest is right: does the loop begin with it?";
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
  return "the values are right, but not all gradients: is a number made of data(), which has "
         "forgotten where it comes from, or is a local derivative wrong?";
}

}  // namespace exercise::diagnosis
