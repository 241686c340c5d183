// small_plot.h: a plot as wide as a phone, with the name of each line beside it in place of a
// legend. For more than three lines there is plot.h.
#pragma once

#include <string>
#include <vector>

#include "figures/diagram.h"

namespace holo {

struct NamedCurve {
  std::vector<double> x, y;  // as many of each
  Ink ink;
  std::string name;
  Point at;  ///< where the name is, in the numbers of the axes
  const char* anchor = "start";
};

struct SmallPlot {
  std::string x_label, y_label;
  std::vector<NamedCurve> curves;
  std::vector<Point> more = {};  ///< points that the axes reach, besides those of the curves
};

constexpr double small_plot_width = 380;

/// Draws it below `top`, from there on `height` pixels high with its labels.
void draw_small_plot(Diagram& diagram, const SmallPlot& plot, double top, double height);

}  // namespace holo
