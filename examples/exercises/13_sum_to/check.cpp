#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/13_sum_to/model.h"
#include "exercises/support/formula.h"

using exercise::Made;
using exercise::Matrix;
using exercise::sum_to::sentences;
using exercise::sum_to::sum_of;

struct Case {
  Matrix gradient;
  int rows, columns;
};
const Matrix square(3, 3, {1.3, 2.6, -0.7, 3.1, 5.4, 0.9, -2.8, 0.2, 1.7});
const Matrix wide(2, 3, {1.25, -2.5, 3.75, 4.6, 5.2, -6.1});
// In the square every mistake finds room; where rows and columns are as many it may be one of two.
const std::vector<Case> square_ones = {
    {square, 1, 3}, {square, 3, 1}, {square, 1, 1}, {square, 3, 3}};
const std::vector<Case> wide_ones = {
    {wide, 1, 3}, {wide, 2, 1}, {wide, 1, 1}, {wide, 2, 3}, {Matrix(1, 3, {4.2, -5.1, 6.6}), 1, 1}};

std::string formulas(const exercise::Measured& got, const std::vector<double>& right,
                     const std::vector<Case>& all_cases) {
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
  return all.told("result", got.numbers, right, "the sum over the copies");
}

exercise::Measured measured(const std::vector<Case>& cases) {
  exercise::Measured got;
  for (const auto& [gradient, rows, columns] : cases) {
    got.add("a gradient of " + std::to_string(gradient.rows) + " rows of " +
                std::to_string(gradient.columns) + " to " + std::to_string(rows) + " of " +
                std::to_string(columns) + ": number ",
            answer::sum_to(gradient, rows, columns).numbers);
  }
  return got;
}

void check_cases(Checks& checks, const std::vector<Case>& cases, const exercise::Measured& got) {
  exercise::judge(
      checks, got,
      [&](const Made& made) {
        std::vector<double> numbers;
        for (const auto& [gradient, rows, columns] : cases) {
          for (double number : sum_of(gradient, rows, columns, made)) numbers.push_back(number);
        }
        return numbers;
      },
      sentences,
      [&](const exercise::Measured& numbers, const std::vector<double>& right) {
        return formulas(numbers, right, cases);
      });
}

void check(Checks& checks) {
  // An answer that leaves a table that is not square is told what it does with the square.
  const exercise::Measured of_squares = measured(square_ones);
  exercise::Measured of_all = of_squares;
  std::vector<Case> all = square_ones;
  try {
    const exercise::Measured wide_got = measured(wide_ones);
    for (size_t i = 0; i < wide_got.numbers.size(); ++i)
      of_all.add(wide_got.names[i], wide_got.numbers[i]);
    all.insert(all.end(), wide_ones.begin(), wide_ones.end());
  } catch (const std::exception&) {
    check_cases(checks, square_ones, of_squares);
    throw;
  }
  check_cases(checks, all, of_all);
}
HOLO_EXERCISE("13_sum_to", check)
