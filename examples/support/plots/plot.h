// plot.h: plots as SVG files, with lines or points. No program or library is needed to draw
// them; any browser shows them. What cannot be said with these needs another tool.
//
//   Plot plot("Training", "step", "loss", {.log_y = true});
//   plot.add({"bilinear", steps, losses});
//   write_file("loss.svg", plot.to_svg());
//
// All text is UTF-8. Coordinates are rounded to 0.1, so that the same numbers are the same file on
// every machine.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// Points (x_i, y_i), joined in their order or, without `line`, marked one by one. A point that is
/// NaN or infinite, or not above 0 on a logarithmic axis, is left out: a gap in the line. `name`
/// is in the legend; empty: it is not.
struct Series {
  std::string name;
  std::vector<double> x, y;
  bool line = true;
};

struct PlotOptions {
  bool log_x = false, log_y = false;
  std::string description = "";  ///< for those who cannot see it; the labels and names without one
};

class Plot {
 public:
  Plot(std::string title, std::string x_label, std::string y_label, PlotOptions options = {});

  /// Throws Error when x and y are not of one length.
  void add(Series series);

  /// The file. Axes reach around all points that are shown.
  std::string to_svg() const;

 private:
  std::string title_, x_label_, y_label_;
  PlotOptions options_;
  std::vector<Series> series_;
};

/// A picture of a page, ready to be written into docs/figures.
struct Figure {
  std::string file;  ///< "gate_rank.svg"
  std::string svg;
};

/// A regular file, replaced as a whole or, with an Error, not at all.
void write_file(const std::string& path, const std::string& text);

}  // namespace holo
