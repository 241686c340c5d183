// gemm_product.h: a matrix product for the tests of gemm.h, which cpu().matmul calls, and the plain
// product to check it.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/threads.h"
#include "normal_numbers.h"

namespace gemm_product {

using holo::Index, holo::real;

inline void gemm(holo::Output C, const real* A, const real* B, const holo::MatmulSizes& s) {
  holo::cpu().matmul(C, A, B, s);
}

/// gemm on one thread.
inline void gemm_serial(holo::Output C, const real* A, const real* B, const holo::MatmulSizes& s) {
  const int before = holo::num_threads();
  holo::set_num_threads(1);
  gemm(C, A, B, s);
  holo::set_num_threads(before);
}

inline constexpr real not_a_number = std::numeric_limits<real>::quiet_NaN();
inline constexpr real inf = std::numeric_limits<real>::infinity();
inline constexpr real guard = 12345;  // the numbers around C

inline std::minstd_rand random_bits(7);

inline Index random_size(Index most) { return 1 + static_cast<Index>(random_bits() % 1000) % most; }

// Whole numbers, so that every product of moderate size is exact in any order.
inline real small_number() { return static_cast<real>(random_bits() / 64 % 17) - 8; }

inline real normal_number() {
  static holo::NormalNumbers normal;
  return static_cast<real>(normal(random_bits));
}

// A matrix in a block of memory that ends with its last element, with `between` between its rows.
struct Matrix {
  Index rows, columns, ld;
  std::vector<real> data;

  Matrix(Index rows_, Index columns_, Index gap, real between)
      : rows(rows_), columns(columns_), ld(columns_ + gap) {
    if (rows > 0) data.resize(static_cast<std::size_t>((rows - 1) * ld + columns), between);
    data.shrink_to_fit();
  }
  real& operator()(Index i, Index j) { return data[static_cast<std::size_t>(i * ld + j)]; }
  real operator()(Index i, Index j) const { return data[static_cast<std::size_t>(i * ld + j)]; }
  template <class Number>
  void fill(Number number) {
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) (*this)(i, j) = number();
    }
  }
};

struct Product {
  bool transpose_a, transpose_b;
  Index M, N, K;
  bool accumulate;
  Matrix A, B, C;

  // Gaps in A and B have NaN, so that reading one shows in C.
  Product(bool ta, bool tb, Index m, Index n, Index k, bool add, Index gap)
      : transpose_a(ta),
        transpose_b(tb),
        M(m),
        N(n),
        K(k),
        accumulate(add),
        A(ta ? k : m, ta ? m : k, gap, not_a_number),
        B(tb ? n : k, tb ? k : n, gap == 0 ? 0 : gap + 1, not_a_number),
        C(m + 2, n, gap == 0 ? 0 : gap + 2, guard) {
    A.fill(small_number);
    B.fill(small_number);
    C.fill([] { return guard; });
    for (Index i = 0; i < M; ++i) {
      for (Index j = 0; j < N; ++j) C(i + 1, j) = add ? small_number() : not_a_number;
    }
  }

  real a(Index i, Index k) const { return transpose_a ? A(k, i) : A(i, k); }
  real b(Index k, Index j) const { return transpose_b ? B(j, k) : B(k, j); }

  // C has a row of guards above and below.
  template <class Gemm>
  void run(Gemm function) {
    function({C.data.data() + C.ld, !accumulate}, A.data.data(), B.data.data(), sizes());
  }

  holo::MatmulSizes sizes() const {
    return {.M = M,
            .N = N,
            .K = K,
            .transpose_a = transpose_a,
            .transpose_b = transpose_b,
            .lda = A.ld,
            .ldb = B.ld,
            .ldc = C.ld};
  }

  std::string name() const {
    return std::string(transpose_a ? "T" : "N") + (transpose_b ? "T " : "N ") + std::to_string(M) +
           " x " + std::to_string(N) + " x " + std::to_string(K) + (accumulate ? " added" : "");
  }
};

// C and its guards after the product of the plain backend.
inline std::vector<real> plain_product(const Product& p) {
  Matrix want = p.C;
  holo::plain().matmul({want.data.data() + want.ld, !p.accumulate}, p.A.data.data(),
                       p.B.data.data(), p.sizes());
  return want.data;
}

// Fails with the first element that differs, which is a guard if it is outside of C.
inline void compare(const Product& p, const std::vector<real>& got, const std::vector<real>& want) {
  const auto difference = std::mismatch(got.begin(), got.end(), want.begin());
  const bool same = difference.first == got.end();
  CHECK(same);
  if (same) return;
  const Index at = difference.first - got.begin() - p.C.ld;
  MESSAGE(p.name(), ", row ", at / p.C.ld, ", column ", at % p.C.ld, ": ", *difference.first,
          " instead of ", *difference.second);
}

// Runs body with 1, 2, 3, 4, 7 and 8 threads.
template <class Body>
void for_thread_counts(Body body) {
  const int before = holo::num_threads();
  for (int threads : {1, 2, 3, 4, 7, 8}) {
    holo::set_num_threads(threads);
    body(threads);
  }
  holo::set_num_threads(before);
}

}  // namespace gemm_product
