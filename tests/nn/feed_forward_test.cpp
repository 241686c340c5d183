// feed_forward_test.cpp: feed-forward layers by name: each is the layer of its formula, number by
// number, and its two maps begin with the inits that the options give them. HoloGateFlow and its
// light form: how they begin, what the gradients do when a gate is closed, and what they refuse.
// The parameters, numbers and sizes of these two: golden cases.
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <map>

#include "holo/nn/feed_forward.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "nn/layer_check.h"

namespace feed_forward_test {

using namespace layer_check;

// ---- layers by name ----

namespace {

const std::map<std::string, Activation> plain_layers = {{"relu", Activation::relu},
                                                        {"gelu", Activation::gelu},
                                                        {"gelu_tanh", Activation::gelu_tanh},
                                                        {"silu", Activation::silu},
                                                        {"relu2", Activation::relu2}};
const std::map<std::string, Activation> gated_layers = {{"glu", Activation::sigmoid},
                                                        {"bilinear", Activation::none},
                                                        {"reglu", Activation::relu},
                                                        {"geglu", Activation::gelu},
                                                        {"swiglu", Activation::silu}};

// Wide inputs: GELU by erf and by tanh are 5e-4 apart where they differ most, at 2.
void check_formula(const std::string& name, Activation activation, bool is_gated) {
  CAPTURE(name);
  PythonRandom random(3);
  const auto layer = make_feed_forward(name, 5, random, {.hidden = 7, .bias = true});
  randomize(*layer, 11);
  const std::vector<Tensor> parts = layer->parameters();
  REQUIRE(parts.size() == 4);
  const NoGrad no_grad;
  const Tensor x = values({40, 5}, 2) * real(3), hidden = linear(x, parts[0], parts[1]);
  const Tensor active =
      is_gated ? gated(hidden, activation, Gate::second) : activate(hidden, activation);
  const std::vector<real> want = linear(active, parts[2], parts[3]).to_vector();
  CHECK(apart(layer->forward(x).to_vector(), {want.begin(), want.end()}) == "");
}

}  // namespace

TEST_CASE("feed_forward: each name is the layer of its formula") {
  for (const auto& [name, activation] : plain_layers) check_formula(name, activation, false);
  for (const auto& [name, activation] : gated_layers) check_formula(name, activation, true);
  CHECK(feed_forward_names() == std::vector<std::string>{"relu", "gelu", "gelu_tanh", "silu",
                                                         "relu2", "glu", "bilinear", "reglu",
                                                         "geglu", "swiglu", "holo_gate_flow",
                                                         "holo_gate_flow_lite"});
}

TEST_CASE("feed_forward: the first map begins with weight_init, the second with out_weight_init") {
  for (const std::string& name : feed_forward_names()) {
    if (plain_layers.count(name) + gated_layers.count(name) == 0) continue;
    CAPTURE(name);
    PythonRandom random(3);
    const auto layer = make_feed_forward(name, 4, random,
                                         {.hidden = 3,
                                          .bias = true,
                                          .weight_init = Init::constant(2),
                                          .out_weight_init = Init::constant(5)});
    const std::vector<Tensor> parts = layer->parameters();
    const real expected[] = {2, 0, 5, 0};
    REQUIRE(parts.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(parts[i].to_vector() == full(parts[i].shape(), expected[i]).to_vector());
    }
  }
}

TEST_CASE("feed_forward: H is 4 C, and 8 C / 3 rounded down with a gate") {
  PythonRandom random(3);
  const auto rows_of_first = [&](const std::string& name, Index C) {
    return make_feed_forward(name, C, random)->parameters()[0].shape()[0];
  };
  for (const auto& [name, activation] : plain_layers) CHECK(rows_of_first(name, 10) == 40);
  for (const auto& [name, activation] : gated_layers) {
    CHECK(rows_of_first(name, 10) == 2 * 26);  // of 26.7
    CHECK(rows_of_first(name, 12) == 2 * 32);
    CHECK(rows_of_first(name, 1) == 2 * 2);
  }
}

TEST_CASE("feed_forward: the layers of Holo Gate Flow have no residual connection of their own") {
  const Tensor x = values({3, 6}, 2);
  for (const bool residual : {false, true}) {
    PythonRandom a(3), b(3), c(3), d(3);
    HoloGateFlow flow(6, a, {.affine = {.residual = residual}});
    HoloGateFlowLite lite(6, b, {.affine = {.residual = residual}});
    const auto made = make_feed_forward("holo_gate_flow", 6, c);
    const auto made_lite = make_feed_forward("holo_gate_flow_lite", 6, d);
    CHECK((made->forward(x).to_vector() == flow(x).to_vector()) == !residual);
    CHECK((made_lite->forward(x).to_vector() == lite(x).to_vector()) == !residual);
  }
}

// ---- HoloGateFlow ----

namespace {

double norm_of(const Tensor& t) {
  double sum = 0;
  for (const real v : t.to_vector()) sum += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("holo_gate_flow: it begins with a scale around the sigmoid of its bias") {
  PythonRandom random(1);
  CHECK(HoloGateFlow(7, random).split == std::array<Index, 3>{2, 2, 3});
  CHECK(HoloGateFlow(8, random).split == std::array<Index, 3>{2, 2, 4});
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

}  // namespace feed_forward_test
