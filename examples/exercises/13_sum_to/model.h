// model.h: the backward of broadcasting, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/matrix.h"
#include "exercises/support/reading.h"

namespace exercise::sum_to {

enum {
  first_alone,
  overwritten,
  mean,
  other_axis,
  one_axis,
  one_axis_down,
  always_sums,
  whole,
  rows_mean,
  columns_mean,
  first_skipped,
  last_skipped,
  row_skipped,
  largest,
  product,
  never_sums,
  sign_lost,
  down_overwritten,
  right_overwritten,
  transposed,
  absolute,
  nothing_handed_on,
  down_skipped,
  right_skipped,
  column_case_overwritten,
  row_case_overwritten,
  total_in_row,
  total_in_column,
  total_where_summed,
  total_in_corner,
  early_for_rows,
  early_for_columns,
  early_for_either,
  goes_on,
  column_skipped,
  read_gradient
};
inline const char* const both_axes = "a single number was repeated along both axes: sum over both";
inline const std::string handed_on =
    "the gradient is handed on as it is only when rows and columns are both as many: yours is "
    "where ";
inline const std::vector<std::string> own_sentences = {
    "the other copies are missing: a number that was repeated gets the sum of the gradients of all "
    "its copies",
    "the gradient of each copy overwrites that of the copy before: use +=",
    "the gradient of a repeated number is the sum over its copies, not their mean",
    "you sum along the wrong axis: sum over the one that was repeated",
    both_axes,
    both_axes,
    "nothing was repeated here, so nothing is summed: the gradient stays as it is",
    "your sums have lost their fraction: take double, not int",
    "nothing is divided: yours divides by the number of rows",
    "nothing is divided: yours divides by the number of columns",
    "your sum begins at the second copy: the first one is index 0",
    "your sum ends before the last copy",
    "your sum begins with row 1: the first row is row 0",
    "the gradient of a repeated number is the sum over its copies, not the largest of them",
    "the gradients of the copies are added, not multiplied",
    "the gradients are handed on, but nothing is summed over the copies",
    "the gradients are added: yours have the other sign",
    "copies one below another overwrite each other: use +=",
    "copies side by side overwrite each other: use +=",
    "the result has the shape of what was repeated: yours has its rows and columns exchanged",
    "a gradient may be negative: add it as it is, not its absolute value",
    "where nothing was repeated the gradient is handed on as it is: yours is 0 there",
    "your sum over the rows leaves out row 0: it begins with 1",
    "your sum over the columns leaves out column 0: it begins with 1",
    "where columns is 1 the gradient of each copy overwrites the one before: use +=",
    "where rows is 1 the gradient of each copy overwrites the one before: use +=",
    "where rows is 1 each number is the sum of its column: yours is that of the whole table",
    "where columns is 1 each number is the sum of its row: yours is that of the whole table",
    "a sum is over the copies of one number: yours is that of the whole table",
    "the axis that stays is not summed: where rows or columns is 1 yours puts all into number 0",
    handed_on + "the rows are",
    handed_on + "the columns are",
    handed_on + "one of them is",
    "your sum goes on from the one before: set it to 0 for each number of the result",
    "your loop over the columns begins with 1: the first column is column 0"};
inline const std::vector<std::string> sentences =
    joined({own_sentences, table::sentences("the gradient")});

// The gradient as an answer reads it.
inline Matrix read(const Matrix& given, const Made& made) {
  Matrix g = given;
  for (int i = 0; i < g.rows; ++i) {
    for (int j = 0; j < g.columns; ++j) {
      const auto [row, column] =
          table::read(made, read_gradient, static_cast<size_t>(i), static_cast<size_t>(j),
                      static_cast<size_t>(g.rows), static_cast<size_t>(g.columns));
      g(i, j) = given(static_cast<int>(row), static_cast<int>(column));
    }
  }
  return g;
}

inline std::vector<double> sum_of(const Matrix& given, int rows, int columns, const Made& made) {
  const Matrix g = read(given, made);
  const bool rows_stay = rows == g.rows, columns_stay = columns == g.columns;
  if ((made(early_for_rows) && rows_stay) || (made(early_for_columns) && columns_stay) ||
      (made(early_for_either) && (rows_stay || columns_stay)))
    return g.numbers;
  Matrix sum(rows, columns);
  double total = 0;
  for (double number : g.numbers) total += number;
  const bool single = rows == 1 && columns == 1;
  std::vector<int> copies(sum.numbers.size());
  for (int i = 0; i < g.rows; ++i) {
    for (int j = 0; j < g.columns; ++j) {
      int a = rows == 1 ? 0 : i, b = columns == 1 ? 0 : j;
      if (made(other_axis) && !single && rows == 1 && g.rows > 1) a = 0, b = i % columns;
      if (made(other_axis) && !single && columns == 1 && g.columns > 1) a = j % rows, b = 0;
      if (made(one_axis) && single && j > 0) continue;
      if (made(one_axis_down) && single && i > 0) continue;
      if (made(first_skipped) &&
          ((rows == 1 && g.rows > 1 && i == 0) || (columns == 1 && g.columns > 1 && j == 0)))
        continue;
      if (made(last_skipped) && ((rows == 1 && g.rows > 1 && i + 1 == g.rows) ||
                                 (columns == 1 && g.columns > 1 && j + 1 == g.columns)))
        continue;
      if (made(row_skipped) && i == 0 && g.rows > 1) continue;
      if (made(column_skipped) && j == 0 && g.columns > 1) continue;
      if (made(down_skipped) && rows == 1 && g.rows > 1 && i == 0) continue;
      if (made(right_skipped) && columns == 1 && g.columns > 1 && j == 0) continue;
      if (made(total_in_corner) && (rows == 1 || columns == 1)) a = b = 0;
      if (made(right_overwritten) && columns == 1 && j + 1 < g.columns) continue;
      if (made(down_overwritten) && rows == 1 && j == 0) sum.numbers.assign(sum.numbers.size(), 0);
      double& to = sum(a, b);
      int& count = copies[static_cast<size_t>(a * columns + b)];
      double number = g(i, j);
      if (made(whole)) number = std::trunc(number);
      if (made(sign_lost)) number = -number;
      if (made(absolute)) number = std::abs(number);
      const bool first = count++ == 0;
      if (made(first_alone) && !first) continue;
      if (made(overwritten) || made(never_sums) ||
          (made(column_case_overwritten) && columns == 1) ||
          (made(row_case_overwritten) && rows == 1))
        to = number;
      else if (made(largest))
        to = first ? std::max(0.0, number) : std::max(to, number);
      else if (made(product))
        to = first ? number : to * number;
      else
        to += number;
      if (made(whole)) to = std::trunc(to);
    }
  }
  for (size_t i = 0; i < sum.numbers.size(); ++i) {
    const bool in_total = (made(total_in_row) && rows == 1 && columns > 1) ||
                          (made(total_in_column) && columns == 1 && rows > 1);
    const bool summed = !rows_stay || !columns_stay;
    if (in_total || (made(total_where_summed) && summed)) sum.numbers[i] = total;
    if (made(goes_on) && i > 0) sum.numbers[i] += sum.numbers[i - 1];
    if (made(mean)) sum.numbers[i] /= copies[i];
    if (made(rows_mean)) sum.numbers[i] /= g.rows;
    if (made(columns_mean)) sum.numbers[i] /= g.columns;
    if (made(always_sums) && rows == g.rows && columns == g.columns) sum.numbers[i] = total;
    if (made(nothing_handed_on) && rows == g.rows && columns == g.columns) sum.numbers[i] = 0;
  }
  if (!made(transposed)) return sum.numbers;
  Matrix turned(columns, rows);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) turned(j, i) = sum(i, j);
  }
  return turned.numbers;
}

}  // namespace exercise::sum_to
