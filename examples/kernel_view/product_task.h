// product_task.h: the smallest task that needs a product of inputs: y = x1 x2. Some layers have it
// exactly, some come near it, and training finds it or does not.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holo/nn/layers.h"
#include "holo/nn/module.h"

namespace holo {

/// 2 inputs, `hidden` units, 1 output: act(W1 x + b1), then W2 of that plus b2.
class TwoLayers : public Layer {
 public:
  TwoLayers(Index hidden, Activation activation, bool bias, PythonRandom& random);
  Tensor forward(const Tensor& x) override { return fc2(fc1(x)); }

  Linear fc1, fc2;
};

/// A layer of 2 inputs, `hidden` units and 1 output. Without biases: "bilinear", "SiLU-gated",
/// "squared ReLU". With them, TwoLayers: "GELU", "ReLU". UsageError: another name.
std::unique_ptr<Layer> product_layer(const std::string& name, Index hidden, PythonRandom& random);

/// A grid of points in [-width, width]^2 and the products of their coordinates.
struct ProductTask {
  explicit ProductTask(double width, Index points_a_side = 32);
  Tensor x, y;  ///< [points, 2], [points, 1]

  /// sqrt of the mean of (layer(x) - y)^2
  double rmse(Layer& layer) const;
  /// Adam over the whole grid, `steps` times, the learning rate falling to 0. Returns rmse().
  double train(Layer& layer, int steps, double learning_rate) const;
  /// The same; rmse() before the first step and after each `every` steps, every <= steps.
  std::vector<double> curve(Layer& layer, int steps, double learning_rate, int every) const;
};

}  // namespace holo
