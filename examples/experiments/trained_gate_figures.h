// trained_gate_figures.h: two figures of how near the units of trained gates are to quadratic
// forms.
#pragma once

#include <string>
#include <vector>

#include "experiments/trained_gate_runs.h"

namespace holo {

// The bilinear gate is 100 % everywhere and left out. Marks get the colours of the lines.
inline void add_marks(Plot& plot, const std::vector<Series>& marks) {
  plot.add({});
  plot.add({});
  for (const Series& series : marks) plot.add(series);
}

/// All units of all seeds, the least quadratic first, without the twentieth at both ends.
inline Figure units_figure(const std::vector<GateRuns>& all) {
  Plot plot(
      "How much of each unit is a quadratic function of (g·x, v·x)?",
      "units, the least quadratic first, percent", "variance explained, percent",
      {.description = "Four rising lines, one for each gate after training, and marks for the "
                      "same units before training"});
  std::vector<Series> before;
  for (const GateRuns& runs : all) {
    if (runs.name == "bilinear") continue;
    Numbers64 first, last;
    for (const GateRun& run : runs.seeds) {
      for (const double x : shares_of(run.course.front(), 2)) first.push_back(100 * x);
      for (const double x : shares_of(run.course.back(), 2)) last.push_back(100 * x);
    }
    Series line{runs.name + ", after training", {}, {}},
        marks{runs.name + ", before", {}, {}, false};
    for (int percent = 5; percent <= 95; ++percent) {
      line.x.push_back(percent);
      line.y.push_back(quantile(last, percent / 100.0));
      if (percent % 10 != 5) continue;
      marks.x.push_back(percent);
      marks.y.push_back(quantile(first, percent / 100.0));
    }
    plot.add(line);
    before.push_back(marks);
  }
  add_marks(plot, before);
  return {"trained_gate_units.svg", plot.to_svg()};
}

/// The median of the units in the course of training: a line for the mean, a mark for each seed.
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
  add_marks(plot, seeds);
  return {"trained_gate_course.svg", plot.to_svg()};
}

}  // namespace holo
