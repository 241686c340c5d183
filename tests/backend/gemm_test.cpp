// gemm_test.cpp: the matrix product of the CPU against the plain kernel: every shape and stride,
// and nothing read or written outside.
#include <doctest/doctest.h>

#include <vector>

#include "backend/gemm_product.h"
#include "holo/memory.h"

namespace gemm_test {
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

TEST_CASE("gemm: rows a power of two apart, of which a cache keeps few") {
  check_columns_of_A(350, 600, 515, 1024 - 350);
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

}  // namespace gemm_test
