// decision_surface.cpp: squares of one shade are one path, neighbours in a row one box; points over
// them.
#include "figures/decision_surface.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "support/plots/svg.h"

namespace holo {
namespace {

struct Grid {
  static constexpr int columns = 80, rows = 50, pixels = 6;
  static constexpr svg::Area place{64, 44, columns* pixels, rows* pixels};
};

// The middles of the squares, row by row from the top.
Places middles(const PlotAxis& across, const PlotAxis& up) {
  Places places;
  for (int row = 0; row < Grid::rows; ++row) {
    for (int column = 0; column < Grid::columns; ++column) {
      const double x = (column + 0.5) / Grid::columns, y = 1 - (row + 0.5) / Grid::rows;
      places.push_back(across.low() + x * (across.high() - across.low()));
      places.push_back(up.low() + y * (up.high() - up.low()));
    }
  }
  return places;
}

// -5 is surely class 0, 5 class 1.
int shade_of(double probability) { return static_cast<int>(std::lround(10 * probability)) - 5; }

std::string shades(const std::vector<double>& probability) {
  std::map<int, std::string> squares;  // by their shade
  for (int row = 0; row < Grid::rows; ++row) {
    const auto shade = [&](int column) {
      return shade_of(probability[static_cast<std::size_t>(row * Grid::columns + column)]);
    };
    for (int column = 0, end = 0; column < Grid::columns; column = end) {
      while (end < Grid::columns && shade(end) == shade(column)) ++end;
      squares[shade(column)] += fmt::format(
          "M{0} {1}h{2}v{3}h-{2}z", Grid::place.left + column * Grid::pixels,
          Grid::place.top + row * Grid::pixels, (end - column) * Grid::pixels, Grid::pixels);
    }
  }
  std::string body;
  for (const auto& [shade, path] : squares) {
    body += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{:.2f}\"/>\n", path,
                        shade < 0 ? "#0072b2" : "#d55e00", 0.08 * std::abs(shade));
  }
  return body;
}

}  // namespace

std::string decision_surface_svg(const DecisionSurface& surface) {
  PlotAxis across, up;
  for (std::size_t i = 0; i < surface.points.size(); i += 2) {
    across.take(surface.points[i]);
    up.take(surface.points[i + 1]);
  }
  const svg::Area& area = Grid::place;
  std::string body = shades(surface.probability(middles(across, up)));
  body += svg::x_axis(area, across, "x") + svg::y_axis(area, up, "y");
  for (std::size_t i = 0; i < surface.labels.size(); ++i) {
    const double x = across.place(surface.points[2 * i]), y = up.place(surface.points[2 * i + 1]);
    body += svg::marker(area.x(x), area.y(y), surface.labels[i] == 1 ? 1 : 0);
  }
  return svg::document(area.left + area.width + 24, area.top + area.height + 60, surface.title,
                       surface.description, body);
}

}  // namespace holo
