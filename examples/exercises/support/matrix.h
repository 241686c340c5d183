// matrix.h: rows of numbers, for the exercises. An index that leaves it throws.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

struct Matrix {
  // Of zeros.
  Matrix(int m, int n)
      : rows(m), columns(n), numbers(static_cast<size_t>(m) * static_cast<size_t>(n)) {}
  Matrix(int m, int n, std::vector<double> row_after_row)
      : rows(m), columns(n), numbers(std::move(row_after_row)) {}

  double& operator()(int i, int j) { return numbers[place(i, j)]; }
  double operator()(int i, int j) const { return numbers[place(i, j)]; }

  int rows, columns;
  std::vector<double> numbers;  // row after row

 private:
  size_t place(int i, int j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns) {
      throw std::out_of_range("there is no element (" + std::to_string(i) + ", " +
                              std::to_string(j) + ") in a matrix of " + std::to_string(rows) +
                              " rows and " + std::to_string(columns) + " columns");
    }
    return static_cast<size_t>(i) * static_cast<size_t>(columns) + static_cast<size_t>(j);
  }
};

}  // namespace exercise
