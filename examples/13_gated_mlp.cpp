// 13_gated_mlp: in place of an activation, one half of the hidden numbers gates the other. A unit
// is now a product of two linear maps: one of them is x1 x2 exactly.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"
#include "kernel_view/product_task.h"
#include "support/recorded/command_line.h"

using namespace holo;

GatedMLPOptions small(Index hidden, const std::string& activation) {
  return {.hidden = hidden, .out = 1, .activation = activation, .multiple_of = 1};
}

// From the MLP to the gate, one change: act(W1 x) becomes value act(gate).
void halves() {
  PythonRandom random(42);
  const GatedMLP layer(2, random, {.hidden = 3, .multiple_of = 1});
  const Tensor x = tensor({1, 2});
  const auto [value, gate] = layer.halves(x);
  fmt::print("1. two halves of one product, then value silu(gate)\n");
  fmt::print("W1 x         {}\n", to_string(layer.fc1(x)));
  fmt::print("value        {}\ngate         {}\n", to_string(value), to_string(gate));
  fmt::print("silu(gate)   {}\n", to_string(silu(gate)));
}

// No activation at all: (a . x) (b . x) c, with a = (1, 0), b = (0, 1), c = 1.
void one_unit() {
  PythonRandom random(1);
  GatedMLP layer(2, random, small(1, "none"));
  const NoGrad no_grad;
  Tensor w1 = layer.fc1.weight, w2 = layer.fc2.weight;
  w1.copy_(tensor({{1, 0}, {0, 1}}));
  w2.copy_(tensor({{1}}));
  fmt::print("\n2. one unit without an activation, {} parameters\n", layer.parameter_count());
  for (const auto& [a, b] : {std::pair{3.0, 5.0}, {-2.0, 7.0}, {-4.0, -0.5}}) {
    fmt::print("{:4} * {:4} = {:5}\n", a, b, layer(tensor({{a, b}})).item());
  }
}

// The order of the halves is a convention: here the value comes first, in MLP the gate.
void two_conventions() {
  PythonRandom random(42);
  const GatedMLP value_first(4, random, {.hidden = 6, .multiple_of = 1});
  MLP gate_first(4, "swiglu", random, {.expansion_factor = 1.5});
  const NoGrad no_grad;
  const std::vector<Tensor> half = split(value_first.fc1.weight, {6, 6}, 0);
  gate_first.layer1.weight.copy_(cat({half[1], half[0]}, 0));
  gate_first.layer2.weight.copy_(value_first.fc2.weight);
  const Tensor x = tensor({1, -2, 0.5, 3});
  const auto difference = [](const Tensor& a, const Tensor& b) { return max(abs(a - b)).item(); };
  fmt::print("\n3. the halves of the first weight exchanged: largest difference\n");
  fmt::print("in MLP, which has the gate first     {:.1g}\n",
             difference(value_first(x), gate_first(x)));
  // In the same layer the value becomes the gate.
  for (const char* activation : {"silu", "none"}) {
    GatedMLP layer(4, random, {.hidden = 6, .activation = activation, .multiple_of = 1});
    const Tensor before = layer(x);
    const std::vector<Tensor> rows = split(layer.fc1.weight, {6, 6}, 0);
    layer.fc1.weight.copy_(cat({rows[1], rows[0]}, 0));
    fmt::print("in the same layer, activation {:<6} {:.1g}\n", activation,
               difference(before, layer(x)));
  }
}

void seeds(int count, int steps, Index units) {
  fmt::print("\n4. trained on a grid in [-1, 1]^2, {} seeds; error there, and in [-3, 3]^2\n",
             count);
  const ProductTask inside(1), outside(3);
  for (const auto& [hidden, activation] :
       {std::pair<Index, std::string>{units, "none"}, {1, "silu"}, {4, "silu"}}) {
    std::vector<double> errors, far;
    for (int seed = 0; seed < count; ++seed) {
      PythonRandom random(static_cast<std::uint64_t>(seed));
      GatedMLP layer(2, random, small(hidden, activation));
      errors.push_back(inside.train(layer, steps, 0.02));
      far.push_back(outside.rmse(layer));
    }
    std::sort(errors.begin(), errors.end());
    std::sort(far.begin(), far.end());
    PythonRandom random(0);
    fmt::print("{} unit{}, {:<4} {:2} parameters: median {:.0e}  {:.0e}\n", hidden,
               hidden > 1 ? "s" : " ", activation,
               GatedMLP(2, random, small(hidden, activation)).parameter_count(),
               errors[errors.size() / 2], far[far.size() / 2]);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "A gate in place of an activation: products of two linear maps.");
  const auto steps = static_cast<int>(cli.integer("--steps", 2000, 1, 1'000'000, "training steps"));
  const auto count = static_cast<int>(cli.integer("--seeds", 10, 1, 1000, "how many trainings"));
  const Index units = cli.integer("--units", 1, 1, 1000, "of the first layer of part 4");
  cli.finish();
  halves();
  one_unit();
  two_conventions();
  seeds(count, steps, units);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
