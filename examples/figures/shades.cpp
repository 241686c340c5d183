// shades.cpp: squares of one shade are one path, so that large tables are small files.
#include "figures/shades.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "support/plots/plot.h"

namespace holo {
namespace {

using svg::px;
using svg::text_at;

// One of 64 colours from white over a light to a dark blue.
std::string shade(double share) {
  constexpr std::array<std::array<double, 3>, 3> stops = {
      {{255, 255, 255}, {98, 166, 214}, {8, 48, 107}}};
  const double place = std::round(63 * std::clamp(share, 0.0, 1.0)) / 63 * 2;
  const std::size_t from = place < 1 ? 0 : 1;
  const double part = place - static_cast<double>(from);
  std::string text = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const double level = stops[from][i] + part * (stops[from + 1][i] - stops[from][i]);
    text += fmt::format("{:02x}", static_cast<int>(std::lround(level)));
  }
  return text;
}

std::string square_path(double x, double y, double size) {
  return fmt::format("M{0} {1}h{2}v{2}h-{2}z", px(x), px(y), px(size));
}

}  // namespace

std::string heat_map_svg(const HeatMap& map, double left, double top, double square) {
  std::map<std::string, std::string> paths;
  std::string names, texts;
  for (std::size_t j = 0; j < map.columns.size(); ++j) {
    names +=
        text_at(left + square * (static_cast<double>(j) + 0.5), top - 6, map.columns[j], "middle");
  }
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const double y = top + square * static_cast<double>(i), middle = y + square / 2 + 4.5;
    names += text_at(left - 8, middle, map.rows[i], "end");
    for (std::size_t j = 0; j < map.colour[i].size(); ++j) {
      const double x = left + square * static_cast<double>(j);
      paths[shade(map.colour[i][j])] += square_path(x, y, square);
      if (map.text.empty()) continue;
      texts += text_at(x + square / 2, middle, map.text[i][j], "middle",
                       map.colour[i][j] > 0.6 ? " fill=\"#ffffff\"" : "");
    }
  }
  std::string body;
  for (const auto& [colour, path] : paths) {
    body += fmt::format("<path d=\"{}\" fill=\"{}\" stroke=\"#d8d8d8\" stroke-width=\"0.6\"/>\n",
                        path, colour);
  }
  const double width = square * static_cast<double>(map.columns.size()),
               height = square * static_cast<double>(map.rows.size()), x = left - 40,
               y = top + height / 2;
  body += text_at(left + width / 2, top - 28, map.column_label, "middle");
  body += text_at(x, y, map.row_label, "middle",
                  fmt::format(" transform=\"rotate(-90 {} {})\"", px(x), px(y)));
  return body + names + texts;
}

// ---- a classifier: neighbours in a row are one box; points over them ----

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
