// decision_surface.h: what a classifier of two classes makes of each place of a plane, as SVG: the
// darker a place, the surer it is; where it decides for neither the picture is white.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace holo {

/// Numbers of places or points one behind the other: x, y, x, y, ...
using Places = std::vector<double>;

struct DecisionSurface {
  std::string title, description;
  Places points;               ///< that are marked
  std::vector<double> labels;  ///< their classes, 0 or 1
  /// How probable class 1 is at each place.
  std::function<std::vector<double>(const Places&)> probability;
};

std::string decision_surface_svg(const DecisionSurface& surface);

}  // namespace holo
