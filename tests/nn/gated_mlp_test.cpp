// gated_mlp_test.cpp: the parameters of a GatedMLP by name, its halves, and what it refuses. Its
// numbers and sizes: golden cases.
#include "holo/nn/mlp.h"

#include <doctest/doctest.h>

#include <limits>

#include "holo/nn/layers.h"
#include "nn/layer_check.h"

namespace gated_mlp_test {
namespace {

using namespace layer_check;

GatedMLPOptions small(const std::string& activation, bool bias) {
  return {.hidden = 7, .out = 3, .activation = activation, .bias = bias, .multiple_of = 2};
}

}  // namespace

TEST_CASE("gated_mlp: parameters by name, in their shapes and numbers") {
  PythonRandom random(1);
  const GatedMLP mlp(6, random);
  CHECK(mlp.hidden_dim == 128);
  CHECK(mlp.out == 6);
  CHECK(mlp.activation == Activation::silu);
  CHECK(names(mlp) == std::vector<std::string>{"fc1.weight", "fc2.weight"});
  CHECK(mlp.parameter_count() == 3 * 6 * 128);
  const GatedMLP biased(5, random, small("gelu", true));
  CHECK(names(biased) ==
        std::vector<std::string>{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"});
  CHECK(biased.fc1.weight.shape() == Shape{16, 5});
  CHECK(biased.fc1.bias.shape() == Shape{16});
  CHECK(biased.fc2.weight.shape() == Shape{3, 8});
  CHECK(biased.parameter_count() == 16 * 5 + 16 + 3 * 8 + 3);
  // H is `hidden`, by default 8 in / 3, rounded up to a multiple
  CHECK(GatedMLP::hidden_size(768) == 2048);
  CHECK(GatedMLP::hidden_size(1024) == 2816);
  CHECK(GatedMLP::hidden_size(768, {.hidden = 2000}) == 2048);
  CHECK(GatedMLP::hidden_size(768, {.hidden = 2048}) == 2048);
  CHECK(GatedMLP::hidden_size(16, {.multiple_of = 1}) == 42);
  CHECK(GatedMLP::hidden_size(5, {.multiple_of = 1}) == 13);
  CHECK(GatedMLP::hidden_size(4096, {.multiple_of = 256}) == 11008);
  GatedMLPOptions options = small("gelu", true);
  options.weight_init = Init::constant(2);
  options.bias_init = Init::zero();
  const GatedMLP same(5, random, options);
  for (const real v : same.fc2.weight.to_vector()) CHECK(v == 2);
  for (const real v : same.fc1.bias.to_vector()) CHECK(v == 0);
  options.out_weight_init = Init::constant(3);
  const GatedMLP own(5, random, options);
  for (const real v : own.fc1.weight.to_vector()) CHECK(v == 2);
  for (const real v : own.fc2.weight.to_vector()) CHECK(v == 3);
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

}  // namespace gated_mlp_test
