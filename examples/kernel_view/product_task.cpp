// product_task.cpp: the grid, and how a layer is trained on it.
#include "kernel_view/product_task.h"

#include <cmath>
#include <vector>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"

namespace holo {

TwoLayers::TwoLayers(Index hidden, Activation activation, bool bias, PythonRandom& random)
    : fc1(2, hidden, random, {.bias = bias, .activation = activation}),
      fc2(hidden, 1, random, {.bias = bias}) {
  register_module("fc1", fc1);
  register_module("fc2", fc2);
}

std::unique_ptr<Layer> product_layer(const std::string& name, Index hidden, PythonRandom& random) {
  if (name == "bilinear" || name == "SiLU-gated") {
    const char* activation = name == "bilinear" ? "none" : "silu";
    return std::make_unique<GatedMLP>(
        2, random,
        GatedMLPOptions{.hidden = hidden, .out = 1, .activation = activation, .multiple_of = 1});
  }
  if (name == "squared ReLU") {
    return std::make_unique<TwoLayers>(hidden, Activation::relu2, false, random);
  }
  if (name == "GELU") return std::make_unique<TwoLayers>(hidden, Activation::gelu, true, random);
  if (name == "ReLU") return std::make_unique<TwoLayers>(hidden, Activation::relu, true, random);
  throw UsageError("product_layer", "'" + name + "'",
                   "bilinear, SiLU-gated, squared ReLU, GELU or ReLU");
}

ProductTask::ProductTask(double width, Index points_a_side) {
  std::vector<double> points, products;
  const auto coordinate = [&](Index i) {
    return width * (2 * static_cast<double>(i) / static_cast<double>(points_a_side - 1) - 1);
  };
  for (Index i = 0; i < points_a_side; ++i) {
    for (Index j = 0; j < points_a_side; ++j) {
      points.push_back(coordinate(i));
      points.push_back(coordinate(j));
      products.push_back(coordinate(i) * coordinate(j));
    }
  }
  const Index count = points_a_side * points_a_side;
  x = tensor(points, {count, 2});
  y = tensor(products, {count, 1});
}

double ProductTask::rmse(Layer& layer) const {
  const NoGrad no_grad;
  return std::sqrt(static_cast<double>(mse(layer.forward(x), y).item()));
}

double ProductTask::train(Layer& layer, int steps, double learning_rate) const {
  return curve(layer, steps, learning_rate, steps).back();
}

std::vector<double> ProductTask::curve(Layer& layer, int steps, double learning_rate,
                                       int every) const {
  Adam adam(layer.parameters(), learning_rate);
  const LinearSchedule rate(learning_rate, steps);
  std::vector<double> errors = {rmse(layer)};
  for (int step = 0; step < steps; ++step) {
    adam.set_learning_rate(rate(step));
    adam.zero_grad();
    mse(layer.forward(x), y).backward();
    adam.step();
    if ((step + 1) % every == 0) errors.push_back(rmse(layer));
  }
  return errors;
}

}  // namespace holo
