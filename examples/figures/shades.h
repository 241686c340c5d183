// shades.h: pictures of squares that are darker or paler, as SVG: a table of numbers, and what a
// classifier of two classes makes of each place of a plane.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace holo {

/// The numbers lie between 0 and 1: white and the darkest blue. A row may be shorter than there are
/// columns.
struct HeatMap {
  std::string row_label, column_label;     ///< left of the rows, above the columns
  std::vector<std::string> rows, columns;  ///< their names
  std::vector<std::vector<double>> colour;
  std::vector<std::vector<std::string>> text = {};  ///< in the squares; empty: none
};

/// The picture, with the corner of the first square at (left, top), its names above and left of it.
std::string heat_map_svg(const HeatMap& map, double left, double top, double square);

/// Numbers of places or points one behind the other: x, y, x, y, ...
using Places = std::vector<double>;

struct DecisionSurface {
  std::string title, description;
  Places points;               ///< that are marked
  std::vector<double> labels;  ///< their classes, 0 or 1
  /// How probable class 1 is at each place.
  std::function<std::vector<double>(const Places&)> probability;
};

/// The darker a place, the surer the classifier is; where it decides for neither the picture is
/// white.
std::string decision_surface_svg(const DecisionSurface& surface);

}  // namespace holo
