// cuda_matmul_test.cpp: both products of matrices of the CUDA backend agree with the plain one, and
// the precision that is asked for arrives.
#include <doctest/doctest.h>

#include <string>

#include "backend/cuda/cuda.h"
#include "backend/device_array.h"
#include "holo/check.h"
#include "holo/device.h"

namespace cuda_matmul_test {

using namespace device_array;

namespace {

using Gemm = void (*)(Output, const real*, const real*, const MatmulSizes&);

std::string text_of(const MatmulSizes& s) {
  return std::string(s.transpose_a ? "T" : "N") + (s.transpose_b ? "T " : "N ") +
         std::to_string(s.batch) + " of " + Shape{s.M, s.K, s.N}.to_string() +
         (s.c_step == 0 ? " summed" : "");
}

// op(A), op(B) and C with `gap` numbers after each row, and `gap` after each matrix; NaN there in
// A and B.
struct Product {
  MatmulSizes s;
  Reals A, B, C;

  Product(MatmulSizes sizes, Index gap, Random& random) : s(sizes) {
    const Index a_rows = s.transpose_a ? s.K : s.M, a_columns = s.transpose_a ? s.M : s.K;
    const Index b_rows = s.transpose_b ? s.N : s.K, b_columns = s.transpose_b ? s.K : s.N;
    s.lda = a_columns + gap, s.ldb = b_columns + gap, s.ldc = s.N + gap;
    if (s.a_step != 0) s.a_step = s.lda * a_rows + gap;
    if (s.b_step != 0) s.b_step = s.ldb * b_rows + gap;
    if (s.c_step != 0) s.c_step = s.ldc * s.M + gap;
    A = numbers(a_rows, a_columns, s.lda, s.a_step, random);
    B = numbers(b_rows, b_columns, s.ldb, s.b_step, random);
    C = random.normals(s.batch * (s.ldc * s.M + gap));
  }
  Reals numbers(Index rows, Index columns, Index ld, Index step, Random& random) const {
    Reals x(static_cast<std::size_t>(s.batch * (ld * rows + ld)), real(NAN));
    for (Index i = 0; i < (step == 0 ? 1 : s.batch); ++i) {
      for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < columns; ++c) {
          x[static_cast<std::size_t>(i * step + r * ld + c)] = random.normal();
        }
      }
    }
    return x;
  }
  // C afterwards, all of it: what is between its rows stays.
  Reals plain_result(bool overwrite) const {
    Reals c = C;
    plain().matmul({c.data(), overwrite}, A.data(), B.data(), s);
    return c;
  }
  Reals result(Gemm gemm, bool overwrite) const {
    const DeviceArray a(A), b(B), c(C);
    gemm({c.data(), overwrite}, a.data(), b.data(), s);
    return c.to_vector();
  }
};

}  // namespace

TEST_CASE("cuda matmul: cuBLAS and the tiles agree with plain") {
  if (no_cuda()) return;
  Random random(11);
  const Index some[] = {0, 1, 2, 3, 15, 16, 17, 33, 50};
  for (int k = 0; k < 240; ++k) {
    const auto step = [&] { return random.below(3) == 0 ? 0 : 1; };
    const MatmulSizes shape{.batch = 1 + random.below(3),
                            .M = some[random.below(9)],
                            .N = some[random.below(9)],
                            .K = k % 40 == 0 ? 700 : some[random.below(9)],
                            .transpose_a = k % 2 == 1,
                            .transpose_b = k % 4 >= 2,
                            .lda = 0,
                            .ldb = 0,
                            .ldc = 0,
                            .a_step = step(),
                            .b_step = step(),
                            .c_step = step()};
    const Product product(shape, k % 3, random);
    CAPTURE(text_of(product.s));
    // cuBLAS refuses empty matrices, so gemm does not call it for them.
    const bool is_empty = shape.M == 0 || shape.N == 0 || shape.K == 0;
    const Gemm other = is_empty ? cuda_gemm::gemm : cuda_gemm::cublas;
    for (const bool overwrite : {true, false}) {
      const Reals want = product.plain_result(overwrite);
      CHECK(distance(product.result(cuda_gemm::tiled, overwrite), want) <= kernel_tolerance);
      CHECK(distance(product.result(other, overwrite), want) <= kernel_tolerance);
    }
  }
}

TEST_CASE("cuda matmul: a lower precision rounds the inputs, and only those of cuBLAS") {
  if (no_cuda()) return;
  if (sizeof(real) == sizeof(double)) return;  // has fp32 alone, see matmul_precision_test.cpp
  const OnDevice on_cuda(Device::cuda);
  Random random(14);
  const Product product({.M = 20, .N = 20, .K = 50, .lda = 0, .ldb = 0, .ldc = 0}, 0, random);
  const Reals want = product.plain_result(true);
  const auto error_of = [&](Gemm gemm) { return distance(product.result(gemm, true), want); };
  set_matmul_precision(MatmulPrecision::tf32);
  const double tf32 = error_of(cuda_gemm::cublas);
  CHECK(error_of(cuda_gemm::tiled) <= kernel_tolerance);
  set_matmul_precision(MatmulPrecision::bf16);
  const double bf16 = error_of(cuda_gemm::cublas);
  CHECK(error_of(cuda_gemm::tiled) <= kernel_tolerance);
  set_matmul_precision(MatmulPrecision::fp32);
  CHECK(error_of(cuda_gemm::cublas) <= kernel_tolerance);
  // An input is off by up to 2^-11 or 2^-8 of itself, so the mean of the squares of both is about
  // 2^-24 or 2^-18.
  CHECK(tf32 < 1e-6);
  CHECK(bf16 < 1e-4);
  check_rounded(tf32, 1e-9);
  check_rounded(bf16, 1e-7);
  check_rounded(bf16, 10 * tf32);
}

}  // namespace cuda_matmul_test
