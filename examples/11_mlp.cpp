// 11_mlp: the feed-forward layer of a transformer: expand, act, contract. Each hidden unit is a key
// that is compared with the input, and a value that is added when they match.
#include <fmt/format.h>

#include <string>

#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"
#include "kernel_view/product_task.h"
#include "support/recorded/command_line.h"

using namespace holo;

// W1 is [H, C], W2 is [C, H]: H is the expanded number of channels.
void expand_act_contract() {
  PythonRandom random(42);
  MLP mlp(4, "relu", random, {.expansion_factor = 3});
  const Tensor x = tensor({{1, 0, -1, 2}, {0, 1, 0, 0}});
  const Tensor hidden = mlp.hidden(x), y = mlp.output(hidden);
  fmt::print("1. expand, act, contract\n");
  fmt::print("x {} -> hidden {} -> y {}\n", x.shape().to_string(), hidden.shape().to_string(),
             y.shape().to_string());
  // Each weight multiplies and adds once, each hidden unit has one activation.
  fmt::print("{} parameters, {} FLOPs for a token\n", mlp.parameter_count(),
             2 * mlp.parameter_count() + mlp.hidden_dim);
}

// y = sum over the units j of act(key_j . x) value_j. key_j is row j of W1, value_j column j of W2.
void keys_and_values(const std::string& activation) {
  PythonRandom random(42);
  MLP mlp(2, activation, random, {.expansion_factor = 1.5});
  const NoGrad no_grad;
  mlp.layer1.weight.copy_(tensor({{1, 0}, {0, 1}, {-1, -1}}));
  mlp.layer2.weight.copy_(tensor({{10, 0, 1}, {0, 20, 1}}));
  const Tensor x = tensor({2, 0.5});
  fmt::print("\n2. keys and values, x = {}\n", to_string(x));
  Tensor y = zeros({2});
  for (Index j = 0; j < mlp.hidden_dim; ++j) {
    const Tensor key = reshape(slice(mlp.layer1.weight, 0, j, j + 1), {-1});
    const Tensor value = reshape(slice(mlp.layer2.weight, 1, j, j + 1), {-1});
    const Tensor match = activation == "relu" ? relu(matmul(key, x)) : gelu(matmul(key, x));
    fmt::print("unit {}: key . x = {:4.1f}, so {:5.2f} of the value [{:2.0f}, {:2.0f}]\n", j,
               matmul(key, x).item(), match.item(), value.to_vector()[0], value.to_vector()[1]);
    y = y + match * value;
  }
  fmt::print("their sum {}\nthe layer {}\n", to_string(y), to_string(mlp(x)));
}

// A product of two inputs: many units come near it inside of the grid, none knows it outside.
void a_product(int steps, Index units) {
  fmt::print("\n3. learning y = x1 x2 from a grid in [-1, 1]^2: error there, and in [-3, 3]^2\n");
  const ProductTask inside(1), outside(3);
  for (const Index hidden : {Index{2}, Index{8}, units}) {
    PythonRandom random(1);
    TwoLayers layer(hidden, Activation::relu, true, random);
    const double error = inside.train(layer, steps, 0.02);
    fmt::print("{:3} units, {:3} parameters: {:.3f}  {:.1f}\n", hidden, layer.parameter_count(),
               error, outside.rmse(layer));
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "The feed-forward layer: expand, act, contract; keys and values.");
  const auto steps = static_cast<int>(cli.integer("--steps", 2000, 1, 1'000'000, "training steps"));
  const Index units = cli.integer("--units", 32, 1, 4096, "of the last layer of part 3");
  const std::string activation = cli.choice("--activation", {"relu", "gelu"}, "of part 2");
  cli.finish();
  expand_act_contract();
  keys_and_values(activation);
  a_product(steps, units);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
