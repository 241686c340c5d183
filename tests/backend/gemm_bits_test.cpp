// gemm_bits_test.cpp: what the numbers in a matrix product are, to the last bit: for NaN and
// infinity, for any number of threads, and how far from the exact ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "backend/gemm_product.h"
#include "base/sanitizers.h"

namespace gemm_bits_test {

using namespace gemm_product;

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

TEST_CASE("gemm: inside of a parallel region") {
  Product p(false, true, 80, 90, 100, false, 0);
  Product want = p;
  want.run(gemm_serial);
  std::vector<Product> products(8, p);
#pragma omp parallel for
  for (std::size_t i = 0; i < products.size(); ++i) products[i].run(gemm);
  for (const Product& product : products) compare(p, product.C.data, want.C.data);
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

}  // namespace gemm_bits_test
