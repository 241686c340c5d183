// module_test.cpp: modules know their parameters by name, tied ones once; layers begin as they say
// and compute what the ops compute; training and evaluation.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/nn/layers.h"
#include "holo/nn/sequential.h"
#include "nn/layer_check.h"

namespace module_test {
namespace {

using namespace holo;
using layer_check::names;

struct Mlp : Module {
  Linear fc1, fc2;
  Dropout dropout;
  explicit Mlp(PythonRandom& random)
      : fc1(3, 5, random), fc2(5, 2, random, {.bias = false}), dropout(0.5, 7) {
    register_module("fc1", fc1);
    register_module("fc2", fc2);
    register_module("dropout", dropout);
  }
};

struct Model : Module {
  Embedding wte;
  std::vector<std::unique_ptr<Mlp>> layers;
  LayerNorm norm;
  Linear head;
  Tensor scale;
  Model(PythonRandom& random, bool tied)
      : wte(11, 4, random), norm(4), head(4, 11, random, {.bias = false}), scale(ones({1})) {
    register_module("wte", wte);
    for (int i = 0; i < 2; ++i) {
      layers.push_back(std::make_unique<Mlp>(random));
      register_module("layers" + std::to_string(i), *layers.back());
    }
    register_module("norm", norm);
    if (tied) head.weight = wte.weight;
    register_module("head", head);
    register_parameter("scale", scale);
  }
};

std::vector<real> sorted_unique(std::vector<real> x) {
  std::sort(x.begin(), x.end());
  x.erase(std::unique(x.begin(), x.end()), x.end());
  return x;
}

// A module whose constructor registers nothing; the tests do.
struct Open : Module {
  using Module::register_module, Module::register_parameter;
};

double mean_of_squares(const std::vector<real>& x) {
  double sum = 0;
  for (const real v : x) sum += static_cast<double>(v) * static_cast<double>(v);
  return sum / static_cast<double>(x.size());
}

}  // namespace

TEST_CASE("module: those of a list are named by their numbers") {
  struct Stack : Module {
    ModuleList<Linear> layers;
    explicit Stack(PythonRandom& random) {
      for (Index out : {3, 1}) layers.add(std::make_unique<Linear>(3, out, random));
      register_module("layers", layers);
    }
  };
  PythonRandom random(1);
  const Stack stack(random);
  CHECK(names(stack) == std::vector<std::string>{"layers.0.weight", "layers.0.bias",
                                                 "layers.1.weight", "layers.1.bias"});
  CHECK(stack.layers.size() == 2);
  CHECK(stack.layers[1]->full_name().text == "layers.1");
  CHECK(stack.layers[1]->weight.label() == "layers.1.weight");
  check_error_with<UsageError>("Module: \"0\" is null; expected a module",
                               [] { ModuleList<Linear>().add(nullptr); });
}

TEST_CASE("module: a Sequential applies layers and functions, and names them as PyTorch does") {
  PythonRandom random(1), again(1);
  Sequential model;
  model.add<Linear>(2, 3, random).add(gelu).add(std::make_unique<Linear>(3, 1, random));
  const Linear first(2, 3, again), second(3, 1, again);
  const Tensor x = tensor({{1, 2}, {3, 4}});
  CHECK(model(x).to_vector() == second(gelu(first(x))).to_vector());
  std::string names;
  for (const NamedParameter& p : model.named_parameters()) names += p.name + ' ';
  CHECK(names == "0.weight 0.bias 2.weight 2.bias ");
  CHECK_THROWS_AS(model.add(std::unique_ptr<Layer>()), UsageError);
}

TEST_CASE("module: parameters by name, in the order of registration") {
  PythonRandom random(1);
  const Model model(random, false);
  const std::vector<std::string> want{"scale",
                                      "wte.weight",
                                      "layers0.fc1.weight",
                                      "layers0.fc1.bias",
                                      "layers0.fc2.weight",
                                      "layers1.fc1.weight",
                                      "layers1.fc1.bias",
                                      "layers1.fc2.weight",
                                      "norm.weight",
                                      "norm.bias",
                                      "head.weight"};
  CHECK(names(model) == want);
  CHECK(model.parameters().size() == want.size());
  CHECK(model.parameter_count() == 1 + 44 + 2 * (15 + 5 + 10) + 8 + 44);
  for (const NamedParameter& parameter : model.named_parameters()) {
    CHECK(parameter.tensor.requires_grad());
    CHECK(parameter.tensor.label() == parameter.name);
    CHECK(parameter.embedding == (parameter.name == "wte.weight"));
  }
  // the members are the parameters
  CHECK(&model.named_parameters()[2].tensor.node() == &model.layers[0]->fc1.weight.node());
}

TEST_CASE("module: a tied parameter comes once, under its first name") {
  PythonRandom random(1);
  const Model model(random, true);
  CHECK(names(model).size() == 10);
  CHECK(names(model).back() == "norm.bias");
  CHECK(&model.head.weight.node() == &model.wte.weight.node());
  CHECK(model.wte.weight.label() == "wte.weight");
  CHECK(model.parameter_count() == 1 + 44 + 2 * (15 + 5 + 10) + 8);
}

TEST_CASE("module: a label of the user's stays, an empty member is left out") {
  PythonRandom random(1);
  Linear layer(2, 2, random);
  layer.bias.set_label("mine");
  Open outer;
  outer.register_module("layer", layer);
  CHECK(layer.weight.label() == "layer.weight");
  CHECK(layer.bias.label() == "mine");
  layer.bias = Tensor();
  CHECK(names(outer) == std::vector<std::string>{"layer.weight"});
  Tensor mine = ones({1}).set_label("mine");
  outer.register_parameter("scale", mine);
  CHECK(mine.label() == "mine");
}

TEST_CASE("module: names that are refused") {
  PythonRandom random(1);
  Linear layer(2, 2, random);
  Tensor x = zeros({1});
  Open module;
  module.register_parameter("x", x);
  for (const std::string name : {"x", "", "a.b"}) {
    CHECK_THROWS_AS(module.register_parameter(name, x), Error);
    CHECK_THROWS_AS(module.register_module(name, layer), Error);
  }
  CHECK_THROWS_WITH(module.register_module("x", layer),
                    doctest::Contains("the name \"x\", which is taken"));
  Tensor empty;
  CHECK_THROWS_AS(module.register_parameter("empty", empty), Error);
  Tensor result = layer(zeros({1, 2}));
  CHECK_THROWS_AS(module.register_parameter("result", result), Error);
}

TEST_CASE("module: train and eval reach every layer") {
  PythonRandom random(1);
  Model model(random, false);
  CHECK(model.training());
  CHECK(model.layers[1]->dropout.training());
  model.eval();
  CHECK(!model.training());
  CHECK(!model.layers[1]->dropout.training());
  CHECK(!model.wte.training());
  model.train();
  CHECK(model.layers[1]->dropout.training());
}

TEST_CASE("module: zero_grad forgets all gradients, to() knows its devices") {
  PythonRandom random(1);
  Mlp model(random);
  const real* const data = model.fc1.weight.data();
  model.fc2(model.fc1(ones({1, 3}))).backward(ones({1, 2}));
  CHECK(model.fc1.weight.grad().defined());
  CHECK(model.fc2.weight.grad().defined());
  model.zero_grad();
  for (const Tensor& parameter : model.parameters()) CHECK(!parameter.grad().defined());
  model.to(default_device());
  CHECK(model.fc1.weight.data() == data);
  for (const Device device : {Device::plain, Device::cpu}) {
    const Tensor x = zeros({1, 3}, model.fc1.weight.device()).set_requires_grad();
    const Tensor y = model.fc1(x);  // its graph has saved a parameter that moves
    model.fc1(x).backward(ones({1, 5}, x.device()));
    const bool moves = model.fc1.weight.device() != device;
    model.to(device);
    CHECK(model.fc1.weight.grad().defined() == !moves);
    if (moves) CHECK_THROWS_AS(y.backward(ones({1, 5}, x.device())), Error);
    for (const Tensor& parameter : model.parameters()) CHECK(parameter.device() == device);
  }
  if (cuda() == nullptr) CHECK_THROWS_AS(model.to(Device::cuda), Error);
}

TEST_CASE("module: linear layers begin as they say") {
  PythonRandom random(3), again(3);
  const Linear layer(64, 100, random);
  CHECK(layer.weight.shape() == Shape{100, 64});
  CHECK(layer.bias.shape() == Shape{100});
  // the weight is drawn first, row by row, then the bias
  for (const Tensor& parameter : {layer.weight, layer.bias}) {
    for (const real v : parameter.to_vector())
      CHECK(v == static_cast<real>(again.uniform(-0.125, 0.125)));
  }
  CHECK(sorted_unique(layer.weight.to_vector()).size() > 6000);
  const Linear normal(64, 100, random,
                      {.weight_init = Init::normal(0.02), .bias_init = Init::zero()});
  CHECK(mean_of_squares(normal.weight.to_vector()) / (0.02 * 0.02) ==
        doctest::Approx(1).epsilon(0.05));
  CHECK(sorted_unique(normal.bias.to_vector()) == std::vector<real>{0});
  const Linear others(3, 50, random, {.bias_init = Init::constant(-1.5)});
  CHECK(sorted_unique(others.bias.to_vector()) == std::vector<real>{real(-1.5)});
  const Linear without(3, 4, random, {.bias = false});
  CHECK(!without.bias.defined());
  CHECK(without.parameters().size() == 1);
}

TEST_CASE("module: embeddings and norms begin as they say") {
  PythonRandom random(3), again(3);
  const Embedding table(100, 30, random);
  CHECK(table.weight.shape() == Shape{100, 30});
  for (const real v : table.weight.to_vector()) CHECK(v == static_cast<real>(again.gauss(0, 1)));
  const Embedding small(100, 30, random, Init::normal(0.02));
  CHECK(mean_of_squares(small.weight.to_vector()) / (0.02 * 0.02) ==
        doctest::Approx(1).epsilon(0.05));
  const LayerNorm norm(5);
  CHECK(norm.epsilon == 1e-5);
  CHECK(norm.weight.to_vector() == std::vector<real>(5, 1));
  CHECK(norm.bias.to_vector() == std::vector<real>(5, 0));
  CHECK(LayerNorm(5, {.bias = false}).parameters().size() == 1);
  CHECK(LayerNorm(5, {.weight = false, .bias = false}).parameters().empty());
  CHECK(names(RMSNorm(5)) == std::vector<std::string>{"weight"});
  CHECK(RMSNorm(5, {.weight = false}).parameters().empty());
}

TEST_CASE("module: dropout takes a new mask in each call, the same ones for the same seed") {
  const Tensor x = ones({1000});
  Dropout a(0.25, 9), b(0.25, 9), c(0.25, 10);
  const std::vector<real> first = a(x).to_vector(), second = a(x).to_vector();
  CHECK(first != second);
  CHECK(a.calls() == 2);
  CHECK(b(x).to_vector() == first);
  CHECK(c(x).to_vector() != first);
  const auto dropped = std::count(first.begin(), first.end(), real(0));
  CHECK(dropped > 200);
  CHECK(dropped < 300);
  CHECK(sorted_unique(first).back() == real(1 / 0.75));
  // a run that goes on from a checkpoint
  c.set_calls(5);
  Dropout d(0.25, 10);
  for (int i = 0; i < 5; ++i) d(x);
  CHECK(c(x).to_vector() == d(x).to_vector());
}

TEST_CASE("module: sizes and numbers that are refused") {
  PythonRandom random(1);
  check_error_with<UsageError>("Linear: in 0; expected at least 1", [&] { Linear(0, 2, random); });
  check_error_with<UsageError>("Linear: out -3", [&] { Linear(2, -3, random); });
  check_error_with<UsageError>("Embedding: V 0", [&] { Embedding(0, 2, random); });
  check_error_with<UsageError>("Embedding: C 0", [&] { Embedding(2, 0, random); });
  check_error_with<UsageError>("LayerNorm: C 0", [&] { LayerNorm(0); });
  check_error_with<UsageError>("RMSNorm: C 0", [&] { RMSNorm(0); });
  check_error_with<UsageError>("LayerNorm: epsilon -1", [&] { LayerNorm(2, {.epsilon = -1}); });
  check_error_with<UsageError>("RMSNorm: epsilon nan",
                               [&] { RMSNorm(2, {.epsilon = std::nan("")}); });
  for (const double p : {-0.1, 1.0, std::nan("")}) {
    check_error_with<UsageError>("expected 0 <= p < 1", [&] { Dropout(p, 1); });
  }
  check_error_with<UsageError>("init: -1",
                               [&] { Linear(2, 2, random, {.weight_init = Init::normal(-1)}); });
  check_error_with<UsageError>(
      "init: inf", [&] { Linear(2, 2, random, {.bias_init = Init::constant(HUGE_VAL)}); });
}

}  // namespace module_test
