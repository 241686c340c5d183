// feed_forward_test.cpp: each name is the layer of its formula, number by number, and its two maps
// begin with the inits that the options give them.
#include "holo/nn/feed_forward.h"

#include <map>

#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "nn/layer_check.h"

namespace feed_forward_test {
namespace {

using namespace layer_check;

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

}  // namespace feed_forward_test
