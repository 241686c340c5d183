// 12_squared_relu: max(0, x)^2 as the activation. Squares make products: four units are x1 x2
// exactly. That a layer can be something does not mean that training finds it.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "holo/nn/norm.h"
#include "holo/ops.h"
#include "kernel_view/product_task.h"
#include "support/command_line.h"

using namespace holo;

// (x1 + x2)^2 - (x1 - x2)^2 = 4 x1 x2, and z^2 = max(0, z)^2 + max(0, -z)^2.
void four_units() {
  PythonRandom random(1);
  TwoLayers layer(4, Activation::relu2, false, random);
  const NoGrad no_grad;
  layer.fc1.weight.copy_(tensor({{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}));
  layer.fc2.weight.copy_(tensor({{0.25, 0.25, -0.25, -0.25}}));
  fmt::print("1. four units, {} parameters\n", layer.parameter_count());
  for (const auto& [a, b] : {std::pair{3.0, 5.0}, {-2.0, 7.0}, {-4.0, -0.5}}) {
    const Tensor x = tensor({{a, b}});
    fmt::print("{:4} * {:4} = {:5}\n", a, b, layer.forward(x).item());
  }
}

// The same four units, from random weights: some seeds end at the solution, most do not.
void seeds(int count, int steps) {
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
  const bool same = (x + mlp(rms_norm(x))).to_vector() == x.to_vector();
  fmt::print("W2 begins with 0, so the block begins as x itself: {}\n", same ? "yes" : "no");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Squared ReLU: four units are a product exactly; training finds it or not.");
  const auto steps = static_cast<int>(cli.integer("--steps", 2000, 1, 1'000'000, "training steps"));
  const auto count = static_cast<int>(cli.integer("--seeds", 10, 1, 1000, "how many trainings"));
  cli.finish();
  four_units();
  seeds(count, steps);
  block_of_microgpt();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
