// gemm_test.cpp: the matrix product of the CPU, gemm.h, against the plain kernel: every shape and
// stride, nothing read or written outside, and what the numbers are to the last bit: for NaN and
// infinity, for any number of threads, and how far from the exact ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/sanitizers.h"
#include "helpers.h"
#include "holo/memory.h"

namespace gemm_test {
namespace {

using holo::Index, holo::real;

void gemm(holo::Output C, const real* A, const real* B, const holo::MatmulSizes& s) {
  holo::cpu().matmul(C, A, B, s);
}

/// gemm on one thread.
void gemm_serial(holo::Output C, const real* A, const real* B, const holo::MatmulSizes& s) {
  const int before = holo::num_threads();
  holo::set_num_threads(1);
  gemm(C, A, B, s);
  holo::set_num_threads(before);
}

constexpr real not_a_number = std::numeric_limits<real>::quiet_NaN();
constexpr real inf = std::numeric_limits<real>::infinity();
constexpr real guard = 12345;  // the numbers around C

std::minstd_rand random_bits(7);

Index random_size(Index most) { return 1 + static_cast<Index>(random_bits() % 1000) % most; }

// Whole numbers, so that every product of moderate size is exact in any order.
real small_number() { return static_cast<real>(random_bits() / 64 % 17) - 8; }

real normal_number() {
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
std::vector<real> plain_product(const Product& p) {
  Matrix want = p.C;
  holo::plain().matmul({want.data.data() + want.ld, !p.accumulate}, p.A.data.data(),
                       p.B.data.data(), p.sizes());
  return want.data;
}

// Fails with the first element that differs, which is a guard if it is outside of C.
void compare(const Product& p, const std::vector<real>& got, const std::vector<real>& want) {
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

void check_shape(Index M, Index N, Index K) {
  for (int kind = 0; kind < 8; ++kind) {
    Product p((kind & 1) != 0, (kind & 2) != 0, M, N, K, (kind & 4) != 0, kind % 3);
    Product shared = p, serial = p;
    shared.run(gemm);
    serial.run(gemm_serial);
    const std::vector<real> want = plain_product(p);
    compare(p, shared.C.data, want);
    compare(p, serial.C.data, want);
  }
}

// A transposed A, of which gemm may copy some rows at a time.
void check_columns_of_A(Index M, Index N, Index K, Index gap) {
  for (int kind = 0; kind < 4; ++kind) {
    Product p(true, (kind & 1) != 0, M, N, K, (kind & 2) != 0, gap);
    const std::vector<real> want = plain_product(p);
    for_thread_counts([&](int threads) {
      Product shared = p;
      shared.run(gemm);
      CAPTURE(threads);
      compare(p, shared.C.data, want);
    });
  }
}

}  // namespace

TEST_CASE("gemm: small shapes") {
  for (Index size = 1; size <= 70; ++size) {
    check_shape(size, random_size(70), random_size(70));
    check_shape(random_size(70), size, random_size(70));
    check_shape(random_size(70), random_size(70), size);
  }
}

TEST_CASE("gemm: shapes beside the borders of blocks") {
  for (Index M : {86, 87, 341, 342, 343, 683, 684, 700}) check_shape(M, 50, 19);
  for (Index M : {341, 343, 684}) check_shape(M, 17, 512);
  for (Index N : {47, 48, 49, 96, 97, 145}) check_shape(60, N, 33);
  for (Index K : {255, 256, 257, 511, 512, 513, 1024, 1030}) check_shape(13, 40, K);
}

TEST_CASE("gemm: a transposed A larger than a cache") {
  for (Index M : {172, 350, 1401}) check_columns_of_A(M, 131, 515, 3);
}

TEST_CASE(
    "gemm: a small product that shares a loop with others takes no memory, which may run out") {
  // Rows so far apart that a large product would copy A.
  constexpr Index M = 4, N = 512, K = 128, row = 16384, batch = 8;
  const holo::MatmulSizes sizes{.batch = batch,
                                .M = M,
                                .N = N,
                                .K = K,
                                .transpose_a = true,
                                .lda = row,
                                .ldb = N,
                                .ldc = N,
                                .b_step = K * N,
                                .c_step = M * N};
  const std::vector<real> A(K * row, 1), B(batch * K * N, 2);
  std::vector<real> C(batch * M * N);
  const int before = holo::num_threads();
  holo::set_num_threads(1);  // its pool is the one that is looked at
  holo::release_pooled_memory();
  gemm({C.data(), true}, A.data(), B.data(), sizes);
  holo::set_num_threads(before);
  CHECK(C == std::vector<real>(C.size(), 2 * K));
  CHECK(holo::memory_stats().pooled_bytes == 0);
}

TEST_CASE("gemm: sizes of 0") {
  struct Shape {
    Index M, N, K;
  };
  for (const Shape& shape : {Shape{5, 7, 0}, Shape{0, 7, 5}, Shape{7, 0, 5}, Shape{0, 0, 0}}) {
    check_shape(shape.M, shape.N, shape.K);
  }
}

TEST_CASE("gemm: no factor is skipped, and none reaches a row or column beside its own") {
  for (int kind = 0; kind < 4; ++kind) {
    for (Index size : {5, 16, 40, 75}) {
      Product p((kind & 1) != 0, (kind & 2) != 0, size, size, size, false, 0);
      const auto ones = [] { return real(1); };
      p.A.fill(ones);
      p.B.fill(ones);
      const auto a = [&](Index i, Index k) -> real& { return kind & 1 ? p.A(k, i) : p.A(i, k); };
      const auto b = [&](Index k, Index j) -> real& { return kind & 2 ? p.B(j, k) : p.B(k, j); };
      const Index last = size - 1;
      a(1, 2) = not_a_number;     // row 1 is NaN
      b(3, last) = not_a_number;  // and so is the last column
      b(4, 0) = inf;              // column 0 is inf,
      a(2, 4) = 0;                // but 0 * inf in row 2
      a(last, 4) = -a(last, 4);   // and -inf in the last row
      p.run(gemm);
      INFO(p.name());
      for (Index i = 0; i < size; ++i) {
        for (Index j = 0; j < size; ++j) {
          const real c = p.C(i + 1, j);
          if (i == 1 || j == last || (i == 2 && j == 0)) {
            CHECK(std::isnan(c));
          } else if (j == 0) {
            CHECK(c == (i == last ? -inf : inf));
          } else {
            CHECK(c == static_cast<real>(size - (i == 2 ? 1 : i == last ? 2 : 0)));
          }
        }
      }
    }
  }
}

TEST_CASE("gemm: the same bits for any number of threads") {
  struct Shape {
    Index M, N, K;
  };
  for (const Shape& s : {Shape{190, 177, 700}, Shape{8, 1100, 150}, Shape{1100, 3, 400}}) {
    for (int kind = 0; kind < 8; ++kind) {
      Product p((kind & 1) != 0, (kind & 2) != 0, s.M, s.N, s.K, (kind & 4) != 0, 1);
      p.A.fill(normal_number);
      p.B.fill(normal_number);
      Product serial = p;
      serial.run(gemm_serial);
      for_thread_counts([&](int threads) {
        Product shared = p;
        shared.run(gemm);
        CAPTURE(threads);
        compare(p, shared.C.data, serial.C.data);
      });
    }
  }
}

TEST_CASE("gemm: the same bits for a row and for a column alone") {
  for (int kind = 0; kind < 8; ++kind) {
    Product p((kind & 1) != 0, (kind & 2) != 0, 90, 200, 1100, (kind & 4) != 0, 1);
    p.A.fill(normal_number);
    p.B.fill(normal_number);
    Product whole = p;
    whole.run(gemm);
    real* const C = p.C.data.data() + p.C.ld;
    const auto part = [&](Index i, Index j, Index m, Index n) {
      holo::MatmulSizes sizes = p.sizes();
      sizes.M = m;
      sizes.N = n;
      gemm_serial({C + i * p.C.ld + j, !p.accumulate},
                  p.A.data.data() + (p.transpose_a ? i : i * p.A.ld),
                  p.B.data.data() + (p.transpose_b ? j * p.B.ld : j), sizes);
    };
    for (Index i = 0; i < 45; ++i) part(i, 0, 1, p.N);
    for (Index j = 0; j < p.N; ++j) part(45, j, 45, 1);
    if (!HOLO_ADDRESS_SANITIZER) {
      compare(p, p.C.data, whole.C.data);
      continue;
    }
    // With little optimisation a compiler need not fuse the multiply-adds of two functions alike.
    constexpr double most = 1100 * std::numeric_limits<real>::epsilon();
    for (std::size_t i = 0; i < p.C.data.size(); ++i) {
      if (std::isnan(whole.C.data[i])) continue;  // around C
      CHECK(std::fabs(double(p.C.data[i]) - double(whole.C.data[i])) <= most * 100);
    }
  }
}

TEST_CASE("gemm: rounding, against double") {
  const double most = std::numeric_limits<real>::epsilon() * 1e-6 / 1.2e-7;  // 1e-6 for float
  std::minstd_rand bits(7);  // the same numbers whatever ran before: the error depends on them
  holo::NormalNumbers normal;
  const auto number = [&] { return static_cast<real>(normal(bits)); };
  for (int kind = 0; kind < 4; ++kind) {
    for (Index K : {64, 1024, 4096}) {
      Product p((kind & 1) != 0, (kind & 2) != 0, 40, 50, K, false, 0);
      p.A.fill(number);
      p.B.fill(number);
      p.run(gemm);
      double largest = 0, error = 0;
      for (Index i = 0; i < p.M; ++i) {
        for (Index j = 0; j < p.N; ++j) {
          long double sum = 0;
          for (Index k = 0; k < K; ++k) sum += static_cast<long double>(p.a(i, k)) * p.b(k, j);
          largest = std::max(largest, std::fabs(static_cast<double>(sum)));
          error = std::max(error, std::fabs(static_cast<double>(p.C(i + 1, j) - sum)));
        }
      }
      INFO(p.name(), ": ", error / largest);
      CHECK(error <= most * largest);
    }
  }
}

}  // namespace gemm_test
