// holo_gate_flow_test.cpp: the parameters of HoloGateFlow and of its light form by name, how they
// begin, what the gradients do when a gate is closed, and what they refuse. Their numbers and
// sizes: golden cases.
#include "holo/nn/holo_gate_flow.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "holo/nn/layers.h"
#include "nn/layer_check.h"

namespace holo_gate_flow_test {
namespace {

using namespace layer_check;

double norm_of(const Tensor& t) {
  double sum = 0;
  for (const real v : t.to_vector()) sum += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("holo_gate_flow: parameters by name, and how many, for any split") {
  PythonRandom random(1);
  const HoloGateFlow layer(7, random, {.split = {{1, 2, 4}}});
  CHECK(names(layer) == std::vector<std::string>{
                            "W1.weight", "W1.bias", "W2.weight", "W2.bias", "W3.weight", "W3.bias",
                            "W_out.weight", "W_out.bias", "flow_scale.weight", "flow_scale.bias",
                            "flow_shift.weight", "flow_shift.bias", "norm.weight", "norm.bias"});
  CHECK(layer.W1.weight.shape() == Shape{7, 1});
  CHECK(layer.W2.weight.shape() == Shape{7, 2});
  CHECK(layer.W3.weight.shape() == Shape{7, 4});
  CHECK(layer.W_out.weight.shape() == Shape{7, 14});
  CHECK(HoloGateFlow(7, random).split == std::array<Index, 3>{2, 2, 3});
  CHECK(HoloGateFlow(8, random).split == std::array<Index, 3>{2, 2, 4});
  for (const Index d : {3, 7, 12}) {
    CHECK(HoloGateFlow(d, random).parameter_count() == 7 * d * d + 10 * d);
    CHECK(HoloGateFlow(d, random, {.split = {{1, 1, d - 2}}}).parameter_count() ==
          7 * d * d + 10 * d);
    CHECK(HoloGateFlow(d, random, {.affine = {.norm = Norm::rms}}).parameter_count() ==
          7 * d * d + 8 * d);
    CHECK(HoloGateFlow(d, random, {.affine = {.flow = false}}).parameter_count() ==
          3 * d * d + 4 * d);
    CHECK(HoloGateFlowLite(d, random).parameter_count() == 9 * d * d + 10 * d);
    CHECK(HoloGateFlowLite(d, random, {.affine = {.flow = false}}).parameter_count() ==
          5 * d * d + 4 * d);
  }
  CHECK(names(HoloGateFlowLite(4, random, {.affine = {.norm = Norm::rms}})) ==
        std::vector<std::string>{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias",
                                 "flow_scale.weight", "flow_scale.bias", "flow_shift.weight",
                                 "flow_shift.bias", "norm.weight"});
}

TEST_CASE("holo_gate_flow: it begins with a scale around the sigmoid of its bias") {
  PythonRandom random(1);
  const auto scale_bias = [&](double bias) {
    return HoloGateFlow(6, random, {.affine = {.flow_scale_bias = bias}})
        .flow_scale->bias.to_vector();
  };
  CHECK(scale_bias(0) == std::vector<real>(6, 0));
  CHECK(scale_bias(-0.5) == std::vector<real>(6, real(-0.5)));
  const HoloGateFlowLite lite(6, random, {.affine = {.flow_scale_bias = -1}});
  CHECK(lite.flow_scale->bias.to_vector() == std::vector<real>(6, -1));
  double mean = 0;
  const HoloGateFlow layer(48, random);
  const Tensor n = layer.norm->forward(values({50, 96}, 3)), scale = (*layer.flow_scale)(n);
  for (const real v : scale.to_vector()) mean += static_cast<double>(v) / (50 * 48);
  CHECK(mean == doctest::Approx(0.5).epsilon(0.05));
}

// The source says that the flow keeps them alive; it does not.
TEST_CASE("holo_gate_flow: a closed gate stops the gradients of its part, with flow and without") {
  for (const bool flow : {true, false}) {
    PythonRandom random(5);
    HoloGateFlow layer(6, random, {.affine = {.flow = flow}});
    const Tensor x = values({20, 6}, 1), w = values({20, 6}, 2);
    layer(x).backward(w);
    const double open = norm_of(layer.W2.weight.grad()), first = norm_of(layer.W1.weight.grad());
    layer.zero_grad();
    {
      const NoGrad no_grad;
      layer.W3.bias.fill_(-20);
    }
    layer(x).backward(w);
    CHECK(norm_of(layer.W2.weight.grad()) < 1e-7 * open);
    CHECK(norm_of(layer.W3.weight.grad()) < 1e-7 * open);
    CHECK(norm_of(layer.W1.weight.grad()) > 0.1 * first);
  }
}

TEST_CASE("holo_gate_flow: what it refuses") {
  PythonRandom random(1);
  const auto refused = [&](const std::string& text, Index d, const HoloGateFlowOptions& options) {
    check_error<UsageError>(text, [&] { HoloGateFlow(d, random, options); });
  };
  const std::string rule =
      "; expected three parts of at least 1 that add up to 8. Try: no split: d/3, d/3 and what is "
      "left";
  refused("HoloGateFlow: a split 2 + 2 + 2 of d_model 8" + rule, 8, {.split = {{2, 2, 2}}});
  refused("HoloGateFlow: a split 0 + 4 + 4 of d_model 8" + rule, 8, {.split = {{0, 4, 4}}});
  constexpr Index most = std::numeric_limits<Index>::max();
  CHECK_THROWS_AS(HoloGateFlow(8, random, {.split = {{most, most, 10}}}), UsageError);
  refused("HoloGateFlow: d_model 2; expected at least 3, one channel a part", 2, {});
  refused("HoloGateFlow: d_model 0; expected at least 1", 0, {});
  const std::string activations =
      "; expected gelu, silu, relu, tanh, sigmoid or none. Try: \"gelu\"";
  refused("HoloGateFlow: activation1 \"mish\"" + activations, 6, {.activation1 = "mish"});
  refused("HoloGateFlow: gate \"gelu\"; expected sigmoid, tanh or relu. Try: \"sigmoid\"", 6,
          {.gate = "gelu"});
  refused("LayerNorm: epsilon -1; expected a finite number of 0 or more", 6,
          {.affine = {.epsilon = -1}});
  refused("HoloGateFlow: flow_scale_bias inf; expected a finite number. Try: 0", 6,
          {.affine = {.flow_scale_bias = std::numeric_limits<double>::infinity()}});
  check_error<UsageError>("HoloGateFlowLite: d_model 0; expected at least 1",
                          [&] { HoloGateFlowLite(0, random); });
  check_error<UsageError>(
      "HoloGateFlowLite: gate \"silu\"; expected sigmoid, tanh or relu. Try: \"sigmoid\"",
      [&] { HoloGateFlowLite(4, random, {.gate = "silu"}); });
  CHECK_THROWS_AS(HoloGateFlow(most, random), Error);
  CHECK_THROWS_AS(HoloGateFlowLite(most, random), Error);

  const HoloGateFlow layer(6, random);
  const HoloGateFlowLite lite(6, random);
  const std::string rest =
      ": x [6,5] has 5 channels; expected [..., 6], channels in the last dimension. Try: "
      "transpose(x, 0, 1): channels come last";
  check_error<ShapeError>("HoloGateFlow" + rest, [&] { layer(zeros({6, 5})); });
  check_error<ShapeError>("HoloGateFlowLite" + rest, [&] { lite(zeros({6, 5})); });
}

}  // namespace holo_gate_flow_test
