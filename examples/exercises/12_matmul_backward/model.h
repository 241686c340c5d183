// model.h: the gradients of a matrix product, right and with known mistakes.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/matrix.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::matmul {

enum {
  not_transposed,
  wrong_side,
  both_transposed,
  own_matrix,
  no_upstream,
  by_element,
  c_for_dc,
  result_transposed,
  other_missing,
  sign,
  begins_with_it,
  dc_transposed_alone,
  other_derivative,
  one_reversed,
  products,  // their sum is a number of the result
  read_dc = products + sum::mistakes,
  read_other = read_dc + table::mistakes
};
// The sentences of dA, and with the names exchanged those of dB.
inline std::vector<std::string> sentences(bool for_a) {
  const std::string mine = for_a ? "A" : "B", other = for_a ? "B" : "A";
  const std::string rule = for_a ? "dA = dC B^T" : "dB = A^T dC";
  const std::vector<std::string> own = {
      "the transpose is missing: " + rule,
      for_a ? "each matrix stays on its side of the product: dC comes first in dA = dC B^T, and "
              "last in dB = A^T dC"
            : "dC comes last in dB = A^T dC, not first",
      "only the other matrix is transposed, dC is not: dA = dC B^T and dB = A^T dC",
      "the derivative for A is made of B, and that for B of A: you took each for its own",
      "dC is missing: the derivative of C is multiplied by the gradient for C",
      for_a ? "a matrix product is not multiplied element by element: each number of A goes into "
              "a whole row of C"
            : "a matrix product is not multiplied element by element: each number of B goes into "
              "a whole column of C",
      "you took C = A B itself for its gradient dC",
      "that is the transpose of d" + mine + ": " + rule,
      other + " is missing: " + rule,
      "d" + mine + " has the wrong sign: " + rule,
      "d" + mine + " begins with zeros, not with the numbers of " + mine,
      "dC is not transposed, " + other + " is: " + rule,
      for_a ? "that is dB: dA = dC B^T" : "that is dA: dB = A^T dC",
      "the index of the sum is the same in dC and " + other +
          ": yours runs from the last to the first in one of them"};
  return joined({own, sum::sentences("the sum of products for d" + mine), table::sentences("dC"),
                 table::sentences(other)});
}

inline const Matrix a(3, 3, {1.3, 2.4, -0.7, 3.1, -4.2, 0.6, 0.9, 1.8, -2.5});
inline const Matrix b(3, 3, {5.2, -6.1, 0.8, 7.4, 9.3, -1.6, 2.7, -0.4, 3.5});
inline const Matrix dc(3, 3, {1.1, 2.3, -0.9, 0.4, -3.2, 1.7, 2.6, 0.2, -1.4});

// x(i, j) as an answer reads it, whose mistakes begin with number `first`.
inline double read(const Matrix& x, int i, int j, const Made& made, int first) {
  const table::Place place =
      table::read(made, first, static_cast<size_t>(i), static_cast<size_t>(j),
                  static_cast<size_t>(x.rows), static_cast<size_t>(x.columns));
  return x(static_cast<int>(place.row), static_cast<int>(place.column));
}

// For square matrices all of these mistakes find room.
inline std::vector<double> gradient_of(bool for_a, const Made& made) {
  const int n = a.rows;
  Matrix given_dc = dc, c(n, n), result(n, n);
  for (int i = 0; i < n * n * n; ++i)
    c(i / n / n, i % n) += a(i / n / n, i / n % n) * b(i / n % n, i % n);
  if (made(c_for_dc)) given_dc = c;
  const bool is_a = for_a != made(other_derivative);
  const Matrix& given_other = is_a != made(own_matrix) ? b : a;
  const auto dc_at = [&](int i, int j) { return read(given_dc, i, j, made, read_dc); };
  const auto other_at = [&](int i, int j) { return read(given_other, i, j, made, read_other); };
  Sum<> sum_of_products(made, products);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      std::vector<double> terms;
      for (int k = 0; k < n; ++k) {
        // dA_ij = sum dC_ik B_jk, dB_ij = sum A_ki dC_kj
        double d = is_a ? dc_at(i, k) : dc_at(k, j), o = is_a ? other_at(j, k) : other_at(k, i);
        if (made(not_transposed)) o = is_a ? other_at(k, j) : other_at(i, k);
        if (made(both_transposed) || made(dc_transposed_alone))
          d = is_a ? dc_at(k, i) : dc_at(j, k);
        if (made(dc_transposed_alone)) o = is_a ? other_at(k, j) : other_at(i, k);
        if (made(wrong_side))
          d = is_a ? dc_at(k, j) : dc_at(i, k), o = is_a ? other_at(k, i) : other_at(j, k);
        if (made(by_element)) d = dc_at(i, j), o = other_at(i, j);
        if (made(one_reversed)) d = is_a ? dc_at(i, n - 1 - k) : dc_at(n - 1 - k, j);
        if (made(no_upstream)) d = 1;
        if (made(other_missing)) o = 1;
        terms.push_back(made(sign) ? -d * o : d * o);
        if (made(by_element)) break;
      }
      const double begin = made(begins_with_it) ? (for_a ? a : b)(i, j) : 0;
      const bool turned = made(result_transposed);
      result(turned ? j : i, turned ? i : j) = begin + sum_of_products.of(terms);
    }
  }
  return result.numbers;
}

}  // namespace exercise::matmul
