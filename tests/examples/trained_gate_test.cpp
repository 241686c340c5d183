// trained_gate_test.cpp: polynomials are found when they are there, effective ranks are known in
// simple cases, and a GPT that is walked through by hand is the GPT.
#include "kernel_view/trained_gate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "experiments/trained_gate_runs.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"

namespace trained_gate_test {
namespace {

using namespace holo;

Tensor random_inputs(Index rows, Index channels, PythonRandom& random) {
  std::vector<double> numbers;
  for (Index n = 0; n < rows * channels; ++n) numbers.push_back(random.gauss(0, 1));
  return from_values({rows, channels}, std::span<const double>(numbers));
}

}  // namespace

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

TEST_CASE("trained gate: a bilinear layer is quadratic and its polynomials are the layer") {
  PythonRandom random(3);
  const Tensor x = random_inputs(400, 5, random);
  const NoGrad no_grad;
  for (const std::size_t kind : {0u, 4u}) {  // bilinear, swiglu
    const char* activation = kind == 0 ? "none" : "silu";
    GatedMLP layer(5, random, {.hidden = 6, .activation = activation, .multiple_of = 1});
    const GateMeasure found = measure_gate(layer, gate_functions[kind], x);
    REQUIRE(found.explained[1].size() == 6);
    REQUIRE(found.cosine.size() == 6);
    const Unit unit = units_of(layer)[0];
    CHECK(found.cosine[0] ==
          doctest::Approx(dot64(unit.gate, unit.value) /
                          std::sqrt(dot64(unit.gate, unit.gate) * dot64(unit.value, unit.value))));
    CHECK(found.gate_size[0] ==
          doctest::Approx(std::sqrt(dot64(unit.gate, unit.gate))).epsilon(0.2));
    CHECK(found.rank_of_forms > 3);
    CHECK(found.rank_of_forms <= 6 + 1e-9);
    for (const double share : found.explained[0]) CHECK(share < 0.9);
    for (const double share : found.explained[1]) {
      CHECK(share > 0.5);
      CHECK((share > 1 - 1e-9) == (kind == 0));
    }
    PolynomialGate polynomial(layer, found.coefficients[1]);
    const double apart = static_cast<double>(max(abs(polynomial.forward(x) - layer(x))).item());
    CHECK((apart < 1e-4) == (kind == 0));
    PolynomialGate cubic(layer, found.coefficients[2]);
    CHECK(static_cast<double>(mean(square(cubic.forward(x) - layer(x))).item()) < 1e-3);
  }
}

TEST_CASE("trained gate: polynomials in place of the units") {
  PythonRandom random(5);
  GatedMLP layer(3, random, {.hidden = 2, .activation = "silu", .multiple_of = 1});
  const Tensor x = random_inputs(4, 3, random);
  const NoGrad no_grad;
  const std::vector<Numbers64> coefficients = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                               {0, -1, 1, 0, 2, 0, -2, 0, 3, 0}};
  const std::vector<real> a = layer.halves(x).gate.to_vector(),
                          b = layer.halves(x).value.to_vector();
  std::vector<double> units;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Numbers64 powers = powers_of(static_cast<double>(a[n]), static_cast<double>(b[n]), 3);
    units.push_back(dot64(coefficients[n % 2], powers));
  }
  const Tensor want = layer.fc2(from_values({4, 2}, std::span<const double>(units)));
  PolynomialGate gate(layer, coefficients);
  CHECK(static_cast<double>(max(abs(gate.forward(x) - want)).item()) < 1e-4);
}

TEST_CASE("trained gate: a GPT walked through by hand") {
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
  const Indices tokens({2, 3}, {1, 2, 3, 4, 5, 6});
  std::vector<Layer*> own;
  for (GatedMLP* layer : gated_layers(model)) own.push_back(layer);
  REQUIRE(own.size() == 2);
  const Walk walk = walk_with(model, tokens, own);
  CHECK(static_cast<double>(max(abs(walk.logits - model(tokens))).item()) < 1e-4);
  REQUIRE(walk.inputs.size() == 2);
  CHECK(walk.inputs[1].shape() == Shape{2, 3, 8});
  // One layer in both blocks is another model.
  const Walk other = walk_with(model, tokens, {own[0], own[0]});
  CHECK(static_cast<double>(max(abs(other.logits - walk.logits)).item()) > 1e-3);
}

TEST_CASE("trained gate: quantiles") {
  CHECK(quantile({3, 1, 2}, 0.5) == 2);
  CHECK(quantile({4, 1, 2, 3}, 0.5) == 2.5);
  CHECK(quantile({5, 1}, 0) == 1);
  CHECK(quantile({5, 1}, 1) == 5);
  CHECK(std::isnan(quantile({}, 0.5)));
}

}  // namespace trained_gate_test
