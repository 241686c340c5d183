// gemm_test.cpp: the matrix product of the CPU against the plain kernel: every shape and stride,
// and nothing read or written outside.
#include <doctest/doctest.h>

#include <vector>

#include "backend/gemm_product.h"

namespace {

using namespace gemm_product;

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
  for (Index N : {47, 48, 49, 96, 97, 145}) check_shape(60, N, 33);
  for (Index K : {255, 256, 257, 511, 512, 513, 1024, 1030}) check_shape(13, 40, K);
}

TEST_CASE("gemm: rows a power of two apart, of which a cache keeps few") {
  constexpr Index M = 350, N = 600, K = 515;
  for (int kind = 0; kind < 4; ++kind) {
    Product p(true, (kind & 1) != 0, M, N, K, (kind & 2) != 0, 1024 - M);
    const std::vector<real> want = plain_product(p);
    for_thread_counts([&](int threads) {
      Product shared = p;
      shared.run(gemm);
      CAPTURE(threads);
      compare(p, shared.C.data, want);
    });
  }
}

TEST_CASE("gemm: few rows, many columns") {
  for (Index M : {1, 16, 33}) {
    for (Index N : {129, 300}) check_shape(M, N, 150);
  }
  check_shape(64, 400, 200);
  check_shape(5, 300, 1100);
}

TEST_CASE("gemm: sizes of 0") {
  struct Shape {
    Index M, N, K;
  };
  for (const Shape& shape : {Shape{5, 7, 0}, Shape{0, 7, 5}, Shape{7, 0, 5}, Shape{0, 0, 0}}) {
    check_shape(shape.M, shape.N, shape.K);
  }
}
