#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using exercise::Made;
using exercise::Matrix;

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
  nothing_handed_on
};
const char* both_axes = "a single number was repeated along both axes: sum over both";
const std::vector<std::string> sentences = {
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
    "where nothing was repeated the gradient is handed on as it is: yours is 0 there"};

std::vector<double> sum_of(const Matrix& g, int rows, int columns, const Made& made) {
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
      if (made(overwritten) || made(never_sums))
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

// In the square every mistake finds room.
struct Case {
  Matrix gradient;
  int rows, columns;
};
const Matrix square(3, 3, {1.3, 2.6, -0.7, 3.1, 5.4, 0.9, -2.8, 0.2, 1.7});
const Matrix wide(2, 3, {1.25, -2.5, 3.75, 4.6, 5.2, -6.1});
const std::vector<Case> cases = {{square, 1, 3}, {square, 3, 1}, {square, 1, 1}, {square, 3, 3}};
const std::vector<Case> others = {
    {wide, 1, 3}, {wide, 2, 1}, {wide, 1, 1}, {Matrix(1, 3, {4.2, -5.1, 6.6}), 1, 1}};

std::string formulas(const exercise::Measured& got, const std::vector<Case>& all_cases) {
  exercise::Formulas all(
      {"the sum over the copies", "the sum of all numbers", "the largest copy", "the smallest copy",
       "the first copy", "the last copy", "how many copies there are",
       "how many rows the gradient has", "how many columns it has",
       "the sum of the whole table where anything is summed", "the sum of the absolute values",
       "the sum of the squares", "the copy of the largest absolute value", "1", "2"});
  for (const auto& [g, rows, columns] : all_cases) {
    double total = 0;
    for (double number : g.numbers) total += number;
    for (int a = 0; a < rows; ++a) {
      for (int b = 0; b < columns; ++b) {
        std::vector<double> copies;
        double sum = 0, absolute = 0, squares = 0, strongest = 0;
        for (int i = 0; i < g.rows; ++i) {
          for (int j = 0; j < g.columns; ++j) {
            if ((rows != 1 && i != a) || (columns != 1 && j != b)) continue;
            const double x = g(i, j);
            copies.push_back(x), sum += x, absolute += std::abs(x), squares += x * x;
            if (std::abs(x) > std::abs(strongest)) strongest = x;
          }
        }
        const auto [least, most] = std::minmax_element(copies.begin(), copies.end());
        all.add({sum, total, *most, *least, copies[0], copies.back(),
                 static_cast<double>(copies.size()), static_cast<double>(g.rows),
                 static_cast<double>(g.columns), copies.size() > 1 ? total : copies[0], absolute,
                 squares, strongest, 1, 2});
      }
    }
  }
  return exercise::told("result", all.of(got.numbers), "the sum over the copies");
}

bool check_cases(Checks& checks, const std::vector<Case>& all) {
  exercise::Measured got;
  for (const auto& [gradient, rows, columns] : all) {
    got.add("a gradient of " + std::to_string(gradient.rows) + " rows of " +
                std::to_string(gradient.columns) + " to " + std::to_string(rows) + " of " +
                std::to_string(columns) + ": number ",
            answer::sum_to(gradient, rows, columns).numbers);
  }
  return exercise::judge(
      checks, got,
      [&](const Made& made) {
        std::vector<double> numbers;
        for (const auto& [gradient, rows, columns] : all) {
          for (double number : sum_of(gradient, rows, columns, made)) numbers.push_back(number);
        }
        return numbers;
      },
      sentences,
      [&](const exercise::Measured& numbers, const std::vector<double>&) {
        return formulas(numbers, all);
      });
}

void check(Checks& checks) {
  if (check_cases(checks, cases)) check_cases(checks, others);
}
HOLO_EXERCISE("13_sum_to", check)
