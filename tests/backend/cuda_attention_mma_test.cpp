// cuda_attention_mma_test.cpp: attention by tensor cores. It agrees with the plain one as far as
// bf16 lets it, and with the formula in double closely, when that gets the rounded inputs: no
// element of a fragment may be in the place of another.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "backend/attention_mma_case.h"

namespace cuda_attention_mma_test {

using namespace attention_mma_case;

namespace {

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

}  // namespace cuda_attention_mma_test
