// svg.h: the pieces of an SVG picture that plots are made of, as text. Pixels count from the top
// left corner and are rounded to 0.1. A style is a number: colour, dashes and shape of mark
// together.
#pragma once

#include <cstddef>
#include <string>

#include "support/plots/plot_axis.h"

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

/// A bar between two corners.
std::string filled(double left, double top, double right, double bottom, std::size_t style);

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
