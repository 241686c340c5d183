// mlp_test.cpp: the parameters of an MLP by name, its halves, how it begins, its dropout, and what
// it refuses. Its numbers and sizes: golden cases.
#include "holo/nn/mlp.h"
#include "helpers.h"

#include <doctest/doctest.h>

#include <limits>
#include <memory>

#include "holo/math.h"
#include "nn/layer_check.h"

namespace mlp_test {

using namespace layer_check;

TEST_CASE("mlp: parameters by name, in their shapes and numbers") {
  PythonRandom random(1);
  const MLP plain(6, "gelu", random);
  CHECK(plain.hidden_dim == 12);
  CHECK(names(plain) == std::vector<std::string>{"layer1.weight", "layer2.weight"});
  CHECK(plain.parameter_count() == 2 * 6 * 12);
  CHECK(plain.layer1.weight.shape() == Shape{12, 6});
  CHECK(plain.layer2.weight.shape() == Shape{6, 12});
  const MLP gated(6, "swiglu", random, {.bias = true});
  CHECK(names(gated) ==
        std::vector<std::string>{"layer1.weight", "layer1.bias", "layer2.weight", "layer2.bias"});
  CHECK(gated.parameter_count() == 3 * 6 * 12 + 2 * 12 + 6);
  CHECK(gated.layer1.weight.shape() == Shape{24, 6});
  CHECK(gated.layer1.bias.shape() == Shape{24});
  CHECK(MLP::hidden_size(768, 4. / 3) == 1024);
  CHECK(MLP::hidden_size(45, 1.4) == 62);
  CHECK(MLP::hidden_size(48, 8. / 3) == 128);
  CHECK(MLP::hidden_size(7, 4. / 3) == 9);
}

TEST_CASE("mlp: the gate is the first half, and the halves have names") {
  PythonRandom random(1);
  const MLP mlp(3, "glu", random, {.expansion_factor = 1, .bias = true});
  const NoGrad no_grad;
  Tensor bias = mlp.layer1.bias;
  bias.copy_(tensor({1, 2, 3, 4, 5, 6}));
  const MLP::Halves half = mlp.halves(zeros({3}));
  CHECK(half.gate.to_vector() == std::vector<real>{1, 2, 3});
  CHECK(half.value.to_vector() == std::vector<real>{4, 5, 6});
  const std::string wrong =
      apart(mlp.hidden(zeros({3})).to_vector(),
            {4 * math::Sigmoid::f(1.0), 5 * math::Sigmoid::f(2.0), 6 * math::Sigmoid::f(3.0)});
  CHECK_MESSAGE(wrong.empty(), wrong);
  const MLP plain(3, "relu", random);
  check_error<UsageError>(
      "MLP: halves of the plain activation relu; expected glu or swiglu. Try: hidden(x)",
      [&] { plain.halves(zeros({3})); });
}

TEST_CASE("mlp: it begins with its inits, and biases with 0") {
  PythonRandom random(7), again(7);
  const MLP plain(16, "relu", random, {.bias = true});
  for (const Linear* layer : {&plain.layer1, &plain.layer2}) {
    const double bound = 1 / std::sqrt(static_cast<double>(layer->weight.size(1)));
    for (const real v : layer->weight.to_vector()) {
      CHECK(v == static_cast<real>(again.uniform(-bound, bound)));
    }
    for (const real v : layer->bias.to_vector()) CHECK(v == 0);
  }
  CHECK(random.random() == again.random());  // without dropout nothing else is drawn
  const MLP gated(
      4, "swiglu", random,
      {.bias = true, .weight_init = Init::constant(2), .out_weight_init = Init::constant(3)});
  for (const real v : gated.layer1.weight.to_vector()) CHECK(v == 2);
  for (const real v : gated.layer2.weight.to_vector()) CHECK(v == 3);
  for (const real v : gated.layer1.bias.to_vector()) CHECK(v == 0);
}

TEST_CASE("mlp: dropout forgets hidden numbers in training, and none in evaluation") {
  const auto made = [](std::uint64_t seed) {
    PythonRandom random(seed);
    auto mlp = std::make_unique<MLP>(
        4, "glu", random,
        MLPOptions{.dropout = 0.25, .expansion_factor = 1, .out_weight_init = Init::zero()});
    const NoGrad no_grad;
    for (Index i = 0; i < 4; ++i) set_element(mlp->layer2.weight, 5 * i, 1);  // y is what is left
    return mlp;
  };
  const auto mlp = made(3);
  CHECK(mlp->training());
  const Tensor x = values({500, 4}, 2), a = mlp->hidden(x), y = (*mlp)(x);
  const std::vector<real> before = a.to_vector(), after = y.to_vector();
  int forgotten = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] == 0) {
      ++forgotten;
    } else {
      CHECK(after[i] == doctest::Approx(before[i] / 0.75).epsilon(1e-6));
    }
  }
  CHECK(forgotten > 400);
  CHECK(forgotten < 600);
  CHECK((*mlp)(x).to_vector() != y.to_vector());      // anew in each call
  CHECK((*made(3))(x).to_vector() == y.to_vector());  // the same run again
  CHECK((*made(4))(x).to_vector() != y.to_vector());
  mlp->eval();
  CHECK_FALSE(mlp->dropout.training());
  CHECK((*mlp)(x).to_vector() == mlp->output(a).to_vector());
  // two of one generator forget different numbers
  PythonRandom random(1);
  const MLPOptions half{.dropout = 0.5};
  MLP one(8, "relu", random, half), other(8, "relu", random, half);
  copy_parameters(one, other);
  CHECK(one(values({4, 8}, 1)).to_vector() != other(values({4, 8}, 1)).to_vector());
}

TEST_CASE("mlp: what it refuses") {
  PythonRandom random(1);
  const auto refused = [&](const std::string& text, Index dim, const std::string& activation,
                           const MLPOptions& options = {}) {
    check_error<UsageError>(text, [&] { MLP(dim, activation, random, options); });
  };
  refused(
      "MLP: activation \"mish\"; expected relu, gelu, silu, glu, swiglu, relu2 or gelu_tanh. Try: "
      "\"relu\"",
      4, "mish");
  refused("MLP: dim 0; expected at least 1", 0, "gelu");
  refused(
      "MLP: a hidden size of 0.5 (dim 1, expansion_factor 0.5); expected at least 1 and below "
      "2^53. "
      "Try: expansion_factor 2",
      1, "gelu", {.expansion_factor = 0.5});
  for (const double factor : {0.0, -2.0, 1e300, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(MLP(4, "gelu", random, {.expansion_factor = factor}), UsageError);
  }
  CHECK_THROWS_AS(MLP(4, "glu", random, {.expansion_factor = 0x1p50}), Error);  // no such tensor
  refused("Dropout: p 1.5; expected 0 <= p < 1. Try: 0.1", 4, "gelu", {.dropout = 1.5});

  for (const std::string activation : {"relu", "swiglu"}) {
    MLP mlp(4, activation, random);
    check_error<ShapeError>(
        "MLP: x [2,4,7] has 7 channels; expected [..., 4], channels in the last dimension. Try: "
        "transpose(x, 1, 2): channels come last",
        [&] {
          mlp(zeros({2, 4, 7}));
        });
    check_error<ShapeError>(
        "MLP: x [] has no dimensions; expected [..., 4], channels in the last dimension. Try: "
        "reshape(x, {1, -1})",
        [&] { mlp(zeros({})); });
  }
}

}  // namespace mlp_test
