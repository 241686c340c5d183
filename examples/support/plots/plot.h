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

#include <cstddef>
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

// The pieces of a picture, for pictures that are not plots. Pixels count from the top left corner
// and are rounded to 0.1. A style is a number: colour, dashes and shape of mark together.
namespace holo {

struct Tick {
  double value;
  std::string label;
};

/// At most eleven numbers in [low, high], evenly apart by 1, 2 or 5 times a power of ten, with the
/// digits that tell them apart. REQUIRES: low < high, further apart than 1e-9 of the larger.
std::vector<Tick> ticks(double low, double high);

/// On a logarithmic scale: powers of ten, with 2 and 5 between them where there is room.
/// REQUIRES: as ticks(), and low > 0.
std::vector<Tick> log_ticks(double low, double high);

/// One side of a plot: takes the numbers first, then tells for each how far along it lies.
class PlotAxis {
 public:
  explicit PlotAxis(bool logarithmic = false) : log_(logarithmic) {}

  /// Can x be shown? Not when it is NaN, beyond 1e300, or below 1e-300 on a logarithmic axis.
  bool shows(double x) const;
  /// Makes room for x, if it can be shown.
  void take(double x);
  /// 0 at the low end, 1 at the high one: the numbers taken, with a little room around them, or
  /// around 0 (logarithmic: 1) when there are none. REQUIRES: shows(x).
  double place(double x) const;
  /// The ends of the axis.
  double low() const;
  double high() const;
  std::vector<Tick> marks() const { return log_ ? log_ticks(low(), high()) : ticks(low(), high()); }

 private:
  struct Ends {
    double low, high;  // of x, or of its logarithm
  };
  Ends ends() const;
  double scaled(double x) const;

  bool log_, empty_ = true;
  double low_ = 0, high_ = 0;
};

}  // namespace holo

namespace holo::svg {

/// & < > and quotes escaped, control characters as spaces.
std::string xml_escaped(const std::string& text);

/// "12.3"; never "-0.0".
std::string px(double x);

/// About how wide a text of UTF-8 is in pixels.
double width_of(const std::string& text);

/// `anchor` is start, middle or end; `attributes` are added as they are.
std::string text_at(double x, double y, const std::string& text, const char* anchor,
                    const std::string& attributes = "");

/// What is not a series: axes, the grid.
std::string grey_line(double x1, double y1, double x2, double y2, const char* colour = "#666666");

/// A circle, a square, a diamond or a triangle.
std::string marker(double x, double y, std::size_t style);

/// `points` as "x,y x,y".
std::string polyline(const std::string& points, std::size_t style);

/// Where the axes lie in the picture.
struct Area {
  double left, top, width, height;
  double x(double place) const { return left + width * place; }
  double y(double place) const { return top + height * (1 - place); }
};

/// A line, marks, numbers, the label and a pale grid, below and left of the area.
std::string x_axis(const Area& area, const PlotAxis& axis, const std::string& label);
std::string y_axis(const Area& area, const PlotAxis& axis, const std::string& label);

/// The file: a white ground, which is dark where pages are, the title, and `body`.
std::string document(double width, double height, const std::string& title,
                     const std::string& description, const std::string& body);

}  // namespace holo::svg
