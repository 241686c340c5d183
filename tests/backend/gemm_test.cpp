// gemm_test.cpp: the matrix product of the CPU, gemm.h, at sizes beside the borders of its blocks,
// to the bit: against the plain kernel where every sum is exact, for any number of threads, and for
// a row or a column alone. The precision of products by its name, and where another than fp32 is
// refused. twins_test.cpp compares small products of any layout with plain.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/system.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/threads.h"

namespace gemm_test {

using namespace holo;

// ---- sizes ----

namespace {

using Reals = std::vector<real>;

constexpr real guard = 12345;  // the numbers around C

struct Sizes {
  Index M, N, K;
};

// op(A), op(B) and C, with a number between the rows: NaN in A and B, so that reading one shows in
// C; a guard in C, and a row of guards above and below. Bit 0 of `kind` transposes A, bit 1 B; bit
// 2 adds to C.
struct Product {
  MatmulSizes s{};
  bool overwrite;
  Reals A, B, C;

  template <class Number>
  Product(const Sizes& sizes, int kind, Number number) : overwrite((kind & 4) == 0) {
    s.M = sizes.M, s.N = sizes.N, s.K = sizes.K;
    s.transpose_a = (kind & 1) != 0, s.transpose_b = (kind & 2) != 0;
    s.lda = (s.transpose_a ? s.M : s.K) + 1;
    s.ldb = (s.transpose_b ? s.K : s.N) + 1;
    s.ldc = s.N + 1;
    A = matrix(s.transpose_a ? s.K : s.M, s.lda, NAN, number);
    B = matrix(s.transpose_b ? s.N : s.K, s.ldb, NAN, number);
    C = matrix(s.M + 2, s.ldc, guard, number);
    for (Index j = 0; j < s.ldc; ++j) {
      C[static_cast<std::size_t>(j)] = C[C.size() - 1 - static_cast<std::size_t>(j)] = guard;
    }
  }

  // Rows of ld - 1 numbers and one between.
  template <class Number>
  static Reals matrix(Index rows, Index ld, double between, Number number) {
    Reals x(static_cast<std::size_t>(rows * ld), static_cast<real>(between));
    for (std::size_t i = 0; i < x.size(); ++i) {
      if ((i + 1) % static_cast<std::size_t>(ld) != 0) x[i] = number();
    }
    return x;
  }

  // C and its guards afterwards.
  Reals run(Backend& backend, int threads = 1) const {
    const int before = num_threads();
    set_num_threads(threads);
    Reals c = C;
    backend.matmul({c.data() + s.ldc, overwrite}, A.data(), B.data(), s);
    set_num_threads(before);
    return c;
  }

  std::string name() const {
    return std::string(s.transpose_a ? "T" : "N") + (s.transpose_b ? "T " : "N ") +
           std::to_string(s.M) + " x " + std::to_string(s.N) + " x " + std::to_string(s.K) +
           (overwrite ? "" : " added");
  }
};

// Whole numbers, so that every product of moderate size is exact in any order.
real small_number() {
  static std::minstd_rand bits(7);
  return static_cast<real>(bits() / 64 % 17) - 8;
}

real normal_number() {
  static std::minstd_rand bits(7);
  static NormalNumbers normal;
  return static_cast<real>(normal(bits));
}

}  // namespace

TEST_CASE("gemm: shapes beside the borders of blocks, and a transposed A larger than a cache") {
  std::vector<Sizes> all = {{172, 131, 515}, {1401, 20, 515}};
  for (const Index M : {86, 87, 341, 342, 343, 683, 684, 700}) all.push_back({M, 50, 19});
  for (const Index M : {341, 343, 684}) all.push_back({M, 17, 512});
  for (const Index N : {47, 48, 49, 96, 97, 145}) all.push_back({60, N, 33});
  for (const Index K : {255, 256, 257, 511, 512, 513, 1024, 1030}) all.push_back({13, 40, K});
  for (const Sizes& sizes : all) {
    for (int kind = 0; kind < 8; ++kind) {
      const Product p(sizes, kind, small_number);
      CAPTURE(p.name());
      const Reals want = p.run(plain());
      CHECK(p.run(cpu()) == want);
      CHECK(p.run(cpu(), 4) == want);
    }
  }
}

TEST_CASE("gemm: the same bits for any number of threads") {
  for (const Sizes& sizes :
       {Sizes{190, 177, 700}, Sizes{8, 1100, 150}, Sizes{1100, 3, 400}, Sizes{350, 131, 515}}) {
    for (int kind = 0; kind < 8; ++kind) {
      const Product p(sizes, kind, normal_number);
      CAPTURE(p.name());
      const Reals one = p.run(cpu());
      for (const int threads : {2, 3, 4, 7, 8}) CHECK(p.run(cpu(), threads) == one);
    }
  }
}

TEST_CASE("gemm: the same bits for a row and for a column alone") {
  for (int kind = 0; kind < 8; ++kind) {
    const Product p({90, 200, 1100}, kind, normal_number);
    CAPTURE(p.name());
    const Reals whole = p.run(cpu());
    Reals parts = p.C;
    const auto part = [&](Index i, Index j, Index M, Index N) {
      MatmulSizes sizes = p.s;
      sizes.M = M, sizes.N = N;
      cpu().matmul({parts.data() + (i + 1) * p.s.ldc + j, p.overwrite},
                   p.A.data() + (p.s.transpose_a ? i : i * p.s.lda),
                   p.B.data() + (p.s.transpose_b ? j * p.s.ldb : j), sizes);
    };
    for (Index i = 0; i < 45; ++i) part(i, 0, 1, p.s.N);
    for (Index j = 0; j < p.s.N; ++j) part(45, j, 45, 1);
    if (!HOLO_ADDRESS_SANITIZER) {
      CHECK(parts == whole);
      continue;
    }
    // With little optimisation a compiler need not fuse the multiply-adds of two functions alike.
    constexpr double most = 1100 * std::numeric_limits<real>::epsilon();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      CHECK(std::fabs(double(parts[i]) - double(whole[i])) <= most * 100);
    }
  }
}

// ---- precision ----

namespace {

template <class F>
std::string refusal(F&& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("matmul precision: each has a name, and no other name is one") {
  for (const char* name : {"fp32", "tf32", "bf16"}) {
    CHECK(matmul_precision_name(matmul_precision_of(name)) == std::string(name));
  }
  CHECK(refusal([] { matmul_precision_of("FP32", "--matmul-precision"); }) ==
        "--matmul-precision: 'FP32'; expected fp32, tf32 or bf16");
}

TEST_CASE("matmul precision: only the device cuda has others than fp32") {
  for (const Device device : {Device::cpu, Device::plain}) {
    const OnDevice on_device(device);
    set_matmul_precision(MatmulPrecision::fp32);
    CHECK(refusal([] { set_matmul_precision(MatmulPrecision::tf32, "--matmul-precision"); }) ==
          std::string("--matmul-precision: tf32 on the device ") + device_name(device) +
              "; expected fp32, or the device cuda");
    CHECK(refusal([] { set_matmul_precision(MatmulPrecision::bf16); }) ==
          std::string("matmul precision: bf16 on the device ") + device_name(device) +
              "; expected fp32, or the device cuda");
    CHECK(matmul_precision() == MatmulPrecision::fp32);
  }
}

TEST_CASE("matmul precision: it is kept, and a build in double has fp32 alone") {
  if (cuda() == nullptr) return;
  const OnDevice on_cuda(Device::cuda);
  for (const MatmulPrecision precision : {MatmulPrecision::tf32, MatmulPrecision::bf16}) {
    if (sizeof(real) == sizeof(double)) {
      CHECK(refusal([&] { set_matmul_precision(precision); }) ==
            std::string("matmul precision: ") + matmul_precision_name(precision) +
                " in a build with REAL=double; expected fp32");
      continue;
    }
    set_matmul_precision(precision);
    CHECK(matmul_precision() == precision);
  }
  set_matmul_precision(MatmulPrecision::fp32);
  CHECK(matmul_precision() == MatmulPrecision::fp32);
}

}  // namespace gemm_test
