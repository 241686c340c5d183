// gated_mlp_test.cpp: a GatedMLP is its formula, for every activation and inputs of any rank; its
// sizes are rounded up; it is an MLP with the halves of the first weight exchanged; and what it
// refuses.
#include "holo/nn/gated_mlp.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>

#include "holo/math.h"
#include "holo/nn/activation.h"
#include "holo/nn/mlp.h"
#include "nn/layer_check.h"

namespace gated_mlp_test {
namespace {

using namespace layer_check;

const std::map<std::string, Scalar> scalars = {
    {"none", [](double z) { return z; }},     {"relu", math::Relu::f<double>},
    {"relu2", math::Relu2::f<double>},        {"gelu", math::Gelu::f<double>},
    {"gelu_tanh", math::GeluTanh::f<double>}, {"silu", math::Silu::f<double>},
    {"tanh", math::Tanh::f<double>},          {"sigmoid", math::Sigmoid::f<double>}};

Rows expected(const GatedMLP& mlp, const Tensor& x) {
  const Rows first = product(rows_of(x), mlp.fc1);
  const auto H = static_cast<std::size_t>(mlp.hidden_dim);
  const Rows gate = each(first.columns(H, 2 * H), scalars.at(activation_name(mlp.activation)));
  return product(times(first.columns(0, H), gate), mlp.fc2);
}

GatedMLPOptions small(const std::string& activation, bool bias) {
  return {.hidden = 7, .out = 3, .activation = activation, .bias = bias, .multiple_of = 2};
}

}  // namespace

TEST_CASE("gated_mlp: the formula, for every activation, at any rank") {
  for (const auto& entry : scalars) {
    const std::string& activation = entry.first;
    for (const bool bias : {false, true}) {
      PythonRandom random(3);
      const GatedMLP mlp(5, random, small(activation, bias));
      randomize(mlp, 5);
      for (const Shape& shape : shapes_of(5)) {
        const Tensor x = values(shape, 9), y = mlp(x);
        CHECK(y.ndim() == shape.ndim());
        for (int d = 0; d < shape.ndim() - 1; ++d) CHECK(y.size(d) == shape[d]);
        CHECK(y.size(-1) == 3);
        const std::string wrong = apart(y.to_vector(), expected(mlp, x).v);
        CHECK_MESSAGE(wrong.empty(), activation, " ", shape.to_string(), ": ", wrong);
      }
    }
  }
}

TEST_CASE("gated_mlp: fused and composed are the same, forward and backward") {
  for (const auto& entry : scalars) {
    PythonRandom random(3);
    GatedMLPOptions options = small(entry.first, true);
    GatedMLP fused(5, random, options);
    options.backend = "composed";
    GatedMLP composed(5, random, options);
    randomize(fused, 5);
    copy_parameters(fused, composed);
    CHECK(different(
              fused, [&](const Tensor& x) { return fused(x); }, composed,
              [&](const Tensor& x) { return composed(x); }, values({4, 5}, 9)) == "");
  }
}

TEST_CASE("gated_mlp: the gradients are those of differences") {
  for (const auto& entry : scalars) {
    const std::string& activation = entry.first;
    PythonRandom random(3);
    GatedMLP mlp(4, random, small(activation, true));
    randomize(mlp, 12);
    const std::string wrong = wrong_gradient(
        mlp, [&](const Tensor& x) { return mlp(x); }, values({3, 4}, 23));
    CHECK_MESSAGE(wrong.empty(), activation, ": ", wrong);
  }
}

TEST_CASE("gated_mlp: an empty batch gives gradients of 0") {
  PythonRandom random(3);
  GatedMLP mlp(5, random, small("silu", true));
  mlp(zeros({2, 0, 5})).backward(zeros({2, 0, 3}));
  for (const Tensor& parameter : mlp.parameters()) {
    REQUIRE(parameter.grad().defined());
    for (const real v : parameter.grad().to_vector()) CHECK(v == 0);
  }
}

TEST_CASE("gated_mlp: the hidden size is 8 in / 3, cut, or as asked, and rounded up") {
  const auto size = [](Index in, std::optional<Index> hidden, Index multiple_of) {
    return GatedMLP::hidden_size(in, {.hidden = hidden, .multiple_of = multiple_of});
  };
  CHECK(GatedMLP::hidden_size(768) == 2048);
  CHECK(GatedMLP::hidden_size(1024) == 2816);  // of 2730
  CHECK(size(768, 2000, 256) == 2048);
  CHECK(size(768, 2048, 256) == 2048);
  CHECK(size(768, 2049, 256) == 2304);  // up, not to the nearest
  CHECK(size(16, {}, 128) == 128);
  CHECK(size(16, {}, 1) == 42);
  CHECK(size(5, {}, 1) == 13);
  CHECK(size(1, {}, 1) == 2);
  CHECK(size(4096, {}, 256) == 11008);
  CHECK(size(8, 1, 1) == 1);
  for (Index in = 1; in < 400; ++in) {  // as in Python, in double
    CHECK(size(in, {}, 1) == static_cast<Index>(static_cast<double>(8 * in) / 3));
    for (const Index m : {2, 3, 128}) {
      const Index H = size(in, {}, m);
      CHECK(H % m == 0);
      CHECK(H >= 8 * in / 3);
      CHECK(H - m < 8 * in / 3);
    }
  }
}

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
  // drawn in that order, and biases like weights unless the options say otherwise
  PythonRandom again(7), other(7);
  const GatedMLP drawn(5, again, small("gelu", true));
  for (const Tensor& parameter : drawn.parameters()) {
    const double bound = 1 / std::sqrt(parameter.size(0) == 16 ? 5.0 : 8.0);
    for (const real v : parameter.to_vector()) {
      CHECK(v == static_cast<real>(other.uniform(-bound, bound)));
    }
  }
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

TEST_CASE("gated_mlp: an MLP with the halves of its first weight exchanged") {
  struct Pair {
    const char *mlp, *gate;
  };
  for (const Pair& pair : {Pair{"swiglu", "silu"}, {"glu", "sigmoid"}}) {
    PythonRandom random(4);
    MLP mlp(4, pair.mlp, random, {.expansion_factor = 1.5, .bias = true});
    GatedMLP gated(4, random,
                   {.hidden = 6, .activation = pair.gate, .bias = true, .multiple_of = 1});
    randomize(mlp, 8);
    copy_parameters(mlp, gated);
    const Tensor x = values({3, 4}, 2);
    CHECK(mlp(x).to_vector() != gated(x).to_vector());
    const NoGrad no_grad;
    const auto exchanged = [](const Tensor& t) {
      const std::vector<Tensor> halves = split(t, {6, 6}, 0);
      return cat({halves[1], halves[0]}, 0);
    };
    gated.fc1.weight.copy_(exchanged(mlp.layer1.weight));
    gated.fc1.bias.copy_(exchanged(mlp.layer1.bias));
    const std::vector<real> y = gated(x).to_vector();
    const std::string wrong = apart(mlp(x).to_vector(), {y.begin(), y.end()});
    CHECK_MESSAGE(wrong.empty(), pair.mlp, ": ", wrong);
  }
}

TEST_CASE("gated_mlp: what it refuses") {
  PythonRandom random(1);
  const auto refused = [&](const std::string& text, Index in, const GatedMLPOptions& options) {
    check_error<UsageError>(text, [&] { GatedMLP(in, random, options); });
  };
  refused("GatedMLP: in 0; expected at least 1", 0, {});
  refused("GatedMLP: hidden 0; expected at least 1", 8, {.hidden = 0});
  refused("GatedMLP: hidden -5; expected at least 1", 8, {.hidden = -5});
  refused("GatedMLP: out 0; expected at least 1", 8, {.out = 0});
  refused("GatedMLP: multiple_of 0; expected at least 1", 8, {.multiple_of = 0});
  refused("GatedMLP: multiple_of -128; expected at least 1", 8, {.multiple_of = -128});
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
