// heat_map.h: a table of numbers as SVG, each a square whose colour says how large it is.
#pragma once

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

}  // namespace holo
