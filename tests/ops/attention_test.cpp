// attention_test.cpp: attention, self_attention and attention_composed are the formula, for every
// length around the registers and blocks of the kernel, with gradients to q, k and v, written and
// added; and what they refuse.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "any_threads.h"
#include "backend/backend.h"
#include "element.h"
#include "error_of.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "on_device.h"
#include "ops/compare.h"

namespace attention_test {
namespace {

using namespace holo;

using namespace compare;

constexpr double tolerance = sizeof(real) == 4 ? 5e-6 : 1e-12;
constexpr Near check_near{tolerance};
constexpr double inf = std::numeric_limits<double>::infinity();

struct Sizes {
  Index B, Tq, Tk, H, Hkv, D;
  bool causal;
  double scale = 0;

  AttentionOptions options() const { return {H, Hkv, causal, scale}; }
  Shape q() const { return {B, Tq, H * D}; }
  Shape k() const { return {B, Tk, Hkv * D}; }
  std::string text() const {
    return "B " + std::to_string(B) + ", Tq " + std::to_string(Tq) + ", Tk " + std::to_string(Tk) +
           ", H " + std::to_string(H) + ", Hkv " + std::to_string(Hkv) + ", D " +
           std::to_string(D) + (causal ? ", causal" : "");
  }
};

struct Arrays {
  Doubles y, dq, dk, dv;
};

// The formula in double, one number at a time.
Arrays expected(const Sizes& s, const Doubles& q, const Doubles& k, const Doubles& v,
                const Doubles& dy) {
  Arrays a{Doubles(q.size()), Doubles(q.size()), Doubles(k.size()), Doubles(k.size())};
  const double scale = s.scale != 0 ? s.scale : 1 / std::sqrt(static_cast<double>(s.D));
  for (Index row = 0; row < s.B * s.H * s.Tq; ++row) {
    const Index t = row % s.Tq, h = row / s.Tq % s.H, b = row / s.Tq / s.H;
    const auto q_at = static_cast<std::size_t>(((b * s.Tq + t) * s.H + h) * s.D);
    const auto k_at = [&](Index j) {
      return static_cast<std::size_t>(((b * s.Tk + j) * s.Hkv + h / (s.H / s.Hkv)) * s.D);
    };
    const auto D = static_cast<std::size_t>(s.D);
    const Index keys = s.causal ? t + s.Tk - s.Tq + 1 : s.Tk;
    Doubles p(static_cast<std::size_t>(keys)), dp(p.size());
    double top = -inf, total = 0, mean = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      for (std::size_t d = 0; d < D; ++d) {
        p[j] += scale * q[q_at + d] * k[k_at(static_cast<Index>(j)) + d];
        dp[j] += dy[q_at + d] * v[k_at(static_cast<Index>(j)) + d];
      }
      top = std::max(top, p[j]);
    }
    for (double& x : p) total += x = std::exp(x - top);
    for (std::size_t j = 0; j < p.size(); ++j) mean += (p[j] /= total) * dp[j];
    for (std::size_t j = 0; j < p.size(); ++j) {
      const std::size_t at = k_at(static_cast<Index>(j));
      const double ds = scale * p[j] * (dp[j] - mean);
      for (std::size_t d = 0; d < D; ++d) {
        a.y[q_at + d] += p[j] * v[at + d];
        a.dv[at + d] += p[j] * dy[q_at + d];
        a.dq[q_at + d] += ds * k[at + d];
        a.dk[at + d] += ds * q[q_at + d];
      }
    }
  }
  return a;
}

// Rows of q, k and v side by side.
Doubles side_by_side(const Sizes& s, const Doubles& q, const Doubles& k, const Doubles& v) {
  Doubles all;
  const auto C = static_cast<std::ptrdiff_t>(s.H * s.D);
  const auto C_kv = static_cast<std::ptrdiff_t>(s.Hkv * s.D);
  for (std::ptrdiff_t row = 0; row < s.B * s.Tk; ++row) {
    all.insert(all.end(), q.begin() + row * C, q.begin() + (row + 1) * C);
    all.insert(all.end(), k.begin() + row * C_kv, k.begin() + (row + 1) * C_kv);
    all.insert(all.end(), v.begin() + row * C_kv, v.begin() + (row + 1) * C_kv);
  }
  return all;
}

using Attention = Tensor (*)(const Tensor&, const Tensor&, const Tensor&, const AttentionOptions&);

// Value and gradients, of which `grads` says which are asked for; then a second time, which adds.
void check_three(Attention f, const Sizes& s, const Arrays& want, int grads = 7) {
  Tensor leaves[] = {values(s.q(), 1), values(s.k(), 2), values(s.k(), 3)};
  const Doubles* const gradients[] = {&want.dq, &want.dk, &want.dv};
  for (int i = 0; i < 3; ++i) leaves[i].set_requires_grad((grads >> i & 1) != 0);
  const Tensor y = f(leaves[0], leaves[1], leaves[2], s.options());
  REQUIRE(y.shape() == s.q());
  check_near("y", y, want.y);
  for (const double times : {1.0, 2.0}) {
    y.backward(values(s.q(), 4), true);
    for (int i = 0; i < 3; ++i) {
      CAPTURE(i);
      CHECK(leaves[i].grad().defined() == ((grads >> i & 1) != 0));
      if ((grads >> i & 1) != 0) check_near("gradient", leaves[i].grad(), *gradients[i], times);
    }
  }
}

void check_attention(const Sizes& s, bool composed = true) {
  CAPTURE(s.text());
  const Doubles q = numbers(s.q().numel(), 1), k = numbers(s.k().numel(), 2);
  const Doubles v = numbers(s.k().numel(), 3);
  const Arrays want = expected(s, q, k, v, numbers(s.q().numel(), 4));
  check_three(attention, s, want);
  if (composed) check_three(attention_composed, s, want);
  if (s.Tq != s.Tk) return;
  const Shape shape{s.B, s.Tq, (s.H + 2 * s.Hkv) * s.D};
  Tensor qkv = tensor_of(shape, side_by_side(s, q, k, v));
  qkv.set_requires_grad();
  const Tensor y = self_attention(qkv, s.options());
  REQUIRE(y.shape() == s.q());
  check_near("y of self_attention", y, want.y);
  for (const double times : {1.0, 2.0}) {
    y.backward(values(s.q(), 4), true);
    check_near("dqkv", qkv.grad(), side_by_side(s, want.dq, want.dk, want.dv), times);
  }
}

// On the CUDA device every third length and head size: its kernels know blocks of 8 rows, tiles of
// 32 keys and parts of 32 channels, and cuda_attention_test.cpp has the sizes around those.
Index step() { return default_device() == Device::cuda ? 3 : 1; }

}  // namespace

TEST_CASE("attention: every length, causal or not") {
  for (Index T = 1; T <= 70; T += step()) {
    const bool composed = T % 9 == 1;
    for (const bool causal : {true, false}) {
      check_attention({2, T, T, 2, 2, 3, causal}, composed);
      check_attention({1, T, T, 1, 1, 20, causal}, composed);
    }
  }
}

TEST_CASE("attention: every head size") {
  for (Index D = 1; D <= 67; D += step()) {
    const bool composed = D % 9 == 1;
    for (const bool causal : {true, false}) {
      check_attention({1, 19, 19, 2, 2, D, causal}, composed);
      check_attention({2, 37, 37, 2, 1, D, causal}, composed);
    }
  }
}

TEST_CASE("attention: more keys than queries, and fewer where nothing is hidden") {
  for (const Index D : {1, 4, 8, 16, 33}) {
    if (D != 4 && default_device() == Device::plain) continue;  // its loops know no registers
    if (D != 4 && D != 33 && default_device() == Device::cuda) continue;
    for (const Index Tq : {1, 2, 15, 16, 17, 31, 32, 33, 65}) {
      for (const Index Tk : {1, 2, 15, 17, 32, 40, 64, 65, 130}) {
        check_attention({2, Tq, Tk, 2, 1, D, false}, D == 4 && Tk != 64);
        if (Tk >= Tq) check_attention({2, Tq, Tk, 2, 1, D, true}, D == 4 && Tk != 64);
      }
    }
  }
}

TEST_CASE("attention: heads of queries that share a head of keys, and a scale of one's own") {
  for (const auto& [H, Hkv] :
       {std::pair<Index, Index>{1, 1}, {4, 4}, {4, 2}, {4, 1}, {6, 3}, {6, 2}, {7, 1}}) {
    for (const double scale : {0.0, 1.0, 0.3, -0.7}) {
      if (scale > 0 && default_device() == Device::cuda)
        continue;  // there it is a factor as any other
      for (const Index T : {5, 16, 35}) {
        check_attention({2, T, T, H, Hkv, 4, true, scale});
        check_attention({2, T, T, H, Hkv, 17, false, scale});
      }
    }
  }
}

// Heads that share a register, with a last register that is not full; on either side of the lengths
// that have a kernel of their own.
TEST_CASE("attention: short sequences of narrow heads") {
  for (const Index D : {2, 4}) {
    for (Index T = 1; T <= 18; ++T) {
      for (const Index H : {1, 3, 4, 9}) check_attention({2, T, T, H, H, D, true}, false);
      check_attention({1, T, 16, 4, 4, D, false}, false);
      check_attention({1, 16, T, 4, 4, D, false}, false);
      if (T <= 16) check_attention({1, T, 16, 5, 5, D, true}, false);
    }
    check_attention({1, 70, 3, 3, 3, D, false}, false);
  }
}

TEST_CASE("attention: long sequences and large batches") {
  check_attention({1, 300, 300, 2, 2, 64, true}, false);
  check_attention({1, 300, 300, 1, 1, 4, true}, false);
  check_attention({9, 64, 64, 4, 2, 32, true}, false);
  check_attention({70, 16, 16, 4, 4, 4, true}, false);
}

TEST_CASE("attention: nothing in it") {
  for (const Sizes& s :
       {Sizes{0, 3, 3, 2, 2, 4, true}, Sizes{2, 0, 0, 2, 2, 4, true}, Sizes{2, 3, 3, 2, 2, 0, true},
        Sizes{2, 0, 3, 2, 1, 4, true}, Sizes{2, 3, 0, 2, 1, 4, false},
        Sizes{2, 0, 3, 2, 1, 4, false}, Sizes{2, 0, 0, 2, 1, 4, false}}) {
    check_attention(s);
  }
}

TEST_CASE("attention: only the gradients that are asked for") {
  for (const Sizes& s : {Sizes{2, 5, 7, 2, 1, 4, true}, Sizes{1, 40, 50, 2, 2, 24, true}}) {
    const Arrays want = expected(s, numbers(s.q().numel(), 1), numbers(s.k().numel(), 2),
                                 numbers(s.k().numel(), 3), numbers(s.q().numel(), 4));
    for (int grads = 1; grads < 8; ++grads) check_three(attention, s, want, grads);
  }
}

TEST_CASE("attention: one tensor in several places gets all its gradients") {
  const int places[][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}};
  for (const auto& place : places) {
    for (const Sizes& s : {Sizes{2, 5, 5, 2, 2, 3, true}, Sizes{1, 40, 40, 2, 2, 20, false}}) {
      const Doubles x[] = {numbers(s.q().numel(), 1), numbers(s.q().numel(), 2)};
      const Arrays want =
          expected(s, x[place[0]], x[place[1]], x[place[2]], numbers(s.q().numel(), 4));
      const Doubles* const parts[] = {&want.dq, &want.dk, &want.dv};
      Doubles total[] = {Doubles(x[0].size()), Doubles(x[0].size())};
      for (int i = 0; i < 3; ++i) {
        for (std::size_t e = 0; e < x[0].size(); ++e) total[place[i]][e] += (*parts[i])[e];
      }
      Tensor leaves[] = {values(s.q(), 1).set_requires_grad(),
                         values(s.q(), 2).set_requires_grad()};
      const Tensor y = attention(leaves[place[0]], leaves[place[1]], leaves[place[2]], s.options());
      check_near("y", y, want.y);
      for (const double times : {1.0, 2.0}) {
        y.backward(values(s.q(), 4), true);
        check_near("first", leaves[0].grad(), total[0], times);
        if (leaves[1].grad().defined()) check_near("second", leaves[1].grad(), total[1], times);
      }
    }
  }
}

TEST_CASE("attention: large scores neither overflow nor lose the row") {
  for (const Index D : {4, 32}) {
    Tensor q = zeros({1, 3, D}), k = zeros({1, 3, D}), v = zeros({1, 3, D});
    for (Index t = 0; t < 3; ++t) {
      set_element(q, t * D, 1);
      set_element(k, t * D, t == 1 ? real(1e4) : real(-1e4));
      set_element(v, t * D, static_cast<real>(t + 1));
    }
    for (Tensor* leaf : {&q, &k, &v}) leaf->set_requires_grad();
    const Tensor y = attention(q, k, v, {1, 0, true, 1});
    CHECK(y.at({0, 0, 0}) == 1);
    CHECK(y.at({0, 1, 0}) == 2);
    CHECK(y.at({0, 2, 0}) == 2);
    y.backward(ones({1, 3, D}));
    for (const Tensor& leaf : {q, k}) {
      for (const real g : leaf.grad().to_vector()) CHECK(g == 0);
    }
    CHECK(v.grad().at({0, 0, 0}) == 1);
    CHECK(v.grad().at({0, 1, 0}) == 2);
    CHECK(v.grad().at({0, 2, 0}) == 0);
  }
}

TEST_CASE("attention: a small probability counts, down to the smallest normal number") {
  const double largest = sizeof(real) == 4 ? 85 : 700;
  for (const Index D : {4, 32}) {
    for (const double gap : {5.0, 15.0, 21.0, 30.0, 50.0, 70.0, largest}) {
      CAPTURE(D);
      CAPTURE(gap);
      // p = e^-gap for the second key, times a value of e^gap
      Tensor q = zeros({1, 1, D}), k = zeros({1, 2, D}), v = zeros({1, 2, D});
      set_element(q, 0, 1);
      set_element(k, D, static_cast<real>(-gap));
      set_element(v, D, static_cast<real>(std::exp(gap)));
      v.set_requires_grad();
      const Tensor y = attention(q, k, v, {1, 0, false, 1});
      const double p = std::exp(-gap) / (1 + std::exp(-gap));
      CHECK(static_cast<double>(y.at({0, 0, 0})) ==
            doctest::Approx(p * std::exp(gap)).epsilon(1e-4));
      y.backward(ones({1, 1, D}));
      CHECK(static_cast<double>(v.grad().at({0, 1, 0})) / p == doctest::Approx(1).epsilon(1e-4));
    }
  }
}

TEST_CASE("attention: each query goes back from the scores of its own row") {
  // One key, so p = 1. The scores of two rows differ by 1000 or more: e^(score - the log of the sum
  // of another row) is 0 or overflows.
  for (const Index D : {4, 32}) {
    const Index B = 2, Tq = 3, H = 4, Hkv = 2;
    Tensor q = zeros({B, Tq, H * D}), k = zeros({B, 1, Hkv * D}), v = zeros({B, 1, Hkv * D});
    for (Index row = 0; row < B * Tq * H; ++row) {
      set_element(q, row * D, static_cast<real>(1000 * row));
    }
    for (Index row = 0; row < B * Hkv; ++row) set_element(k, row * D, 1);
    for (Tensor* leaf : {&q, &k, &v}) leaf->set_requires_grad();
    attention(q, k, v, {H, Hkv, false, 1}).backward(ones(q.shape()));
    for (const Tensor& leaf : {q, k}) {
      for (const real g : leaf.grad().to_vector()) CHECK(g == 0);
    }
    for (const real g : v.grad().to_vector()) CHECK(g == static_cast<real>(Tq * H / Hkv));
  }
}

TEST_CASE("attention: large scores cost the gradients no digits") {
  const double large = sizeof(real) == 4 ? 1e4 : 1e12;  // where the log of their sum is rounded
  for (const Index D : {2, 40}) {                       // all but the first channel are 0
    Tensor q = zeros({1, 1, D}), k = zeros({1, 3, D}), v = zeros({1, 3, D});
    const double scores[] = {large + 0.25, large - 0.5, large - 1.25}, values_of[] = {1, -2, 0.5};
    set_element(q, 0, 1);
    for (Index j = 0; j < 3; ++j) {
      set_element(k, j * D, static_cast<real>(scores[j]));
      set_element(v, j * D, static_cast<real>(values_of[j]));
    }
    for (Tensor* leaf : {&q, &k, &v}) leaf->set_requires_grad();
    attention(q, k, v, {1, 0, false, 1}).backward(ones({1, 1, D}));
    double p[3], total = 0, mean = 0;
    for (int j = 0; j < 3; ++j) total += p[j] = std::exp(scores[j] - scores[0]);
    for (int j = 0; j < 3; ++j) mean += (p[j] /= total) * values_of[j];
    for (Index j = 0; j < 3; ++j) {
      const auto dv = static_cast<double>(v.grad().at({0, j, 0}));
      const auto dk = static_cast<double>(k.grad().at({0, j, 0}));
      CHECK(std::fabs(dv - p[j]) < tolerance);
      CHECK(std::fabs(dk - p[j] * (values_of[j] - mean)) < tolerance);
    }
  }
}

TEST_CASE("attention: the kernel keeps the log of the sum of exponentials of each row") {
  const OnDevice on_cpu(Device::cpu);
  for (const Index D : {3, 17}) {
    const Index B = 2, Tq = 37, Tk = 40, H = 4, Hkv = 2;
    const Tensor q = values({B, Tq, H * D}, 1), k = values({B, Tk, Hkv * D}, 2);
    Tensor y = zeros({B, Tq, H * D}), lse = zeros({B, H, Tq});
    AttentionSizes s{};
    s.B = B, s.Tq = Tq, s.Tk = Tk, s.H = H, s.Hkv = Hkv, s.D = D;
    s.q_row = H * D, s.q_batch = Tq * H * D;
    s.k_row = s.v_row = Hkv * D, s.k_batch = s.v_batch = Tk * Hkv * D;
    s.scale = real(0.5), s.causal = true;
    cpu().attention(y.node().data, lse.node().data, q.data(), k.data(), k.data(), s);
    Doubles want;
    for (Index row = 0; row < B * H * Tq; ++row) {
      const Index t = row % Tq, h = row / Tq % H, b = row / Tq / H;
      double total = 0;
      for (Index j = 0; j <= t + Tk - Tq; ++j) {
        double score = 0;
        for (Index d = 0; d < D; ++d) {
          score += static_cast<double>(q.at({b, t, h * D + d})) *
                   static_cast<double>(k.at({b, j, h / 2 * D + d}));
        }
        total += std::exp(0.5 * score);
      }
      want.push_back(std::log(total));
    }
    check_near("lse", lse, want);
  }
}

TEST_CASE("attention: a NaN or an infinity stays with the queries that see it") {
  for (const auto& [D, T] : {std::pair<Index, Index>{4, 40}, {4, 13}, {32, 40}}) {
    for (const double bad : {inf, -inf, std::nan("")}) {
      const Index at = T - 5;
      Tensor k = values({2, T, D}, 1);
      set_element(k, at * D, static_cast<real>(bad));
      const Tensor y = attention(ones({2, T, D}), k, values({2, T, D}, 2), {1, 0, true, 0});
      for (Index t = 0; t < 2 * T; ++t) {
        const bool finite = std::isfinite(y.at({t / T, t % T, 0}));
        CAPTURE(t);
        if (t < at || t >= T) CHECK(finite);
        if (t >= at && t < T) CHECK(finite == (bad == -inf));  // e^-inf is 0
      }
    }
  }
}

// Not on the cpu, whose registers have keys in them that are not seen: 0 times NaN; nor on a device
// that is made of its kernels, as `cuda` in a build without CUDA.
TEST_CASE("attention: a score that overflows spoils the gradients of its query and keys alone") {
  const bool has_cuda = build_info().find("CUDA") != std::string::npos;
  if (default_device() == Device::cpu || (default_device() == Device::cuda && !has_cuda)) return;
  const double large = std::sqrt(static_cast<double>(std::numeric_limits<real>::max()));
  const Index T = 40, D = 4, query = 10, key = 3;
  Tensor leaves[] = {zeros({1, T, D}), zeros({1, T, D}), values({1, T, D}, 2)};
  set_element(leaves[0], query * D, static_cast<real>(4 * large));
  set_element(leaves[1], key * D, static_cast<real>(4 * large));
  for (Tensor& leaf : leaves) leaf.set_requires_grad();
  attention(leaves[0], leaves[1], leaves[2], {1, 0, true, 0}).backward(values({1, T, D}, 4));
  for (Index t = 0; t < T; ++t) {
    CAPTURE(t);
    CHECK(std::isfinite(leaves[0].grad().at({0, t, 0})) == (t != query));
    CHECK(std::isfinite(leaves[1].grad().at({0, t, 0})) == (t > query));
    CHECK(std::isfinite(leaves[2].grad().at({0, t, 0})) == (t > query));
  }
}

TEST_CASE("attention: the same bits for any number of threads") {
  for (const Sizes& s : {Sizes{32, 16, 16, 4, 4, 4, true}, Sizes{99, 9, 9, 9, 9, 2, true},
                         Sizes{3, 64, 64, 4, 2, 32, true}, Sizes{1, 70, 90, 6, 3, 17, false},
                         Sizes{9, 40, 40, 3, 1, 5, true}}) {
    check_same_bits([&] {
      const Tensor leaves[] = {values(s.q(), 1).set_requires_grad(),
                               values(s.k(), 2).set_requires_grad(),
                               values(s.k(), 3).set_requires_grad()};
      const Tensor y = attention(leaves[0], leaves[1], leaves[2], s.options());
      y.backward(values(s.q(), 4));
      return all_numbers(y, leaves);
    });
  }
}

TEST_CASE("attention: a change of what the backward reads is noticed") {
  for (int changed = 0; changed < 4; ++changed) {
    Tensor leaves[] = {values({1, 3, 4}, 1), values({1, 3, 4}, 2), values({1, 3, 4}, 3)};
    for (Tensor& leaf : leaves) leaf.set_requires_grad();
    Tensor y = attention(leaves[0], leaves[1], leaves[2], {2, 0, true, 0});
    Tensor qkv = values({1, 3, 12}, 5).set_requires_grad();
    Tensor z = self_attention(qkv, {2, 0, true, 0});
    {
      const NoGrad no_grad;
      (changed < 3 ? leaves[changed] : y).fill_(2);
      (changed == 0 ? qkv : z).fill_(2);
    }
    CHECK_THROWS_AS(y.backward(ones({1, 3, 4})), Error);
    CHECK_THROWS_AS(z.backward(ones({1, 3, 4})), Error);
  }
}

TEST_CASE("attention: what is refused") {
  const auto call = [](const Shape& q, const Shape& k, const Shape& v, AttentionOptions options) {
    return [=] { attention(zeros(q), zeros(k), zeros(v), options); };
  };
  const Shape x{2, 5, 8};
  check_error<UsageError>("attention: n_head 0; expected 1 or more. Try: 1",
                          call(x, x, x, {0, 0, true, 0}));
  check_error<UsageError>(
      "attention: n_kv_head 3 for n_head 4; expected a divisor of n_head, or 0 for as many. Try: "
      "n_kv_head 0, or 1",
      call(x, x, x, {4, 3, true, 0}));
  check_error<UsageError>(
      "attention: n_kv_head -1 for n_head 4; expected a divisor of n_head, or 0 for as many. Try: "
      "n_kv_head 0, or 1",
      call(x, x, x, {4, -1, true, 0}));
  for (const double scale : {inf, -inf, std::nan("")}) {
    CHECK_THROWS_AS(call(x, x, x, {4, 0, true, scale})(), UsageError);
  }
  check_error<ShapeError>(
      "attention: q [5,8]; expected three dimensions: batch, time, channels. Try: unsqueeze(x, "
      "0), which makes a batch of one",
      call({5, 8}, x, x, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: v [2,5,4,2]; expected three dimensions: batch, time, channels. Try: reshape",
      call(x, x, {2, 5, 4, 2}, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: [2,5,65]: 65 channels are not divisible by 4 heads; expected q [B, T, n_head "
      "D]. Try: 64 or 68 channels",
      call({2, 5, 65}, x, x, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: q [2,5,8], k [2,5,4], v [2,5,8]: dimension 2 of k is 4; expected k [2,5,8], for "
      "4 heads of 2 channels. Try: n_kv_head says how many heads k and v have",
      call(x, {2, 5, 4}, x, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: q [2,5,8], k [2,6,8], v [2,5,8]: dimension 1 of v is 5; expected v [2,6,8], for "
      "4 heads of 2 channels. Try: k and v of one length, and the batch of q",
      call(x, {2, 6, 8}, x, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: q [2,5,8], k [3,5,8], v [2,5,8]: dimension 0 of k is 3; expected k [2,5,8], for "
      "4 heads of 2 channels. Try: k and v of one length, and the batch of q",
      call(x, {3, 5, 8}, x, {4, 0, true, 0}));
  check_error<ShapeError>(
      "attention: q [2,5,8], k [2,3,8]: causal, with 5 queries and 3 keys; expected at least as "
      "many keys as queries, so that each sees one. Try: causal = false, or fewer queries",
      call(x, {2, 3, 8}, {2, 3, 8}, {4, 0, true, 0}));
  check_error<ShapeError>(
      "self_attention: [2,5,8]: 8 channels are not divisible by 6 heads; expected qkv [B, T, "
      "(n_head + 2 n_kv_head) D]. Try: 6 or 12 channels",
      [&] {
        self_attention(zeros(x), {2, 0, true, 0});
      });
  check_error<ShapeError>(
      "self_attention: qkv [5]; expected three dimensions: batch, time, channels. Try: reshape",
      [&] {
        self_attention(zeros({5}), {2, 0, true, 0});
      });
  CHECK_THROWS_AS(self_attention(zeros({1, 1, 0}), {Index{1} << 62, 0, true, 0}), ShapeError);
}

}  // namespace attention_test
