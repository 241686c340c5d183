// mlp_test.cpp: an MLP and a GatedMLP: their halves, how they begin, the dropout, and what they
// refuse; and activations by name. Their parameters, numbers and sizes: golden cases.
#include <doctest/doctest.h>

#include <limits>
#include <memory>

#include "helpers.h"
#include "holo/math.h"
#include "holo/nn/layers.h"
#include "holo/nn/mlp.h"
#include "nn/layer_check.h"

namespace mlp_test {

using namespace layer_check;

// ---- activations ----

TEST_CASE("activation: names, ops, and what is refused") {
  for (const std::string name :
       {"none", "relu", "relu2", "gelu", "gelu_tanh", "silu", "tanh", "sigmoid"}) {
    const Activation activation = activation_named("layer", "activation", name);
    CHECK(activation_name(activation) == name);
    const Tensor x = values({3, 4}, 1);  // the same as a linear layer of ones and no bias
    const Tensor z = linear(reshape(x, {12, 1}), ones({1, 1}), Tensor(), activation);
    CHECK(activate(x, activation).to_vector() == z.to_vector());
  }
  check_error<UsageError>(
      "layer: gate \"Relu\"; expected none, relu, relu2, gelu, gelu_tanh, silu, tanh or sigmoid. "
      "Try: \"none\"",
      [] { activation_named("layer", "gate", "Relu"); });
  const Activation two[] = {Activation::tanh, Activation::relu};
  CHECK(activation_named("layer", "gate", "relu", two) == Activation::relu);
  check_error<UsageError>("layer: gate \"gelu\"; expected tanh or relu. Try: \"tanh\"",
                          [&] { activation_named("layer", "gate", "gelu", two); });
}

// ---- MLP ----

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
  CHECK(random.random() == again.random());    // without dropout nothing else is drawn
  CHECK(MLP::hidden_size(48, 8. / 3) == 128);  // not 127, of 127.99...
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

// ---- GatedMLP ----

TEST_CASE("gated_mlp: what it is if nothing else is asked for") {
  PythonRandom random(1);
  const GatedMLP usual(6, random);
  CHECK(usual.hidden_dim == 128);
  CHECK(usual.activation == Activation::silu);
  CHECK(usual.parameter_count() == 3 * 6 * 128);
  const GatedMLP same(5, random, {.hidden = 8, .multiple_of = 1, .weight_init = Init::constant(2)});
  for (const real v : same.fc2.weight.to_vector()) CHECK(v == 2);
}

TEST_CASE("gated_mlp: the value is the first half, and the halves have names") {
  PythonRandom random(1);
  GatedMLP mlp(2, random, {.hidden = 3, .activation = "silu", .bias = true, .multiple_of = 1});
  const NoGrad no_grad;
  mlp.fc1.bias.copy_(tensor({1, 2, 3, 4, 5, 6}));
  const GatedMLP::Halves half = mlp.halves(zeros({2}));
  CHECK(half.value.to_vector() == std::vector<real>{1, 2, 3});
  CHECK(half.gate.to_vector() == std::vector<real>{4, 5, 6});
}

TEST_CASE("gated_mlp: what it refuses") {
  PythonRandom random(1);
  const auto refused = [&](const std::string& text, Index in, const GatedMLPOptions& options) {
    check_error<UsageError>(text, [&] { GatedMLP(in, random, options); });
  };
  refused("GatedMLP: in 0; expected at least 1", 0, {});
  refused("GatedMLP: hidden 0; expected at least 1", 8, {.hidden = 0});
  refused("GatedMLP: out 0; expected at least 1", 8, {.out = 0});
  refused("GatedMLP: multiple_of 0; expected at least 1", 8, {.multiple_of = 0});
  refused(
      "GatedMLP: activation \"swiglu\"; expected none, relu, relu2, gelu, gelu_tanh, silu, tanh or "
      "sigmoid. Try: \"none\"",
      8, {.activation = "swiglu"});
  constexpr Index most = std::numeric_limits<Index>::max();
  for (const GatedMLPOptions& options :
       {GatedMLPOptions{.hidden = most}, {.multiple_of = most}, {.out = most}}) {
    CHECK_THROWS_AS(GatedMLP(8, random, options), Error);
  }
  CHECK_THROWS_AS(GatedMLP(most, random), Error);
  const GatedMLP mlp(4, random);
  check_error<ShapeError>(
      "GatedMLP: x [4,3] has 3 channels; expected [..., 4], channels in the last dimension. Try: "
      "transpose(x, 0, 1): channels come last",
      [&] {
        mlp(zeros({4, 3}));
      });
  CHECK_THROWS_AS(mlp(zeros({})), ShapeError);
}

}  // namespace mlp_test
