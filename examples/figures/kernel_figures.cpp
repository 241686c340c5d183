// kernel_figures.cpp: the plots of chapter 14.2, of layers that learn y = x1 x2.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "figures/chapter_figures.h"
#include "holo/creation.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/product_task.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

struct Curves {
  std::vector<double> errors;   // median over the seeds, at each 40th part of the training
  std::vector<double> answers;  // of a seed in the middle, at (t, t)
};

Curves trained(const std::string& name, Index hidden, int steps, int seeds, double rate,
               const Tensor& line) {
  const ProductTask task(1);
  std::vector<std::vector<double>> curves;
  std::vector<std::pair<double, std::vector<double>>> answers;
  for (int seed = 0; seed < seeds; ++seed) {
    PythonRandom random(static_cast<std::uint64_t>(seed));
    const auto layer = product_layer(name, hidden, random);
    curves.push_back(task.curve(*layer, steps, rate, steps / 40));
    const NoGrad no_grad;
    const std::vector<real> y = layer->forward(line).to_vector();
    answers.push_back({curves.back().back(), std::vector<double>(y.begin(), y.end())});
  }
  Curves found;
  for (std::size_t i = 0; i < curves[0].size(); ++i) {
    std::vector<double> errors;
    for (const std::vector<double>& curve : curves) errors.push_back(curve[i]);
    found.errors.push_back(quantile(std::move(errors), 0.5));
  }
  std::sort(answers.begin(), answers.end());
  found.answers = answers[answers.size() / 2].second;
  return found;
}

}  // namespace

std::vector<Figure> training_figures(int steps, int seeds, double rate) {
  std::vector<double> points, along, products, at_step;
  for (int i = 0; i <= 120; ++i) {
    const double t = -3 + 0.05 * i;
    points.insert(points.end(), {t, t});
    along.push_back(t);
    products.push_back(t * t);
  }
  const Tensor line =
      from_values({static_cast<Index>(along.size()), 2}, std::span<const double>(points));
  Plot errors(
      fmt::format("Learning x1·x2: the error, median of {} seeds", seeds), "step",
      "error (root mean square) in [-1, 1]²",
      {.log_y = true,
       .description =
           "The error of the bilinear unit falls to the rounding of floats within a few hundred "
           "steps; those of the other layers stop far above it, ReLU highest"});
  Plot answers(
      "What was learned, along x1 = x2; points of training end at ±1", "x1 = x2", "answer",
      {.description =
           "Between -1 and 1 all layers follow the parabola; outside, the ReLU layer goes on in "
           "straight lines below it, the bilinear unit and squared ReLU stay on it, "
           "SiLU leaves it slowly"});
  answers.add({"x1·x2", along, products});
  for (const auto& [name, hidden] : {std::pair<const char*, Index>{"bilinear", 1},
                                     {"squared ReLU", 8},
                                     {"SiLU-gated", 4},
                                     {"ReLU", 32}}) {
    const Curves curves = trained(name, hidden, steps, seeds, rate, line);
    at_step.clear();
    for (std::size_t i = 0; i < curves.errors.size(); ++i) {
      at_step.push_back(static_cast<double>(i) * (steps / 40));
    }
    const std::string label = fmt::format("{}, {} unit{}", name, hidden, hidden > 1 ? "s" : "");
    errors.add({label, at_step, curves.errors});
    answers.add({label, along, curves.answers});
  }
  return {{"product_training.svg", errors.to_svg()}, {"product_outside.svg", answers.to_svg()}};
}

}  // namespace holo
