#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/12_matmul_backward/model.h"
#include "exercises/support/formula.h"

using exercise::Made;
using exercise::Matrix;
using namespace exercise::matmul;

Matrix transposed(const Matrix& x) {
  Matrix y(x.columns, x.rows);
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < x.columns; ++j) y(j, i) = x(i, j);
  }
  return y;
}

Matrix product(const Matrix& x, const Matrix& y) {
  Matrix z(x.rows, y.columns);
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < y.columns; ++j) {
      for (int k = 0; k < x.columns; ++k) z(i, j) += x(i, k) * y(k, j);
    }
  }
  return z;
}

// The products of any two of the matrices, and these with the sums of their rows and columns.
std::string formulas(const exercise::Measured& got, const std::vector<double>& right, bool for_a) {
  const std::pair<const char*, Matrix> given[] = {{"dC", dc},
                                                  {"A", a},
                                                  {"B", b},
                                                  {"dC^T", transposed(dc)},
                                                  {"A^T", transposed(a)},
                                                  {"B^T", transposed(b)}};
  const Matrix ones(3, 3, std::vector<double>(9, 1));
  std::vector<std::string> names;
  std::vector<Matrix> matrices;
  const auto name = [&](const std::string& what, const Matrix& x) {
    names.push_back(what), matrices.push_back(x);
  };
  for (const auto& [first, x] : given) {
    name(std::string(first) + " element by element", x);
    name("(the sum of row i of " + std::string(first) + ")", product(x, ones));
    name("(the sum of column j of " + std::string(first) + ")", product(ones, x));
    for (const auto& [second, y] : given) name(std::string(first) + " " + second, product(x, y));
  }
  name("3", Matrix(3, 3, std::vector<double>(9, 3)));
  exercise::Formulas all(names);
  for (size_t i = 0; i < 9; ++i) {
    std::vector<double> values;
    for (const Matrix& x : matrices) values.push_back(x.numbers[i]);
    all.add(values);
  }
  return all.told(for_a ? "dA" : "dB", got.numbers, right, for_a ? "dC B^T" : "A^T dC");
}

void check_square(Checks& checks, bool for_a) {
  exercise::Measured got;
  got.add(for_a ? "dA of three rows of three, number " : "dB of three rows of three, number ",
          (for_a ? answer::backward_a : answer::backward_b)(dc, a, b).numbers);
  exercise::judge(
      checks, got, [for_a](const Made& made) { return gradient_of(for_a, made); }, sentences(for_a),
      [for_a](const exercise::Measured& numbers, const std::vector<double>& right) {
        return formulas(numbers, right, for_a);
      });
}

// Of another shape: A 2 by 3, B 3 by 4, so dC 2 by 4.
void check_shapes(Checks& checks) {
  const Matrix wide_a(2, 3, {1, 2, 3, 4, 5, 6});
  const Matrix wide_b(3, 4, {1, 0, 2, 1, 0, 1, 1, 3, 2, 1, 0, 1});
  const Matrix wide_dc(2, 4, {1, 2, 3, 4, 0, 1, 0, 1});
  checks.equal("dA, 2 by 3, of another B and dC",
               answer::backward_a(wide_dc, wide_a, wide_b).numbers, {11, 17, 8, 1, 4, 2});
  checks.equal("dB, 3 by 4, of the same", answer::backward_b(wide_dc, wide_a, wide_b).numbers,
               {1, 6, 3, 8, 2, 9, 6, 13, 3, 12, 9, 18});
}

void check(Checks& checks) {
  check_square(checks, true);
  check_square(checks, false);
  check_shapes(checks);
}
HOLO_EXERCISE("12_matmul_backward", check)
