// trained_gate_test.cpp: polynomials are found when they are there, effective ranks are known in
// simple cases, and a GPT that is walked through by hand is the GPT. Trained gates are measured in
// experiments_test.sh and gate_report_test.cpp.
#include "kernel_view/trained_gate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"

namespace trained_gate_test {

using namespace holo;

TEST_CASE("polynomial fit: powers by degree") {
  CHECK(powers_of(2, 3, 0) == Numbers64{1});
  CHECK(powers_of(2, 3, 1) == Numbers64{1, 2, 3});
  CHECK(powers_of(2, 3, 3) == Numbers64{1, 2, 3, 4, 6, 9, 8, 12, 18, 27});
}

TEST_CASE("polynomial fit: finds a polynomial, and what a smaller degree leaves over") {
  PythonRandom random(1);
  const Numbers64 a = random_vector(4000, random), b = random_vector(4000, random);
  Numbers64 y;
  for (std::size_t n = 0; n < a.size(); ++n) y.push_back(3 - a[n] + 2 * a[n] * b[n]);
  const PolynomialFit exact = fit_polynomial(a, b, y, 2), line = fit_polynomial(a, b, y, 1);
  const Numbers64 want = {3, -1, 0, 0, 2, 0};
  for (std::size_t k = 0; k < want.size(); ++k)
    CHECK(std::fabs(exact.coefficients[k] - want[k]) < 1e-12);
  CHECK(exact.left_over < 1e-24);
  CHECK(line.left_over == doctest::Approx(0.8).epsilon(0.05));  // of the variances 1 and 4, the 4
}

TEST_CASE("polynomial fit: proportional inputs, a constant, and points it has not seen") {
  PythonRandom random(2);
  const Numbers64 a = random_vector(100, random);
  Numbers64 b, y;
  for (const double x : a) {
    b.push_back(2 * x);
    y.push_back(x * x);
  }
  const PolynomialFit square = fit_polynomial(a, b, y, 2);
  CHECK(square.left_over < 1e-20);
  for (const std::size_t k : {2u, 4u, 5u}) CHECK(square.coefficients[k] == 0);  // b, a b, b^2
  CHECK(std::isnan(fit_polynomial(a, b, Numbers64(100, 1.0), 2).left_over));
  // At the even points y is a, at the odd ones -a.
  for (std::size_t n = 0; n < a.size(); ++n) y[n] = n % 2 == 0 ? a[n] : -a[n];
  CHECK(fit_polynomial(a, random_vector(100, random), y, 1).left_over > 2);
}

TEST_CASE("trained gate: effective rank") {
  CHECK(effective_rank({{1, 0}, {0, 5}}) == doctest::Approx(2));
  CHECK(effective_rank({{1, 2}, {-2, -4}}) == doctest::Approx(1));
  CHECK(effective_rank({{1, 0}, {1, 1}}) == doctest::Approx(4.0 / 3));
  CHECK(effective_rank({{0, 0}, {1, 1}}) == doctest::Approx(1));
  CHECK(effective_rank({}) == 0);
}

TEST_CASE("trained gate: a GPT walked through by hand, and polynomials in place of its units") {
  PythonRandom random(4);
  GPT model({.vocab_size = 7,
             .block_size = 5,
             .n_layer = 2,
             .n_head = 2,
             .n_embd = 8,
             .ffn = "geglu",
             .norm = Norm::rms,
             .bias = false,
             .tied = false,
             .init_std = 0.5},
            random);
  const NoGrad no_grad;
  const auto largest = [](const Tensor& x) { return static_cast<double>(max(abs(x)).item()); };
  const Indices tokens({2, 3}, {1, 2, 3, 4, 5, 6});
  const std::vector<GatedMLP*> own = gated_layers(model);
  const Walk walk = walk_with(model, tokens, {own.begin(), own.end()});
  CHECK(largest(walk.logits - model(tokens)) < 1e-4);
  CHECK(largest(walk_with(model, tokens, {own[0], own[0]}).logits - walk.logits) > 1e-3);

  GatedMLP layer(3, random, {.hidden = 2, .activation = "silu", .multiple_of = 1});
  const std::vector<Numbers64> coefficients = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                               {0, -1, 1, 0, 2, 0, -2, 0, 3, 0}};
  const Tensor x = from_values({2, 3}, std::vector<real>{1, -2, 0.5, 0.25, 3, -1});
  const std::vector<real> a = layer.halves(x).gate.to_vector(),
                          b = layer.halves(x).value.to_vector();
  std::vector<double> units;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Numbers64 powers = powers_of(static_cast<double>(a[n]), static_cast<double>(b[n]), 3);
    units.push_back(dot64(coefficients[n % 2], powers));
  }
  const Tensor wanted = layer.fc2(from_values({2, 2}, std::span<const double>(units)));
  CHECK(largest(PolynomialGate(layer, coefficients).forward(x) - wanted) < 1e-4);
}

TEST_CASE("trained gate: quantiles") {
  CHECK(quantile({3, 1, 2}, 0.5) == 2);
  CHECK(quantile({4, 1, 2, 3}, 0.5) == 2.5);
  CHECK(quantile({5, 1}, 0) == 1);
  CHECK(quantile({5, 1}, 1) == 5);
  CHECK(std::isnan(quantile({}, 0.5)));
}

}  // namespace trained_gate_test
