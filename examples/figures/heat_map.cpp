// heat_map.cpp: squares of one colour are one path, so that large tables are small files.
#include "figures/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "support/plots/svg.h"

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

}  // namespace holo
