// accuracy_test.cpp: where digits could be lost: long sums, means of large numbers, what cancels in
// norms, logits and scores of any size, small probabilities. Each is compared with the number that
// mathematics gives.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace accuracy_test {
namespace {

using namespace holo;

constexpr bool in_float = sizeof(real) == 4;
// In double plain has no wider type for its sums: it adds one number after the other.
bool plain_in_double() { return !in_float && default_device() == Device::plain; }

// The numbers of a tensor are within `limit` of the largest one wanted.
void check_near(const Tensor& got, const std::vector<double>& want, double limit) {
  REQUIRE(got.defined());
  const std::vector<real> found = got.to_vector();
  REQUIRE(found.size() == want.size());
  double scale = 0, worst = 0;
  for (const double w : want) scale = std::max(scale, std::fabs(w));
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double error = std::fabs(static_cast<double>(found[i]) - want[i]);
    worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
  }
  CHECK(worst <= limit * scale);
}

}  // namespace

TEST_CASE("accuracy: sums of many positive numbers are right to a few roundings") {
  // In float the cpu adds chunks, and plain everything, in double.
  const double roundings = in_float ? 2.5 : plain_in_double() ? 16384 : 64;
  const double limit = roundings * double(std::numeric_limits<real>::epsilon());
  for (const Index n : {4096, 100000, 3000001}) {
    CAPTURE(n);
    const Tensor x = uniform({n}, CounterRandom(1), 0.5, 1.5);
    double want = 0, lost = 0;  // Kahan's sum
    for (const real value : x.to_vector()) {
      const double next = static_cast<double>(value) - lost, sum = want + next;
      lost = (sum - want) - next;
      want = sum;
    }
    CHECK(std::fabs(double(sum(x).item()) / want - 1) <= limit);
    CHECK(std::fabs(double(sum(reshape(x, {n, 1}), 0).item()) / want - 1) <= limit);
    CHECK(std::fabs(double(mean(x).item()) * double(n) / want - 1) <= limit);
  }
  const Tensor columns = sum(full({100000, 3}, real(0.1)), 0);
  for (const real y : columns.to_vector()) {
    CHECK(std::fabs(double(y) / (100000 * double(real(0.1))) - 1) <= limit);
  }
}

TEST_CASE("accuracy: a mean, and a sum, of numbers whose partial sums are too large") {
  const real most = std::numeric_limits<real>::max();
  if (sizeof(real) == sizeof(double)) return;  // sums need a wider number
  for (const Index n : {2, 4, 5000}) {
    CAPTURE(n);
    CHECK(mean(full({n}, most)).item() == most);
    for (const real y : mean(full({n, 3}, most), 0).to_vector()) CHECK(y == most);
    for (const real y : mean(full({n, 3, 2}, most), {0, 2}).to_vector()) CHECK(y == most);
    CHECK(sum(cat({full({n}, most), full({n}, -most)}, 0)).item() == 0);
    CHECK(sum(full({n}, most)).item() == INFINITY);
  }
}

TEST_CASE("accuracy: equal numbers: their mean is theirs, their variance 0") {
  for (const Index n : {2, 3, 7, 49, 1000, 5001}) {
    for (const double value : {0.1, 7.0, 1e4, -1e30}) {
      CAPTURE(n);
      CAPTURE(value);
      const Tensor x = full({n, 5}, real(value)).set_requires_grad();
      for (const real y : var(x, Correction(0)).to_vector()) CHECK(y == 0);
      const Tensor y = var(x);
      CHECK(y.item() == 0);
      y.backward();
      for (const real d : x.grad().to_vector()) CHECK(d == 0);
      if (n < 100 && value == 7) CHECK(mean(x).item() == doctest::Approx(7).epsilon(1e-15));
    }
  }
  // Numbers that differ in their last digits only. In doubles there is no wider type for their
  // mean, so there a few digits more.
  const double step = sizeof(real) == 4 ? 0x1p-10 : 0x1p-16;
  Tensor x = tensor({1e4, 1e4 + step, 1e4 + 3 * step}).set_requires_grad();
  const Tensor y = var(x);
  CHECK(double(y.item()) == doctest::Approx(7.0 / 3 * step * step).scale(0).epsilon(1e-6));
  y.backward();
  CHECK(double(x.grad().at({0})) == doctest::Approx(-4.0 / 3 * step).scale(0).epsilon(1e-6));
}

TEST_CASE(
    "accuracy: in the shortest rows nearly all of the gradient cancels, what is left is right") {
  // What cancels leaves the rounding of its terms where there are no digits to spare.
  const double relative = in_float ? 3e-6 : 1e-14, absolute = plain_in_double() ? 2e-15 : 0;
  constexpr double epsilon = 1e-5;
  const auto rounded = [](double v) { return static_cast<double>(static_cast<real>(v)); };
  const auto check = [relative, absolute](const Tensor& got, double want) {
    CHECK(std::fabs(static_cast<double>(got.item()) - want) <=
          relative * std::fabs(want) + absolute);
  };
  for (const double x : {0.7, -0.31, 2.9}) {
    for (const double d : {1.0, -0.83, 0.123}) {
      for (const double other : {0.3717, -0.9}) {
        // rms_norm of one channel: dx = d gain rstd (1 - xhat^2) = d gain rstd^3 epsilon
        const double number = rounded(x), gain = rounded(other);
        Tensor one = tensor({{x}}).set_requires_grad();
        rms_norm(one, tensor({gain}), epsilon).backward(tensor({{d}}));
        double rstd = 1 / std::sqrt(number * number + epsilon);
        check(one.grad(), rounded(d) * gain * rstd * rstd * rstd * epsilon);
        // layer_norm of two, x and 0: half of the difference of dy gain, and of its opposite
        Tensor two = tensor({{x, 0}}).set_requires_grad();
        layer_norm(two, tensor({1.5, -0.7}), Tensor(), epsilon).backward(tensor({{d, other}}));
        rstd = 1 / std::sqrt(number * number / 4 + epsilon);
        const double half = (rounded(d) * 1.5 + gain * rounded(0.7)) / 2;
        check(slice(two.grad(), 1, 0, 1), half * rstd * rstd * rstd * epsilon);
        check(slice(two.grad(), 1, 1, 2), -half * rstd * rstd * rstd * epsilon);
      }
    }
  }
}

TEST_CASE("accuracy: the variance of a norm is that of the exact mean") {
  // j steps of the last place around 9999.37, j = -3 ... 3: the variance is 4 steps^2. The sum of
  // many such numbers rounds, so that the first mean is steps away.
  const real middle = real(9999.37), step = std::nextafter(middle, real(2e4)) - middle;
  for (const Index C : {7, 77, 140, 301, 700, 770}) {
    CAPTURE(C);
    Tensor x = zeros({1, C});
    for (Index c = 0; c < C; ++c) set_element(x, c, middle + static_cast<real>(c % 7 - 3) * step);
    const std::vector<real> y = layer_norm(x, Tensor(), Tensor(), 0).to_vector();
    for (std::size_t c = 0; c < y.size(); ++c) {
      const double want = (static_cast<double>(c % 7) - 3) / 2;
      CHECK(static_cast<double>(y[c]) == doctest::Approx(want).epsilon(1e-3));
    }
  }
}

TEST_CASE("accuracy: the gradients of gain and bias add up many rows") {
  constexpr Index rows = 100000;
  const double want = rows * static_cast<double>(real(0.1)), limit = 1e-5;
  const Tensor gain = ones({2}).set_requires_grad(), bias = zeros({2}).set_requires_grad();
  const Tensor dy = full({rows, 2}, real(0.1));
  layer_norm(ones({rows, 2}), Tensor(), bias).backward(dy);
  rms_norm(ones({rows, 2}), gain).backward(dy);
  for (const Tensor& sums : {bias.grad(), gain.grad()}) {
    for (const real sum : sums.to_vector()) {
      CHECK(std::fabs(static_cast<double>(sum) / want - 1) <= limit);
    }
  }
}

TEST_CASE(
    "accuracy: embedding and gather: the gradient of one taken very often has all its digits") {
  constexpr Index n = 100000;
  const real want = static_cast<real>(n * static_cast<double>(real(0.1)));
  const Indices index(Shape{n}, std::vector<Index>(n, 1));
  const Tensor table = zeros({3, 1}).set_requires_grad(), x = zeros({3}).set_requires_grad();
  const Tensor rows = zeros({2, 3}).set_requires_grad();
  // The last bit of a float; of a double what a long sum rounds off.
  const auto differs = [=](real found) {
    return std::abs(found - want) > (sizeof(real) == 4 ? 0 : 1e-10 * want);
  };
  const auto check = [=](const Tensor& grad, std::vector<std::size_t> taken) {
    const std::vector<real> all = grad.to_vector();
    for (const std::size_t i : taken) CHECK_FALSE(differs(all[i]));
    CHECK(std::count(all.begin(), all.end(), real(0)) + Index(taken.size()) == Index(all.size()));
  };
  embedding(table, index).backward(full({n, 1}, real(0.1)));
  check(table.grad(), {1});
  gather(x, 0, index).backward(full({n}, real(0.1)));
  check(x.grad(), {1});
  gather(rows, 1, Indices(Shape{2, n}, std::vector<Index>(2 * n, 1)))
      .backward(full({2, n}, real(0.1)));
  check(rows.grad(), {1, 4});
}

TEST_CASE("accuracy: cross_entropy of large logits loses no digits") {
  // A loss that took the logarithm of the sum as one number would round it to 1e-3.
  for (const double shift : {0.0, 8192.0, -8192.0, 1e6}) {
    CAPTURE(shift);
    const double logits[] = {shift + 0.25, shift - 0.5, shift + 1.5};
    const Tensor x = tensor({{logits[0], logits[1], logits[2]}}).set_requires_grad();
    const Tensor loss = cross_entropy(x, {1});
    loss.backward();
    std::vector<double> p;
    double total = 0;
    for (const double z : logits) total += p.emplace_back(std::exp(z - logits[2]));
    for (double& each : p) each /= total;
    check_near(loss, {-std::log(p[1])}, in_float ? 1e-6 : 2e-15);
    check_near(x.grad(), {p[0], p[1] - 1, p[2]}, in_float ? 1e-6 : 2e-15);
  }
}

TEST_CASE("accuracy: small probabilities are not flushed to 0") {
  const Tensor y = softmax(tensor({0, -100}), 0);
  const double want = std::exp(-100.0);
  CHECK(std::fabs(double(y.at({1})) - want) <=
        std::max(1e-6 * want, double(std::numeric_limits<real>::denorm_min())));
}

TEST_CASE("accuracy: attention: a small probability counts, down to the smallest normal number") {
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

TEST_CASE("accuracy: attention: each query goes back from the scores of its own row") {
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

TEST_CASE("accuracy: attention: large scores cost the gradients no digits") {
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
      CHECK(std::fabs(dv - p[j]) < (in_float ? 5e-6 : 1e-12));
      CHECK(std::fabs(dk - p[j] * (values_of[j] - mean)) < (in_float ? 5e-6 : 1e-12));
    }
  }
}

TEST_CASE("accuracy: a norm of large or small numbers is that of their multiples") {
  const std::vector<double> x{1, -1, 2, 0, 5, 3, -4}, dy{1, 2, 3, 5, -2, 0.5, 1};
  const double limit = in_float ? 4e-6 : 2e-14;
  for (const bool layer : {true, false}) {
    const auto run = [&](double scale) {
      std::vector<double> scaled = x;
      for (double& v : scaled) v *= scale;
      const Tensor in = tensor(scaled, {1, 7}).set_requires_grad();
      const Tensor gain = ones({7}).set_requires_grad();
      const Tensor y = layer ? layer_norm(in, gain, Tensor(), 0) : rms_norm(in, gain, 0);
      y.backward(tensor(dy, {1, 7}));
      std::vector<std::vector<double>> all;
      for (const Tensor& t : {y, in.grad() * scale, gain.grad()}) {
        const std::vector<real> numbers = t.to_vector();
        all.emplace_back(numbers.begin(), numbers.end());
      }
      return all;
    };
    const auto want = run(1);
    for (const double scale : {1e20, 1e30, 1e-15, 1e-25, 1e-30}) {
      CAPTURE(scale);
      const auto got = run(scale);
      for (std::size_t i = 0; i < 3; ++i) check_near(tensor(got[i], {7}), want[i], limit);
    }
  }
  const double most = static_cast<double>(std::numeric_limits<real>::max());
  if (!in_float || !in_host_memory(default_device())) {
    return;  // sums need a wider number, on cuda distances too
  }
  const double third = 1 / std::sqrt(3.0);
  check_near(layer_norm(tensor({{most, most, most, -most}})), {third, third, third, -3 * third},
             limit);
}

}  // namespace accuracy_test
