// kernel_figures.cpp: the plots of chapters 14.1 and 14.2: three of random gated units, two of
// layers that learn y = x1 x2.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

#include "figures/chapter_figures.h"
#include "holo/creation.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/product_task.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

using std::numbers::pi;

// What each of the first 72 units adds: the rank of the weights, and of the outputs at 128 points.
Figure rank_figure() {
  constexpr std::size_t d = 8, cap = d * (d + 1) / 2, most = 2 * cap, points = 128;
  PythonRandom random(1);
  std::vector<Numbers64> x;
  for (std::size_t n = 0; n < points; ++n) x.push_back(random_vector(d, random));
  Series relu{"ReLU units", {}, {}}, gated{"gated units", {}, {}},
      weights{"weights of gated units", {}, {}, false},
      limit{fmt::format("d (d + 1) / 2 = {}", cap), {1, most}, {cap, cap}};
  std::vector<Numbers64> relu_rows, gated_rows, weight_rows;
  for (std::size_t units = 1; units <= most; ++units) {
    const Numbers64 gate = random_vector(d, random), value = random_vector(d, random);
    weight_rows.push_back(implicit_weights(gate, value));
    relu_rows.emplace_back();
    gated_rows.emplace_back();
    for (const Numbers64& at : x) {
      relu_rows.back().push_back(std::max(0.0, dot64(gate, at)));
      gated_rows.back().push_back(dot64(gate, at) * dot64(value, at));
    }
    const auto add = [units](Series& series, const std::vector<Numbers64>& rows) {
      series.x.push_back(static_cast<double>(units));
      series.y.push_back(static_cast<double>(rank(rows)));
    };
    add(relu, relu_rows);
    add(gated, gated_rows);
    if (units % 4 == 0) add(weights, weight_rows);
  }
  Plot plot("How many different functions are so many units?", "units", "rank",
            {.description = "The rank of ReLU units grows with their number, that of gated units "
                            "without an activation stops at 36"});
  for (const Series& series : {relu, gated, weights, limit}) plot.add(series);
  return {"gate_rank.svg", plot.to_svg()};
}

// Both sides divided by |g| |v|, so that the closed formula is a line.
Figure eigenvalue_figure() {
  constexpr std::size_t d = 5;
  PythonRandom random(2);
  Series largest{"largest", {}, {}, false}, others{"the other three", {}, {}, false},
      smallest{"smallest", {}, {}, false}, upper{"(cos + 1) / 2", {-1, 1}, {0, 1}},
      lower{"(cos - 1) / 2", {-1, 1}, {-1, 0}};
  for (int unit = 0; unit < 60; ++unit) {
    const Numbers64 g = random_vector(d, random), v = random_vector(d, random);
    const double lengths = std::sqrt(dot64(g, g) * dot64(v, v));
    const Numbers64 found = eigenvalues(symmetric_matrix(g, v), d);
    for (std::size_t i = 0; i < d; ++i) {
      Series& series = i == 0 ? largest : i + 1 == d ? smallest : others;
      series.x.push_back(dot64(g, v) / lengths);
      series.y.push_back(found[i] / lengths);
    }
  }
  Plot plot("Eigenvalues of 60 random gated units, d = 5", "cos = g·v / |g||v|",
            "eigenvalue / |g||v|",
            {.description = "One eigenvalue of each unit lies on a rising line from 0 to 1, one on "
                            "a parallel line from -1 to 0, and three are 0"});
  for (const Series& series : {largest, smallest, others, upper, lower}) plot.add(series);
  return {"gate_eigenvalues.svg", plot.to_svg()};
}

Figure kernel_figure() {
  constexpr int draws = 50'000;
  Plot plot("Kernels of random gated units, |x| = |y| = 1", "angle between x and y in degrees",
            "mean of unit(x) unit(y)",
            {.description = "Three curves that begin at 1.5, 1 and 0.5 and fall, bilinear to a "
                            "right angle only; the means "
                            "over random units lie on them"});
  for (std::size_t k = 0; k < gate_kernels.size(); ++k) {
    Series curve{gate_kernels[k].name, {}, {}};
    for (int degrees = 0; degrees <= 180; degrees += 2) {
      curve.x.push_back(degrees);
      curve.y.push_back(gate_kernels[k].closed_form(degrees * pi / 180));
    }
    plot.add(curve);
  }
  PythonRandom random(3);
  Numbers64 angles, means[3];
  for (int degrees = 0; degrees <= 180; degrees += 15) {
    const Numbers64 x = {1, 0}, y = {std::cos(degrees * pi / 180), std::sin(degrees * pi / 180)};
    double sum[3] = {};
    for (int n = 0; n < draws; ++n) {
      const Numbers64 gate = random_vector(2, random), value = random_vector(2, random);
      for (std::size_t k = 0; k < 3; ++k) {
        sum[k] += gate_kernels[k].unit(dot64(gate, x), dot64(value, x)) *
                  gate_kernels[k].unit(dot64(gate, y), dot64(value, y));
      }
    }
    angles.push_back(degrees);
    for (std::size_t k = 0; k < 3; ++k) means[k].push_back(sum[k] / draws);
  }
  for (int i = 0; i < 3; ++i) plot.add({});  // the marks get the colours of the curves
  for (std::size_t k = 0; k < 3; ++k) {
    plot.add({fmt::format("{}: {} units", gate_kernels[k].name, draws), angles, means[k], false});
  }
  return {"gate_kernels.svg", plot.to_svg()};
}

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
    found.errors.push_back(median(std::move(errors)));
  }
  std::sort(answers.begin(), answers.end());
  found.answers = answers[answers.size() / 2].second;
  return found;
}

}  // namespace

std::vector<Figure> random_weight_figures() {
  return {rank_figure(), eigenvalue_figure(), kernel_figure()};
}

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
