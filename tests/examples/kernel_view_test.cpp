// kernel_view_test.cpp: a gated unit is linear in products of inputs, a quadratic form of at most
// rank 2, and the exact constructions of x1 x2 in chapters 12 and 13 are exact. Polynomials are
// found when they are there, effective ranks are known in simple cases, and a GPT that is walked
// through by hand is the GPT. Ranks, eigenvalues and determinants are in the outputs of chapters 14
// and 15; trained gates are measured in experiments_test.sh and gates_test.cpp.

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/product_task.h"
#include "kernel_view/trained_gate.h"

namespace gated_unit_test {

using namespace holo;

TEST_CASE("gated unit: the product of two maps is linear in the monomials") {
  CHECK(monomials({2, 3, 5}) == Numbers64{4, 6, 10, 9, 15, 25});
  CHECK(implicit_weights({1, 2}, {3, 5}) == Numbers64{3, 11, 10});
  CHECK(symmetric_matrix({1, 2}, {3, 5}) == Numbers64{3, 5.5, 5.5, 10});
  PythonRandom random(1);
  for (const std::size_t d : {1u, 2u, 5u, 20u}) {
    const Numbers64 g = random_vector(d, random), v = random_vector(d, random);
    const Numbers64 x = random_vector(d, random), s = symmetric_matrix(g, v);
    const double want = dot64(g, x) * dot64(v, x);
    CHECK(dot64(monomials(x), implicit_weights(g, v)) == doctest::Approx(want).epsilon(1e-12));
    double form = 0;
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j) form += x[i] * s[i * d + j] * x[j];
    CHECK(form == doctest::Approx(want).epsilon(1e-12));
  }
}

TEST_CASE("gated unit: both maps give the kernel (x . y)^2, the monomials alone do not") {
  CHECK(kronecker({1, 2}, {3, 5}) == Numbers64{3, 5, 6, 10});
  CHECK(dot64(monomials({1, 2}), monomials({3, 1})) == 19);
  PythonRandom random(5);
  for (const std::size_t d : {1u, 2u, 7u}) {
    const Numbers64 x = random_vector(d, random), y = random_vector(d, random);
    const double k = dot64(x, y) * dot64(x, y);
    CHECK(dot64(feature_map(x), feature_map(y)) == doctest::Approx(k).epsilon(1e-12));
    CHECK(dot64(kronecker(x, x), kronecker(y, y)) == doctest::Approx(k).epsilon(1e-12));
    CHECK(feature_map(x).size() == d * (d + 1) / 2);
  }
}

TEST_CASE("gated unit: the activations of gates are those of the library") {
  PythonRandom random(8);
  for (const GateFunction& function : gate_functions) {
    const auto layer = make_feed_forward(function.name, 3, random, {.hidden = 4});
    auto& gated = dynamic_cast<GatedMLP&>(*layer);
    const NoGrad no_grad;
    const Tensor x = tensor({{1, -2, 0.5}, {-3, 1, 2}});
    const auto halves = gated.halves(x);
    const std::vector<real> gate = halves.gate.to_vector(), value = halves.value.to_vector(),
                            there =
                                gated.fc2(activate(halves.gate, gated.activation) * halves.value)
                                    .to_vector();
    std::vector<double> products;
    for (std::size_t n = 0; n < gate.size(); ++n)
      products.push_back(function.act(static_cast<double>(gate[n])) *
                         static_cast<double>(value[n]));
    const Tensor here = gated.fc2(tensor(products, {2, 4}));
    for (std::size_t n = 0; n < there.size(); ++n)
      CHECK(here.to_vector()[n] == doctest::Approx(there[n]).epsilon(1e-5));
  }
}

TEST_CASE("gated unit: the units of a layer, value first") {
  PythonRandom random(1);
  GatedMLP layer(3, random, {.hidden = 2, .activation = "none", .multiple_of = 1});
  const NoGrad no_grad;
  layer.fc1.weight.copy_(tensor({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}}));
  const std::vector<Unit> units = units_of(layer);
  REQUIRE(units.size() == 2);
  CHECK(units[0].value == Numbers64{1, 2, 3});
  CHECK(units[1].value == Numbers64{4, 5, 6});
  CHECK(units[0].gate == Numbers64{7, 8, 9});
  CHECK(units[1].gate == Numbers64{10, 11, 12});
}

TEST_CASE("gated unit: the three kernels where they are known without an integral") {
  constexpr double pi = std::numbers::pi;
  // The same point: E[z^2]^2, E[relu(z)^2] E[z^2] and E[relu(z)^4].
  const double same[] = {1, 0.5, 1.5}, across[] = {0, 0, 0.25}, opposite[] = {1, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(gate_kernels[k].closed_form(0) == doctest::Approx(same[k]));
    CHECK(gate_kernels[k].closed_form(pi / 2) == doctest::Approx(across[k]));
    CHECK(gate_kernels[k].closed_form(pi) == doctest::Approx(opposite[k]));
  }
  CHECK(gate_kernels[0].unit(-2, 3) == -6);
  CHECK(gate_kernels[1].unit(-2, 3) == 0);
  CHECK(gate_kernels[1].unit(2, -3) == -6);
  CHECK(gate_kernels[2].unit(-2, 3) == 0);
  CHECK(gate_kernels[2].unit(3, -1) == 9);
  // Between these: the mean over many units.
  PythonRandom random(4);
  const Numbers64 x = {1, 0}, y = {std::cos(1.0), std::sin(1.0)};
  double sum[3] = {};
  for (int n = 0; n < 40000; ++n) {
    const Numbers64 g = random_vector(2, random), v = random_vector(2, random);
    for (std::size_t k = 0; k < 3; ++k) {
      sum[k] += gate_kernels[k].unit(dot64(g, x), dot64(v, x)) *
                gate_kernels[k].unit(dot64(g, y), dot64(v, y)) / 40000;
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(std::fabs(sum[k] - gate_kernels[k].closed_form(1)) < 0.06);
  }
}

TEST_CASE("product task: the grid, and layers that are the product exactly") {
  const ProductTask task(3, 5);
  CHECK(task.x.shape() == Shape{25, 2});
  CHECK(task.x.to_vector()[0] == -3);
  CHECK(task.y.to_vector()[0] == 9);
  PythonRandom random(1);
  const NoGrad no_grad;
  TwoLayers squares(4, Activation::relu2, false, random);
  CHECK(task.rmse(squares) > 0.1);
  squares.fc1.weight.copy_(tensor({{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}));
  squares.fc2.weight.copy_(tensor({{0.25, 0.25, -0.25, -0.25}}));
  CHECK(task.rmse(squares) < 1e-6);
}

}  // namespace gated_unit_test

namespace trained_gate_test {
namespace {

using namespace holo;

double largest(const Tensor& x) { return static_cast<double>(max(abs(x)).item()); }

}  // namespace

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

TEST_CASE("trained gate: a GPT walked through by hand is the GPT") {
  const GPTOptions usual = {.vocab_size = 7,
                            .block_size = 5,
                            .n_layer = 2,
                            .n_head = 2,
                            .n_embd = 8,
                            .ffn = "geglu",
                            .norm = Norm::rms,
                            .bias = false,
                            .tied = false,
                            .init_std = 0.5};
  GPTOptions rotary = usual, tied = usual;
  rotary.positions = Positions::rotary;
  rotary.n_head = 4;
  rotary.n_head_kv = 2;
  tied.ffn = "holo_gate_flow";
  tied.norm = Norm::layer;
  tied.norm_embedding = tied.tied = true;
  tied.norm_final = false;
  tied.dropout = 0.5;
  const Indices tokens({2, 3}, {1, 2, 3, 4, 5, 6});
  for (const GPTOptions& options : {usual, rotary, tied}) {
    PythonRandom random(4);
    GPT model(options, random);
    model.eval();
    const NoGrad no_grad;
    const Walk walk = walk_with(model, tokens);
    const Tensor logits = logits_of(model, walk.output);
    CHECK(largest(logits - model(tokens)) < 1e-4);
    Layer* const first = model.blocks[0]->feed_forward.get();
    CHECK(largest(logits_of(model, walk_with(model, tokens, {first, first}).output) - logits) >
          1e-3);
  }
}

TEST_CASE("trained gate: polynomials in place of its units") {
  PythonRandom random(4);
  const NoGrad no_grad;
  GatedMLP layer(3, random, {.hidden = 2, .activation = "silu", .multiple_of = 1});
  const std::vector<Numbers64> coefficients = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                               {0, -1, 1, 0, 2, 0, -2, 0, 3, 0}};
  const Tensor x = tensor(std::vector<real>{1, -2, 0.5, 0.25, 3, -1}, {2, 3});
  const std::vector<real> a = layer.halves(x).gate.to_vector(),
                          b = layer.halves(x).value.to_vector();
  std::vector<double> units;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Numbers64 powers = powers_of(static_cast<double>(a[n]), static_cast<double>(b[n]), 3);
    units.push_back(dot64(coefficients[n % 2], powers));
  }
  const Tensor wanted = layer.fc2(tensor(units, {2, 2}));
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
