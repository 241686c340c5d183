// cuda_attention_mma_test.cpp: attention by tensor cores. It agrees with the plain one as far as
// bf16 lets it, and with the formula in double closely, when that gets the rounded inputs: no
// element of a fragment may stand in the place of another. What it promises of NaN, of its bits and
// of the backward.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "backend/attention_case.h"
#include "backend/cuda/attention_choice.h"
#include "holo/matmul_precision.h"
#include "on_device.h"

namespace cuda_attention_mma_test {

using namespace attention_case;

namespace {

bool no_mma() {
  if (no_cuda()) return true;
  AttentionSizes s{};
  s.D = 64;
  const bool can = cuda_attention::can_mma(s);
  if (!can) MESSAGE("skipped: no tensor cores for bf16, or real is double");
  return !can;
}

Way forward_way() {
  Way way = mma_way();
  way.backward = [](const auto&, const auto&) {};
  return way;
}

real& at(Reals& x, Index i) { return x[static_cast<std::size_t>(i)]; }
double at(const Reals& x, Index i) { return double(x[static_cast<std::size_t>(i)]); }

// The nearest number of 8 bits, of two the even one.
double rounded(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(fraction * 256), exponent - 8);
}

// The formula for query t of head h, in double, of rounded q, k and v. `sizes`: y of |v|, the size
// of the terms of y.
struct Formula {
  std::vector<double> y, sizes;
  double lse = 0;

  Formula(const Case& c, Index b, Index h, Index t)
      : y(static_cast<std::size_t>(c.s.D)), sizes(static_cast<std::size_t>(c.s.D)) {
    const AttentionSizes& s = c.s;
    const Index h_kv = h / (s.H / s.Hkv), seen = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
    double total = 0;
    for (Index j = 0; j < seen; ++j) {
      double score = 0;
      for (Index d = 0; d < s.D; ++d) {
        score += rounded(at(c.q, b * s.q_batch + t * s.q_row + h * s.D + d)) *
                 rounded(at(c.k, b * s.k_batch + j * s.k_row + h_kv * s.D + d));
      }
      const double p = std::exp(double(s.scale) * score);
      total += p;
      for (Index d = 0; d < s.D; ++d) {
        const double v = rounded(at(c.v, b * s.v_batch + j * s.v_row + h_kv * s.D + d));
        y[static_cast<std::size_t>(d)] += p * v;
        sizes[static_cast<std::size_t>(d)] += p * std::fabs(v);
      }
    }
    for (double& x : y) x /= total;
    for (double& x : sizes) x /= total;
    lse = std::log(total);
  }
};

// What rounding leaves: of each share 2^-8 of it, and of sums in float a little of their size: it
// is not said how tensor cores round those.
constexpr double of_shares = 1.0 / 256 + 1e-4, of_sums = 2e-5;

void check_formula(const Case& c, const Results& got) {
  const AttentionSizes& s = c.s;
  double worst = 0, worst_lse = 0;
  for (Index row = 0; row < s.B * s.H * s.Tq; ++row) {
    const Index t = row % s.Tq, h = row / s.Tq % s.H, b = row / s.Tq / s.H;
    const Formula want(c, b, h, t);
    const double lse = at(got.lse, row), size = 1 + std::fabs(want.lse);
    worst_lse = std::isnan(lse) ? INFINITY : std::fmax(worst_lse, std::fabs(lse - want.lse) / size);
    for (Index d = 0; d < s.D; ++d) {
      const double y = at(got.y, ((b * s.Tq + t) * s.H + h) * s.D + d);
      const auto place = static_cast<std::size_t>(d);
      if (std::isnan(y)) worst = INFINITY;
      worst = std::fmax(worst, std::fabs(y - want.y[place]) / want.sizes[place]);
    }
  }
  CHECK(worst <= of_shares);
  CHECK(worst_lse <= of_sums);
}

// As far as bf16 lets them agree: the mean of the squares of errors, of that of the numbers.
constexpr double bf16_tolerance = 1e-3;

void check(const Case& c) {
  CAPTURE(c.text());
  const Results want = c.plain_results(true), got = c.results(forward_way(), true);
  check_formula(c, got);
  CHECK(distance(got.y, want.y) <= bf16_tolerance);
  CHECK(distance(got.lse, want.lse) <= bf16_tolerance);
}

}  // namespace

TEST_CASE("cuda attention by mma: heads of any width") {
  if (no_mma()) return;
  for (const Index D : {1, 5, 16, 31, 32, 33, 40, 64, 66, 80, 96, 100, 128}) {
    check({2, 20, 20, 2, 2, D, true, 0});
    check({1, 20, 70, 2, 1, D, false, 1});
  }
  AttentionSizes s{};
  s.D = 129;
  CHECK(!cuda_attention::can_mma(s));
}

TEST_CASE("cuda attention by mma: lengths around the 16 queries of a warp and the 64 of a block") {
  if (no_mma()) return;
  for (const Index Tq : {1, 15, 16, 17, 63, 64, 65, 130}) {
    for (const Index Tk : {1, 16, 63, 64, 65, 130, 200}) {
      if (Tq <= Tk) check({1, Tq, Tk, 1, 1, 8, true, 0});
      check({1, Tq, Tk, 1, 1, 8, false, 0});
    }
  }
}

TEST_CASE("cuda attention by mma: heads that share a head of keys, gaps, rows that are no packs") {
  if (no_mma()) return;
  for (const Index gap : {0, 2, 3, 4}) {
    check({2, 20, 20, 6, 2, 8, true, gap});
    check({2, 70, 85, 6, 3, 20, true, gap});
    check({3, 1, 85, 4, 1, 33, true, gap});
  }
}

TEST_CASE("cuda attention by mma: equal scores, and values that are whole, give exact means") {
  if (no_mma()) return;
  Case c(1, 130, 130, 1, 1, 128, true, 0);
  for (real& x : c.q) x = 0;
  for (Index i = 0; i < 130 * 128; ++i) at(c.v, i) = real((i * 37 + i / 128 * 11) % 255 - 127);
  const Results got = c.results(forward_way(), true);
  std::vector<double> sum(128);
  std::size_t wrong = 0;
  for (Index t = 0; t < 130; ++t) {
    for (Index d = 0; d < 128; ++d) {
      double& total = sum[static_cast<std::size_t>(d)];
      total += at(c.v, t * 128 + d);
      wrong += std::fabs(at(got.y, t * 128 + d) - total / double(t + 1)) > 2e-5 ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("cuda attention by mma: a key that comes late and wins, scores of minus infinity") {
  if (no_mma()) return;
  for (const int form : {0, 1, 2}) {
    Case c(1, 3, 130, 1, 1, 4, false, 0);
    for (Index j = 0; j < 130; ++j) {
      const double size = form == 1 ? 130 - double(j) : double(j);
      for (Index d = 0; d < 4; ++d) at(c.k, j * 4 + d) = real(size / 10);
      if (form == 2 && j < 70) at(c.k, j * 4) = -real(INFINITY);
    }
    for (real& x : c.q) x = std::fabs(x);
    CAPTURE(form);
    const Results want = c.plain_results(true), got = c.results(forward_way(), true);
    CHECK(distance(got.y, want.y) <= bf16_tolerance);
    CHECK(distance(got.lse, want.lse) <= bf16_tolerance);
    if (form != 2) check_formula(c, got);
  }
}

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

}  // namespace cuda_attention_mma_test
