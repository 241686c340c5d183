// rows.h: what can be said of the rows of a table, which the names of its numbers tell: each is
// changed by a factor or a number of its own, or one is missing.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/diagnosis.h"

namespace exercise::diagnosis {

// The name of a number without its place in a row: "p(0, 1)" and "row[1]".
inline std::string row_of(const std::string& name) {
  return name.substr(0, name.find_last_of(",["));
}

// Each row with a factor of its own, or with a number of its own that is added; `change` says what
// leads from the right number to the other one.
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

// The name of a table, "p(" say, of that of its row, "p(1" or "p 1: ".
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

}  // namespace exercise::diagnosis
