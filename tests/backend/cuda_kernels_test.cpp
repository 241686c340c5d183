// cuda_kernels_test.cpp: the products of matrices and both ways of attention of the CUDA backend,
// the readable kernels and those of matrices, agree with plain at sizes around their tiles and
// chunks; the precision that is asked for arrives. How much memory a GPU has; and too much of it,
// or more blocks than a kernel can have, is one clear error, after which all goes on.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "backend/cuda/gemm.cuh"
#include "backend/device_array.h"
#include "base/system.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"
#include "ops/attention_cuda.h"

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

// ---- attention ----

namespace {

// y, lse and the gradients, as whole arrays: kernels must not change the gaps between rows.
struct Results {
  Reals y, lse, dq, dk, dv;
};

// A kernel that computes attention.
struct Way {
  std::string name;
  std::function<void(const cuda_attention::Forward&, const AttentionSizes&)> forward;
  std::function<void(const cuda_attention::Backward&, const AttentionSizes&)> backward;
};

Way direct_way() {
  return {"direct", [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); },
          [](const auto& a, const auto& s) { cuda_attention::direct(*cuda(), a, s); }};
}
Way gemm_way(const cuda_attention::ScoreLimits& limits = {}) {
  return {"gemm, " + std::to_string(limits.scores) + " scores, " +
              std::to_string(limits.causal_queries) + " queries",
          [=](const auto& a, const auto& s) { cuda_attention::gemm(*cuda(), a, s, limits); },
          [=](const auto& a, const auto& s) { cuda_attention::gemm(*cuda(), a, s, limits); }};
}

// q, k and v in separate arrays, with `gap` numbers after every row or two.
struct Case {
  AttentionSizes s{};
  Reals q, k, v, dy, dq, dk, dv;

  Case(Index B, Index Tq, Index Tk, Index H, Index Hkv, Index D, bool causal, Index gap) {
    s = {.B = B,
         .Tq = Tq,
         .Tk = Tk,
         .H = H,
         .Hkv = Hkv,
         .D = D,
         .q_batch = Tq * (H * D + gap),
         .q_row = H * D + gap,
         .k_batch = Tk * (Hkv * D + gap) + gap,
         .k_row = Hkv * D + gap,
         .v_batch = Tk * (Hkv * D + 2 * gap),
         .v_row = Hkv * D + 2 * gap,
         .scale = real(1 / std::sqrt(double(D))),
         .causal = causal};
    Random random(21);
    q = random.normals(B * s.q_batch), dq = random.normals(B * s.q_batch);
    k = random.normals(B * s.k_batch), dk = random.normals(B * s.k_batch);
    v = random.normals(B * s.v_batch), dv = random.normals(B * s.v_batch);
    dy = random.normals(B * Tq * H * D);
    hide_gaps(q, Tq, H * D, s.q_row, s.q_batch);
    hide_gaps(k, Tk, Hkv * D, s.k_row, s.k_batch);
    hide_gaps(v, Tk, Hkv * D, s.v_row, s.v_batch);
  }
  // Writes NaN between the rows [T, C] of x and between the sequences, where no kernel may read.
  void hide_gaps(Reals& x, Index T, Index C, Index row, Index batch) const {
    for (Index i = 0; i < s.B * batch; ++i) {
      const Index in_batch = i % batch;
      if (in_batch / row < T && in_batch % row < C) continue;
      x[static_cast<std::size_t>(i)] = real(NAN);
    }
  }
  std::string text() const {
    return "[B,Tq,Tk,H,Hkv,D] " + Shape{s.B, s.Tq, s.Tk, s.H, s.Hkv, s.D}.to_string() +
           (s.causal ? ", causal" : "");
  }
  Results empty() const {
    return {Reals(dy.size()), Reals(static_cast<std::size_t>(s.B * s.H * s.Tq)), dq, dk, dv};
  }
  Results plain_results(bool overwrite) const {
    Results r = empty();
    plain().attention(r.y.data(), r.lse.data(), q.data(), k.data(), v.data(), s);
    plain().attention_backward({r.dq.data(), overwrite}, {r.dk.data(), overwrite},
                               {r.dv.data(), overwrite}, dy.data(), q.data(), k.data(), v.data(),
                               r.y.data(), r.lse.data(), s);
    return r;
  }
  // `wanted` has a bit for each of dq, dk and dv.
  Results results(const Way& way, bool overwrite, int wanted = 7) const {
    const Results r = empty();
    const DeviceArray y(r.y), lse(r.lse), dq_(dq), dk_(dk), dv_(dv), dy_(dy), q_(q), k_(k), v_(v);
    const auto output = [&](const DeviceArray& x, int bit) {
      return Output{(wanted >> bit & 1) != 0 ? x.data() : nullptr, overwrite};
    };
    way.forward({y.data(), lse.data(), q_.data(), k_.data(), v_.data()}, s);
    way.backward({output(dq_, 0), output(dk_, 1), output(dv_, 2), dy_.data(), q_.data(), k_.data(),
                  v_.data(), y.data(), lse.data()},
                 s);
    return {y.to_vector(), lse.to_vector(), dq_.to_vector(), dk_.to_vector(), dv_.to_vector()};
  }
};

void check(const Case& c, const Way& way) {
  CAPTURE(way.name);
  CAPTURE(c.text());
  for (const bool overwrite : {true, false}) {
    const Results want = c.plain_results(overwrite), got = c.results(way, overwrite);
    for (const auto& array :
         {&Results::y, &Results::lse, &Results::dq, &Results::dk, &Results::dv}) {
      CHECK(distance(got.*array, want.*array) <= kernel_tolerance);
    }
  }
}

// The products with all scores at once, with a query of one sequence, with some of one sequence,
// and with some sequences. With sanitizers, which take long, the last of them.
std::vector<Way> all_ways() {
  if (HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER) return {direct_way(), gemm_way({800, 3})};
  return {direct_way(), gemm_way(), gemm_way({1, 256}), gemm_way({500, 7}), gemm_way({800, 3})};
}

void check_all(const Case& c) {
  for (const Way& way : all_ways()) check(c, way);
}

}  // namespace

TEST_CASE("cuda attention: heads of any width") {
  if (no_cuda()) return;
  for (const Index D : {1, 5, 32, 33, 80, 128, 129, 300}) {
    check_all({2, 9, 9, 2, 2, D, true, 0});
    check_all({1, 9, 40, 2, 1, D, false, 1});
  }
}

TEST_CASE("cuda attention: lengths around the 8 warps of a block and the 32 rows of a tile") {
  if (no_cuda()) return;
  for (const Index Tq : {1, 7, 8, 9, 31, 33}) {
    for (const Index Tk : {1, 8, 31, 32, 33, 70}) {
      if (Tq <= Tk) check_all({1, Tq, Tk, 1, 1, 5, true, 0});
      check_all({1, Tq, Tk, 1, 1, 5, false, 0});
    }
  }
}

TEST_CASE("cuda attention: heads that share a head of keys, with gaps between the rows") {
  if (no_cuda()) return;
  for (const Index gap : {0, 3, 4}) {
    check_all({2, 20, 20, 6, 2, 8, true, gap});
    check_all({2, 20, 35, 6, 3, 8, true, gap});
    check_all({3, 6, 20, 6, 2, 8, true, gap});  // 800 scores: two sequences, and the third
    check_all({3, 1, 35, 4, 1, 33, true, gap});
  }
}

TEST_CASE("cuda attention: a key that is NaN stays with the queries that see it") {
  if (no_cuda()) return;
  Case c(1, 40, 40, 1, 1, 5, true, 0);
  c.k[c.k.size() - 3 * 5] = real(NAN);  // of the last three queries
  const Results want = c.plain_results(true);
  CHECK(std::count_if(want.lse.begin(), want.lse.end(), [](real x) { return std::isnan(x); }) == 3);
  for (const Way& way : all_ways()) {
    CAPTURE(way.name);
    const Results got = c.results(way, true);
    CHECK(distance(got.y, want.y) <= kernel_tolerance);
    CHECK(distance(got.lse, want.lse) <= kernel_tolerance);
  }
}

TEST_CASE("cuda attention: only the gradients that are asked for") {
  if (no_cuda()) return;
  const Case c(2, 10, 12, 4, 2, 6, true, 0);
  for (const Way& way : all_ways()) {
    const Results all = c.results(way, true);
    for (int wanted = 0; wanted < 8; ++wanted) {
      CAPTURE(wanted);
      const Results some = c.results(way, true, wanted);
      CHECK(some.dq == ((wanted & 1) != 0 ? all.dq : c.dq));
      CHECK(some.dk == ((wanted & 2) != 0 ? all.dk : c.dk));
      CHECK(some.dv == ((wanted & 4) != 0 ? all.dv : c.dv));
    }
  }
}

TEST_CASE("cuda attention: the sizes choose, for the forward and the backward") {
  const auto suits_gemm = [](Index B, Index Tq, Index Tk, Index H, Index D) {
    AttentionSizes s{};
    s.B = B, s.Tq = Tq, s.Tk = Tk, s.H = s.Hkv = H, s.D = D;
    return cuda_attention::suits_gemm(s);
  };
  CHECK(suits_gemm(8, 256, 256, 6, 64));
  CHECK(suits_gemm(1, 256, 256, 4, 64));         // 2^24 products
  CHECK_FALSE(suits_gemm(1, 255, 256, 4, 64));   // fewer
  CHECK_FALSE(suits_gemm(4096, 16, 16, 4, 4));   // short rows, many of them
  CHECK_FALSE(suits_gemm(8, 1, 4096, 32, 128));  // one query
  CHECK_FALSE(suits_gemm(1, 4096, 1, 32, 128));  // one key
  if (no_cuda()) return;
  const Way chosen{"chosen",
                   [](const auto& a, const AttentionSizes& s) {
                     cuda()->attention(a.y, a.lse, a.q, a.k, a.v, s);
                   },
                   [](const auto& a, const AttentionSizes& s) {
                     cuda()->attention_backward(a.dq, a.dk, a.dv, a.dy, a.q, a.k, a.v, a.y, a.lse,
                                                s);
                   }};
  const auto check_chosen = [&](const Case& c, const Way& way) {
    CAPTURE(way.name);
    const Results got = c.results(chosen, true), want = c.results(way, true);
    CHECK(got.y == want.y);
    CHECK(got.dq == want.dq);
    CHECK(got.dk == want.dk);
    CHECK(got.dv == want.dv);
  };
  check_chosen(Case(1, 64, 64, 1, 1, 4, true, 0), direct_way());
  check_chosen(Case(1, 64, 64, 32, 32, 128, true, 0), gemm_way());
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
  std::vector<DeviceMemory> there;
  for (int i = 1; i <= 4; ++i) {
    there.emplace_back(*cuda(), host.size() * sizeof(real));
    std::fill(host.begin(), host.end(), static_cast<real>(i));
    cuda()->upload(there.back().data(), host.data(), host.size() * sizeof(real));
  }
  for (int i = 1; i <= 4; ++i) {
    const DeviceMemory& one = there[static_cast<std::size_t>(i - 1)];
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
