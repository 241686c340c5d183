// 12_squared_relu: max(0, x)^2 as the activation. Squares make products: four units are x1 x2
// exactly. That a layer can be something does not mean that training finds it.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"
#include "kernel_view/product_task.h"
#include "support/recorded/command_line.h"

using namespace holo;

// (x1 + x2)^2 - (x1 - x2)^2 = 4 x1 x2, and z^2 = max(0, z)^2 + max(0, -z)^2.
// A bias is added to what each of the four takes the square of.
void four_units(double bias) {
  PythonRandom random(1);
  TwoLayers layer(4, Activation::relu2, bias != 0, random);
  const NoGrad no_grad;
  layer.fc1.weight.copy_(tensor({{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}));
  layer.fc2.weight.copy_(tensor({{0.25, 0.25, -0.25, -0.25}}));
  if (bias != 0) {
    layer.fc1.bias.fill_(static_cast<real>(bias));
    layer.fc2.bias.fill_(0);
  }
  fmt::print("1. four units, {} parameters\n", layer.parameter_count());
  for (const auto& [a, b] : {std::pair{3.0, 5.0}, {-2.0, 7.0}, {-4.0, -0.5}}) {
    const Tensor x = tensor({{a, b}});
    fmt::print("{:4} * {:4} = {:5}\n", a, b, layer.forward(x).item());
  }
}

// "unit (0.9, -0.9)" for each row of the first layer: the numbers that x1 and x2 are multiplied by.
void show_units(const TwoLayers& layer, int seed, double error) {
  fmt::print("seed {}, error {:.0e}:", seed, error);
  const std::vector<real> w = layer.fc1.weight.to_vector();
  for (std::size_t i = 0; i < w.size(); i += 2) fmt::print("  ({:4.1f}, {:4.1f})", w[i], w[i + 1]);
  fmt::print("\n");
}

// The same four units, from random weights: some seeds end at the solution, most do not.
void seeds(int count, int steps, bool weights) {
  fmt::print("\n2. the same layer trained on a grid in [-1, 1]^2, {} seeds\n", count);
  const ProductTask task(1);
  for (const auto& [hidden, activation, name] :
       {std::tuple{Index{4}, Activation::relu2, "squared relu"},
        {Index{8}, Activation::relu2, "squared relu"},
        {Index{8}, Activation::relu, "relu"}}) {
    std::vector<double> errors;
    for (int seed = 0; seed < count; ++seed) {
      PythonRandom random(static_cast<std::uint64_t>(seed));
      TwoLayers layer(hidden, activation, activation == Activation::relu, random);
      errors.push_back(task.train(layer, steps, 0.02));
      if (weights && hidden == 4) show_units(layer, seed, errors.back());
    }
    std::sort(errors.begin(), errors.end());
    const auto found =
        std::count_if(errors.begin(), errors.end(), [](double e) { return e < 0.01; });
    fmt::print("{} units, {:<12}  best {:.0e}, median {:.0e}, below 0.01: {} of {}\n", hidden, name,
               errors.front(), errors[errors.size() / 2], found, count);
  }
}

// The MLP block of microgpt in its ReLU^2 revision: x + W2 max(0, W1 rmsnorm(x))^2.
void block_of_microgpt() {
  PythonRandom random(42);
  MLP mlp(4, "relu2", random, {.expansion_factor = 4});
  const Tensor x = tensor({{1, 2, -1, 0}});
  Tensor w2 = mlp.layer2.weight;
  fmt::print("\n3. in microgpt: x + mlp(rmsnorm(x)), {} units, {} parameters\n", mlp.hidden_dim,
             mlp.parameter_count());
  const NoGrad no_grad;
  w2.fill_(0);
  fmt::print("W2 begins with 0, so the block begins as x itself: largest difference {:.1g}\n",
             max(abs(x + mlp(rms_norm(x)) - x)).item());
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Squared ReLU: four units are a product exactly; training finds it or not.");
  const auto steps = static_cast<int>(cli.integer("--steps", 2000, 1, 1'000'000, "training steps"));
  const auto count = static_cast<int>(cli.integer("--seeds", 10, 1, 1000, "how many trainings"));
  const double bias = cli.number("--bias", 0, between(-100, 100), "of the four units of part 1");
  const bool weights = cli.flag("--weights", "of the layers of four units of part 2, by seed");
  cli.finish();
  four_units(bias);
  seeds(count, steps, weights);
  block_of_microgpt();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
