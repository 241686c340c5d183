#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using exercise::Made;
using exercise::Matrix;

enum {
  not_transposed,
  wrong_side,
  both_transposed,
  own_matrix,
  no_upstream,
  last_alone,
  by_element,
  c_for_dc,
  result_transposed,
  whole,
  mean,
  ends_early,
  begins_late,
  other_missing,
  sign,
  begins_with_it,
  dc_transposed_alone,
  first_alone,
  other_derivative
};
// The sentences of dA, and with the names exchanged those of dB.
std::vector<std::string> sentences(bool for_a) {
  const std::string mine = for_a ? "A" : "B", other = for_a ? "B" : "A";
  const std::string rule = for_a ? "dA = dC B^T" : "dB = A^T dC";
  return {
      for_a ? "the transposes are missing: dA = dC B^T and dB = A^T dC"
            : "the transpose is missing: dB = A^T dC",
      for_a ? "each matrix stays on its side of the product: dC comes first in dA = dC B^T, and "
              "last in dB = A^T dC"
            : "dC comes last in dB = A^T dC, not first",
      "only the other matrix is transposed, dC is not: dA = dC B^T and dB = A^T dC",
      "the derivative for A is made of B, and that for B of A: you took each for its own",
      "dC is missing: the derivative of C is multiplied by the gradient for C",
      for_a ? "each number of A is used once for each column of C: sum over them with +="
            : "each number of B is used once for each row of C: sum over them with +=",
      for_a ? "a matrix product is not multiplied element by element: each number of A goes into "
              "a whole row of C"
            : "a matrix product is not multiplied element by element: each number of B goes into "
              "a whole column of C",
      "you took C = A B itself for its gradient dC",
      "that is the transpose of d" + mine + ": " + rule,
      "your sum for d" + mine + " has lost its fraction: take double, not int",
      "d" + mine + " is a sum, not a mean: " + rule,
      "the sum of d" + mine + " ends before its last product",
      "the sum of d" + mine + " begins after its first product, that of index 0",
      other + " is missing: " + rule,
      "d" + mine + " has the wrong sign: " + rule,
      "d" + mine + " begins with zeros, not with the numbers of " + mine,
      "dC is not transposed, " + other + " is: " + rule,
      "d" + mine + " is a sum: yours is its first product alone",
      for_a ? "that is dB: dA = dC B^T" : "that is dA: dB = A^T dC"};
}

// For square matrices all of these mistakes find room.
std::vector<double> gradient_of(bool for_a, const Matrix& dc_given, const Matrix& a,
                                const Matrix& b, const Made& made) {
  const int n = a.rows;
  Matrix dc = dc_given, c(n, n), result(n, n);
  for (int i = 0; i < n * n * n; ++i)
    c(i / n / n, i % n) += a(i / n / n, i / n % n) * b(i / n % n, i % n);
  if (made(c_for_dc)) dc = c;
  const bool is_a = for_a != made(other_derivative);
  const Matrix& other = is_a != made(own_matrix) ? b : a;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = made(begins_with_it) ? (for_a ? a : b)(i, j) : 0;
      for (int k = made(begins_late) ? 1 : 0; k < n - (made(ends_early) ? 1 : 0); ++k) {
        // dA_ij = sum dC_ik B_jk, dB_ij = sum A_ki dC_kj
        double d = is_a ? dc(i, k) : dc(k, j), o = is_a ? other(j, k) : other(k, i);
        if (made(not_transposed)) o = is_a ? other(k, j) : other(i, k);
        if (made(both_transposed) || made(dc_transposed_alone)) d = is_a ? dc(k, i) : dc(j, k);
        if (made(dc_transposed_alone)) o = is_a ? other(k, j) : other(i, k);
        if (made(wrong_side)) d = is_a ? dc(k, j) : dc(i, k), o = is_a ? other(k, i) : other(j, k);
        if (made(by_element)) d = dc(i, j), o = other(i, j);
        if (made(no_upstream)) d = 1;
        if (made(other_missing)) o = 1;
        const double product = made(mean) ? d * o / n : made(sign) ? -d * o : d * o;
        sum = made(last_alone) || made(by_element) ? product : sum + product;
        if (made(whole)) sum = std::trunc(sum);
        if (made(first_alone)) break;
      }
      result(made(result_transposed) ? j : i, made(result_transposed) ? i : j) = sum;
    }
  }
  return result.numbers;
}

const Matrix a(3, 3, {1.3, 2.4, -0.7, 3.1, -4.2, 0.6, 0.9, 1.8, -2.5});
const Matrix b(3, 3, {5.2, -6.1, 0.8, 7.4, 9.3, -1.6, 2.7, -0.4, 3.5});
const Matrix dc(3, 3, {1.1, 2.3, -0.9, 0.4, -3.2, 1.7, 2.6, 0.2, -1.4});

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
std::string formulas(const exercise::Measured& got, bool for_a) {
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
  return exercise::told(for_a ? "dA" : "dB", all.of(got.numbers), for_a ? "dC B^T" : "A^T dC");
}

void check_square(Checks& checks, bool for_a) {
  exercise::Measured got;
  got.add(for_a ? "dA of three rows of three, number " : "dB of three rows of three, number ",
          (for_a ? answer::backward_a : answer::backward_b)(dc, a, b).numbers);
  exercise::judge(
      checks, got, [for_a](const Made& made) { return gradient_of(for_a, dc, a, b, made); },
      sentences(for_a),
      [for_a](const exercise::Measured& numbers, const std::vector<double>&) {
        return formulas(numbers, for_a);
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
