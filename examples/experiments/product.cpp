// product.cpp: which layers learn y = x1 x2 from points in [-1, 1]^2, and what do they say outside?
// Each from several beginnings: what a layer can be and what training makes of it are two
// questions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/product_task.h"
#include "support/command_line.h"

using namespace holo;

double root_mean_square(const Tensor& y) {
  return std::sqrt(static_cast<double>(mean(y * y).item()));
}

void row(const std::string& name, Index hidden, int steps, int seeds, double rate) {
  const ProductTask inside(1), outside(3);
  std::vector<double> errors, far;
  Index parameters = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    PythonRandom random(static_cast<std::uint64_t>(seed));
    const std::unique_ptr<Layer> layer = product_layer(name, hidden, random);
    errors.push_back(inside.train(*layer, steps, rate));
    far.push_back(outside.rmse(*layer));
    parameters = layer->parameter_count();
  }
  const auto found = std::count_if(errors.begin(), errors.end(), [](double e) { return e < 0.01; });
  fmt::print("{:<13} {:>5} {:>11}   {:.1e}  {:.1e}   {:.1e}   {:>3} of {}\n", name, hidden,
             parameters, quantile(errors, 0.5), *std::min_element(errors.begin(), errors.end()),
             quantile(far, 0.5), found, seeds);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Which layers learn the product of two numbers?");
  const bool quick = cli.flag("--quick", "2 seeds of 20 steps: only shows that it works");
  const auto steps = static_cast<int>(
      cli.integer("--steps", quick ? 20 : 4000, 1, 1'000'000, "steps of Adam, all points in each"));
  const auto seeds = static_cast<int>(
      cli.integer("--seeds", quick ? 2 : 10, 1, 1000, "how many beginnings of each layer"));
  const double rate = cli.number("--learning-rate", 0.02, above(0), "falls to 0 in a line");
  cli.finish();

  fmt::print("y = x1 x2: {} points of [-1, 1]^2, {} steps of Adam from {} falling to 0, {} seeds\n",
             ProductTask(1).x.size(0), steps, rate, seeds);
  fmt::print(
      "root of the mean squared error; of 0 as the answer: {:.2f}, and {:.1f} in [-3, 3]^2\n",
      root_mean_square(ProductTask(1).y), root_mean_square(ProductTask(3).y));
  fmt::print("{:<13} {:>5} {:>11}   {:<7}  {:<7}   {:<7}   {}\n", "layer", "units", "parameters",
             "median", "best", "[-3, 3]", "below 0.01");
  for (const auto& [name, hidden] : {std::pair<const char*, Index>{"bilinear", 1},
                                     {"SiLU-gated", 1},
                                     {"SiLU-gated", 4},
                                     {"squared ReLU", 4},
                                     {"squared ReLU", 8},
                                     {"GELU", 8},
                                     {"GELU", 32},
                                     {"ReLU", 8},
                                     {"ReLU", 32},
                                     {"ReLU", 128}}) {
    row(name, hidden, steps, seeds, rate);
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
