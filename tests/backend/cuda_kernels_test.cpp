// cuda_kernels_test.cpp: the products of matrices of the CUDA backend agree with plain at sizes
// around their tiles, and the precision that is asked for arrives. How much memory a GPU has; and
// too much of it, or more blocks than a kernel can have, is one clear error, after which all goes
// on.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/device_array.h"
#include "base/system.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"

namespace cuda_kernels_test {

using namespace device_array;
using namespace holo;

// ---- products of matrices ----

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
  for (int k = 0; k < 80; ++k) {
    const auto step = [&] { return random.below(3) == 0 ? 0 : 1; };
    const MatmulSizes shape{.batch = 1 + random.below(3),
                            .M = some[random.below(9)],
                            .N = some[random.below(9)],
                            .K = k % 19 == 0 ? 700 : some[random.below(9)],
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
  if (sizeof(real) == sizeof(double)) return;  // has fp32 alone, see gemm_test.cpp
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

// ---- memory ----

TEST_CASE("cuda memory: what is too much is one clear error") {
  if (device_array::no_cuda()) return;
  const MemoryLimit limit = cuda()->memory_limit();
  CHECK(limit.bytes >= 0x1p30);
  CHECK_FALSE(limit.source.empty());
  const auto n = static_cast<Index>(limit.bytes);
  const std::string bytes = std::to_string(static_cast<std::size_t>(n) * sizeof(real));
  const std::string expected = "; expected a block that this machine has; it has " +
                               std::to_string(n) +
                               " bytes. Try: a smaller batch, block size or model";
  const Tensor before = full({3}, 2, Device::cuda);
  try {
    full({n}, 1, Device::cuda);
    FAIL("no error");
  } catch (const ShapeError& error) {
    CHECK(std::string(error.what()) ==
          "full: [" + std::to_string(n) + "] needs " + bytes + " bytes" + expected);
  }
  try {
    cuda()->allocate(bytes_of(n));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) ==
          "memory: " + bytes + " bytes asked for on the GPU" + expected);
  }
  CHECK((before * before).to_vector() == std::vector<real>(3, 4));
}

TEST_CASE("cuda memory: what is uploaded is what the host had at the call") {
  if (device_array::no_cuda()) return;
  std::vector<real> host(1000);
  std::vector<Scratch> there;
  for (int i = 1; i <= 4; ++i) {
    there.emplace_back(*cuda(), std::ssize(host));
    std::fill(host.begin(), host.end(), static_cast<real>(i));
    cuda()->upload(there.back().data(), host.data(), host.size() * sizeof(real));
  }
  for (int i = 1; i <= 4; ++i) {
    const Scratch& one = there[static_cast<std::size_t>(i - 1)];
    cuda()->download(host.data(), one.data(), host.size() * sizeof(real));
    CHECK(host == std::vector<real>(1000, static_cast<real>(i)));
  }
}

TEST_CASE("cuda memory: more blocks than a GPU counts are an error, not fewer blocks") {
  if (device_array::no_cuda()) return;
  const std::vector<real> before(256, 2);
  const device_array::DeviceArray y(before);
  // In blocks of 256 threads 2^32 and 2^32 + 1 of them: in 32 bits none, and one.
  for (const Index rest : {0, 256}) {
    try {
      cuda()->fill(y.data(), 1, (Index{1} << 40) + rest);
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      CHECK(std::string(error.what()) ==
            "cuda: a kernel of " + std::to_string((Index{1} << 32) + rest / 256) +
                " blocks; expected at most 2147483647. Try: smaller tensors");
    }
  }
  CHECK(y.to_vector() == before);
}

}  // namespace cuda_kernels_test
