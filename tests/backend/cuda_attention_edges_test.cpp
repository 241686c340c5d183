// cuda_attention_edges_test.cpp: what attention of the CUDA backend promises besides its formula,
// by both ways: where a number that is not finite goes, gradients that are exactly 0, the precision
// that is asked for; and which way is taken.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "backend/attention_case.h"
#include "backend/cuda/gemm_choice.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_attention_edges_test {

using namespace attention_case;

namespace {

real& at(Reals& x, Index i) { return x[static_cast<std::size_t>(i)]; }

bool finite_at_the_same_places(const Reals& a, const Reals& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i]) != std::isfinite(b[i])) return false;
  }
  return true;
}

// The finite numbers agree with those of plain, and the others are in the same places.
void check_places(const Case& c, const Way& way) {
  CAPTURE(way.name);
  for (const bool overwrite : {true, false}) {
    const Results want = c.plain_results(overwrite), got = c.results(way, overwrite);
    const Reals* const wants[] = {&want.y, &want.lse, &want.dq, &want.dk, &want.dv};
    const Reals* const gots[] = {&got.y, &got.lse, &got.dq, &got.dk, &got.dv};
    for (int i = 0; i < 5; ++i) {
      CAPTURE(i);
      CHECK(finite_at_the_same_places(*gots[i], *wants[i]));
      Reals finite[] = {*gots[i], *wants[i]};
      real largest = 1;  // its square may be no number
      for (const real v : *wants[i]) {
        if (std::isfinite(v)) largest = std::max(largest, std::fabs(v));
      }
      for (Reals& x : finite) {
        for (real& v : x) v = std::isfinite(v) ? v / largest : 0;
      }
      CHECK(distance(finite[0], finite[1]) <= kernel_tolerance);
    }
  }
}

}  // namespace

TEST_CASE(
    "cuda attention: a NaN or an infinity stays with the queries, keys and heads that see it") {
  if (no_cuda()) return;
  constexpr Index D = 5;
  for (const real bad : {real(NAN), real(INFINITY), -real(INFINITY)}) {
    CAPTURE(bad);
    for (int where = 0; where < 5; ++where) {
      Case c(2, 40, 40, 2, 1, D, true, 0);
      CAPTURE(where);
      if (where == 0 || where == 4) at(c.k, 35 * D) = bad;
      if (where == 1 || where == 4) at(c.v, 37 * D) = bad;
      if (where == 2 || where == 4) at(c.q, c.s.q_batch + 2 * c.s.q_row) = bad;  // sees 3 keys
      if (where == 3) at(c.dy, 3 * 2 * D) = bad;  // its query sees 4 keys
      for (const Way& way : {direct_way(), gemm_way(), gemm_way({500, 7})}) check_places(c, way);
    }
  }
}

TEST_CASE("cuda attention: a number that a lower precision makes infinite stays there too") {
  if (no_cuda() || sizeof(real) == sizeof(double)) return;
  const OnDevice on_cuda(Device::cuda);
  Case c(1, 40, 40, 1, 1, 4, true, 0);
  at(c.v, 37 * 4) = std::numeric_limits<real>::max();  // bf16 has no number near it
  set_matmul_precision(MatmulPrecision::bf16);
  const Results got = c.results(gemm_way(), true);
  set_matmul_precision(MatmulPrecision::fp32);
  for (std::size_t i = 0; i < 37 * 4; ++i) CHECK(std::isfinite(got.y[i]));
}

TEST_CASE("cuda attention: a factor that makes q infinite leaves other queries alone") {
  if (no_cuda()) return;
  Case c(1, 40, 40, 1, 1, 4, true, 0);
  c.s.scale = 4;
  constexpr real largest = std::numeric_limits<real>::max();
  at(c.q, 30 * 4) = largest / 3;
  for (Index j = 0; j < 40; ++j) at(c.k, j * 4) = 8 / largest;
  for (const Way& way : {direct_way(), gemm_way()}) check_places(c, way);
}

TEST_CASE("cuda attention: a score that overflows stays with its query and the keys that it sees") {
  if (no_cuda()) return;
  constexpr Index D = 4;
  const real large = std::sqrt(std::numeric_limits<real>::max());
  Case c(1, 40, 40, 1, 1, D, true, 0);
  at(c.q, 10 * D) = 4 * large;  // the other keys and queries: 0 there
  for (Index t = 0; t < 40; ++t) {
    if (t != 10) at(c.q, t * D) = 0;
    at(c.k, t * D) = t == 3 ? 4 * large : 0;
  }
  for (const Way& way : {direct_way(), gemm_way(), gemm_way({500, 7})}) check_places(c, way);
}

TEST_CASE("cuda attention: one key alone, and one that wins by far, send nothing to q and k") {
  if (no_cuda()) return;
  for (const Way& way : {direct_way(), gemm_way(), gemm_way({1, 1})}) {
    CAPTURE(way.name);
    Case one(2, 9, 1, 3, 1, 7, false, 0);
    one.s.scale = real(-0.37);
    for (const Reals& x : {one.results(way, true).dq, one.results(way, true).dk}) {
      for (const real g : x) CHECK(g == 0);
    }
    Case first(1, 9, 9, 1, 1, 7, true, 0);  // its first query sees one key
    const Results got = first.results(way, true);
    for (std::size_t d = 0; d < 7; ++d) CHECK(got.dq[d] == 0);
    CHECK(got.dq[7] != 0);
  }
}

TEST_CASE("cuda attention: a lower precision rounds what products of matrices read, and no other") {
  if (no_cuda() || sizeof(real) == sizeof(double)) return;
  const OnDevice on_cuda(Device::cuda);
  const Case c(1, 40, 40, 2, 1, 16, true, 0);
  const Results want = c.plain_results(true);
  Case other = c;  // the memory in which it counts its NaN is used again
  at(other.q, 0) = real(NAN);
  other.results(gemm_way(), true);
  const auto errors_of = [&](const Way& way) {
    const Results got = c.results(way, true);
    return std::pair{distance(got.y, want.y), distance(got.dq, want.dq)};
  };
  set_matmul_precision(MatmulPrecision::tf32);
  const auto tf32 = errors_of(gemm_way()), direct = errors_of(direct_way());
  set_matmul_precision(MatmulPrecision::bf16);
  const auto bf16 = errors_of(gemm_way());
  set_matmul_precision(MatmulPrecision::fp32);
  const auto fp32 = errors_of(gemm_way());
  for (const double error : {direct.first, direct.second, fp32.first, fp32.second}) {
    CHECK(error <= kernel_tolerance);
  }
  for (const double error : {tf32.first, tf32.second}) CHECK(error < 1e-5);
  for (const double error : {bf16.first, bf16.second}) CHECK(error < 1e-3);
  if (chosen_gemm() == GemmChoice::tiled) return;  // whose products are exact
  for (const double error : {tf32.first, tf32.second}) check_rounded(error, 1e-9);
  for (const double error : {bf16.first, bf16.second}) check_rounded(error, 1e-7);
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

}  // namespace cuda_attention_edges_test
