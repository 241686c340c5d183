// trained_gate_runs.h: what was measured of trained gates, as tables and figures.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "experiments/noise.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/trained_gate.h"
#include "support/plots/plot.h"

namespace holo {

/// One training of one gate.
struct GateRun {
  std::vector<double> steps;                     ///< where it was measured: 0, ..., the last
  std::vector<std::vector<GateMeasure>> course;  ///< there, for each layer
  std::vector<double> losses;  ///< nats; with degree 1, 2, 3 in place of the units in [1], [2], [3]
};

struct GateRuns {
  std::string name;
  std::vector<GateRun> seeds;
};

/// The numbers of all layers together: explained[degree - 1].
inline Numbers64 shares_of(const std::vector<GateMeasure>& layers, std::size_t degree) {
  Numbers64 all;
  for (const GateMeasure& layer : layers) {
    const Numbers64& some = layer.explained[degree - 1];
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// A number of each seed, first or last in its course: the mean over the seeds, and its error.
inline Mean over_seeds(const GateRuns& runs, bool last,
                       const std::function<double(const std::vector<GateMeasure>&)>& number) {
  std::vector<double> numbers;
  for (const GateRun& run : runs.seeds)
    numbers.push_back(number(last ? run.course.back() : run.course.front()));
  return mean_of(numbers);
}

/// For each gate a line before the training and one after it.
inline void print_shares(const std::vector<GateRuns>& all) {
  fmt::print(
      "\nshare of a unit's variance that the best function of (g . x, v . x) explains, "
      "percent:\nmedian of the units, +- standard error over seeds; tenth: the tenth of the "
      "units is below\n{:<16} {:>13} {:>13} {:>13} {:>17}\n",
      "", "linear", "quadratic", "cubic", "quadratic, tenth");
  for (const GateRuns& runs : all) {
    for (const bool last : {false, true}) {
      std::string line;
      const auto add = [&](std::size_t degree, double part, int width) {
        const Mean mean = over_seeds(runs, last, [&](const std::vector<GateMeasure>& layers) {
          return 100 * quantile(shares_of(layers, degree), part);
        });
        line +=
            fmt::format(" {:>{}}", fmt::format("{:.1f} +- {:.1f}", mean.value, mean.error), width);
      };
      for (const std::size_t degree : {1u, 2u, 3u}) add(degree, 0.5, 13);
      add(2, 0.1, 17);
      fmt::print("{:<9}{:<7}{}\n", runs.name, last ? "after" : "before", line);
    }
  }
}

/// What the model loses when polynomials take the place of its units.
inline void print_replaced(const std::vector<GateRuns>& all) {
  fmt::print(
      "\nloss after training, nats a letter, and how much is added when all units are replaced "
      "by their fits\n{:<9} {:>16} {:>18} {:>18} {:>18}\n",
      "", "loss", "linear", "quadratic", "cubic");
  for (const GateRuns& runs : all) {
    std::string line;
    for (std::size_t degree = 0; degree <= 3; ++degree) {
      std::vector<double> numbers;
      for (const GateRun& run : runs.seeds)
        numbers.push_back(run.losses[degree] - (degree > 0 ? run.losses[0] : 0));
      const Mean mean = mean_of(numbers);
      line += fmt::format(" {:>{}}", fmt::format("{:.4f} +- {:.4f}", mean.value, mean.error),
                          degree == 0 ? 16 : 18);
    }
    fmt::print("{:<9}{}\n", runs.name, line);
  }
}

/// The median of the units in the course of training: a line for the mean, a mark for each seed.
/// The bilinear gate is 100 % everywhere and left out.
inline Figure course_figure(const std::vector<GateRuns>& all) {
  Plot plot("From a quadratic form to something else: the course of training", "step",
            "variance explained by a quadratic, percent",
            {.description = "The median of the units for each gate against the training step, and "
                            "marks for the single seeds"});
  std::vector<Series> seeds;
  for (const GateRuns& runs : all) {
    if (runs.name == "bilinear") continue;
    const std::vector<double>& steps = runs.seeds[0].steps;
    Series line{runs.name, steps, std::vector<double>(steps.size(), 0.0)},
        marks{runs.name + ", each seed", {}, {}, false};
    for (const GateRun& run : runs.seeds) {
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const double percent = 100 * quantile(shares_of(run.course[i], 2), 0.5);
        line.y[i] += percent / static_cast<double>(runs.seeds.size());
        marks.x.push_back(steps[i]);
        marks.y.push_back(percent);
      }
    }
    plot.add(line);
    seeds.push_back(marks);
  }
  // After two empty series the marks get the colours of the lines.
  plot.add({});
  plot.add({});
  for (const Series& marks : seeds) plot.add(marks);
  return {"trained_gate_course.svg", plot.to_svg()};
}

}  // namespace holo
