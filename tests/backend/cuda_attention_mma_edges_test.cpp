// cuda_attention_mma_edges_test.cpp: what attention by tensor cores promises besides its formula:
// where a number that is not finite goes, its bits, the backward that follows it, and when it is
// taken.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "backend/attention_mma_case.h"
#include "backend/cuda/attention_choice.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_attention_mma_edges_test {

using namespace attention_mma_case;

namespace {

real& at(Reals& x, Index i) { return x[static_cast<std::size_t>(i)]; }

}  // namespace

TEST_CASE("cuda attention by mma: a NaN or an infinity stays with the queries that see it") {
  if (no_mma()) return;
  constexpr Index D = 5;
  constexpr real largest = std::numeric_limits<real>::max();  // bf16 has no number near it
  for (const real bad : {real(NAN), real(INFINITY), -real(INFINITY), largest}) {
    CAPTURE(bad);
    for (const Index place : {3, 37, 70, 99}) {
      for (const int where : {0, 1, 2}) {
        if (bad == largest && where != 1) continue;
        CAPTURE(where);
        CAPTURE(place);
        Case c(2, 80, 100, 2, 1, D, true, 0);
        if (where == 0) at(c.k, place * D) = bad;
        if (where == 1) at(c.v, place * D) = bad;
        if (where == 2) at(c.q, place / 2 * 2 * D) = bad;
        const Results want = c.plain_results(true), got = c.results(forward_way(), true);
        std::size_t elsewhere = 0, wrong = 0;
        for (std::size_t i = 0; i < got.y.size(); ++i) {
          const bool finite = std::isfinite(want.y[i]);
          elsewhere += std::isfinite(got.y[i]) != finite ? 1 : 0;
          wrong +=
              finite && std::fabs(got.y[i] - want.y[i]) > real(0.05) * (1 + std::fabs(want.y[i]));
        }
        CHECK(elsewhere == 0);
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("cuda attention by mma: a NaN that all queries see changes no bits of other channels") {
  if (no_mma()) return;
  Case c(1, 64, 192, 1, 1, 8, true, 0);  // all see 129 keys
  const Results before = c.results(forward_way(), true);
  at(c.v, 100 * 8 + 3) = real(NAN);
  const Results after = c.results(forward_way(), true);
  for (std::size_t i = 0; i < before.y.size(); ++i) {
    if (i % 8 == 3) {
      CHECK(std::isnan(after.y[i]));
    } else {
      CHECK(after.y[i] == before.y[i]);
    }
  }
}

TEST_CASE("cuda attention by mma: both backwards take its y and lse") {
  if (no_mma()) return;
  Way with_direct = mma_way();
  with_direct.backward = direct_way().backward;
  for (const Case& c : {Case(2, 70, 85, 6, 3, 20, true, 3), Case(1, 40, 100, 1, 1, 64, false, 0)}) {
    for (const Way& way : {mma_way(), with_direct}) {
      const Results want = c.plain_results(false), got = c.results(way, false);
      CHECK(distance(got.dq, want.dq) <= bf16_tolerance);
      CHECK(distance(got.dk, want.dk) <= bf16_tolerance);
      CHECK(distance(got.dv, want.dv) <= bf16_tolerance);
    }
  }
}

TEST_CASE("cuda attention by mma: ten runs give the same bits") {
  if (no_mma()) return;
  const Case c(1, 80, 80, 4, 2, 40, true, 0);
  const Results first = c.results(forward_way(), false);
  for (int run = 1; run < 10; ++run) {
    const Results again = c.results(forward_way(), false);
    CHECK(again.y == first.y);
    CHECK(again.lse == first.lse);
  }
}

TEST_CASE("cuda attention by mma: only where bf16 is asked for") {
  if (no_mma() || chosen_attention() != AttentionKernel::automatic) return;
  const OnDevice on_cuda(Device::cuda);
  const Case c(1, 256, 256, 4, 4, 64, true, 0);
  const Way chosen{
      "chosen",
      [](const auto& a, const auto& s) { cuda()->attention(a.y, a.lse, a.q, a.k, a.v, s); },
      [](const auto&, const auto&) {}};
  const Results mma = c.results(forward_way(), true), fp32 = c.results(chosen, true);
  set_matmul_precision(MatmulPrecision::tf32);
  const Results tf32 = c.results(chosen, true);
  set_matmul_precision(MatmulPrecision::bf16);
  const Results bf16 = c.results(chosen, true);
  set_matmul_precision(MatmulPrecision::fp32);
  CHECK(bf16.y == mma.y);
  CHECK(bf16.lse == mma.lse);
  CHECK(tf32.y != mma.y);
  CHECK(fp32.y != mma.y);
}

}  // namespace cuda_attention_mma_edges_test
