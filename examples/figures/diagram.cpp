// diagram.cpp: the elements of a drawing, one a line.
#include "figures/diagram.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "support/plots/svg.h"

namespace holo {
namespace {

using svg::px;

constexpr const char* strokes[] = {"#555555", "#0072b2", "#c24e00", "#00805d", "#b0b0b0"};
constexpr const char* fills[] = {"#f4f4f4", "#e1effa", "#fdeadd", "#dcf3ea", "#fafafa"};
constexpr const char* text_colors[] = {"#222222", "#00588c", "#a84300", "#006b4e", "#8a8a8a"};

const char* of(const char* const* colours, Ink ink) {
  return colours[static_cast<std::size_t>(ink)];
}

// The text of an element: "W_1 x" with its 1 lowered, "x  [C]" with its size small and grey.
std::string spans(const std::string& text) {
  std::string out, run, gap, look;
  bool below = false;
  const auto end_run = [&] {
    if (run.empty()) return;
    const std::string attributes = gap + look + (below ? " dy=\"-4\"" : "");
    out += attributes.empty() ? svg::xml_escaped(run)
                              : "<tspan" + attributes + ">" + svg::xml_escaped(run) + "</tspan>";
    run.clear();
    gap.clear();
    below = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "  ") == 0) {
      end_run();
      gap = " dx=\"6\"";
      look = " font-size=\"11\" fill=\"#6a6a6a\"";
      ++i;
    } else if (text.compare(i, 2, "__") == 0) {
      run += text[i++];
    } else if (text[i] == '_' && i + 1 < text.size()) {
      end_run();
      out += fmt::format("<tspan{} dy=\"4\">{}</tspan>",
                         look.empty() ? " font-size=\"10\"" : " font-size=\"9\" fill=\"#6a6a6a\"",
                         text[++i]);
      below = true;
    } else {
      run += text[i];
    }
  }
  end_run();
  return out;
}

std::string text_element(Point at, const Words& words, const char* anchor,
                         const std::string& attributes) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                     px(at.x), px(at.y), anchor, of(text_colors, words.ink),
                     words.bold ? " font-weight=\"bold\"" : "", attributes, spans(words.text));
}

}  // namespace

Box Diagram::box(Point center, double width, double height, const std::vector<Words>& lines,
                 Ink ink) {
  body_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.3\"/>\n",
      px(center.x - width / 2), px(center.y - height / 2), px(width), px(height), of(fills, ink),
      of(strokes, ink));
  constexpr double line_height = 18;
  double y = center.y + 4.5 - line_height * (static_cast<double>(lines.size()) - 1) / 2;
  for (const Words& line : lines) {
    body_ += text_element({center.x, y}, line, "middle", "");
    y += line_height;
  }
  return {center, width, height};
}

void Diagram::frame(Point center, double width, double height) {
  body_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"{}\" stroke=\"{}\"/>\n",
      px(center.x - width / 2), px(center.y - height / 2), px(width), px(height),
      of(fills, Ink::faint), of(strokes, Ink::faint));
}

Box Diagram::cell(Point center, double width, double height, const std::string& text, Ink ink) {
  body_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"{}/>\n",
      px(center.x - width / 2), px(center.y - height / 2), px(width), px(height), of(fills, ink),
      of(strokes, ink), ink == Ink::faint ? " stroke-dasharray=\"3 3\"" : "");
  body_ += text_element({center.x, center.y + 4.5}, {text, ink}, "middle", "");
  return {center, width, height};
}

Box Diagram::sum(Point center) {
  constexpr double r = 10, arm = 5;
  body_ += fmt::format(
      "<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" fill=\"#ffffff\" stroke=\"{3}\" "
      "stroke-width=\"1.3\"/>\n<path d=\"M{4} {1}h{5}M{0} {6}v{5}\" stroke=\"{3}\" "
      "stroke-width=\"1.6\"/>\n",
      px(center.x), px(center.y), px(r), of(strokes, Ink::green), px(center.x - arm), px(2 * arm),
      px(center.y - arm));
  return {center, 2 * r, 2 * r};
}

Box Diagram::product(Point center) {
  constexpr double r = 10;
  body_ += fmt::format(
      "<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" fill=\"#ffffff\" stroke=\"{3}\" "
      "stroke-width=\"1.3\"/>\n<circle cx=\"{0}\" cy=\"{1}\" r=\"2.5\" fill=\"{3}\"/>\n",
      px(center.x), px(center.y), px(r), of(strokes, Ink::green));
  return {center, 2 * r, 2 * r};
}

// A triangle whose point is `at`; `direction` is where the line comes to it from.
void Diagram::head(Point at, Point direction, Ink ink) {
  const double length = std::hypot(direction.x, direction.y);
  const double x = direction.x / length, y = direction.y / length;
  body_ += fmt::format("<path d=\"M{} {}L{} {}L{} {}z\" fill=\"{}\"/>\n", px(at.x), px(at.y),
                       px(at.x - 8 * x - 4 * y), px(at.y - 8 * y + 4 * x), px(at.x - 8 * x + 4 * y),
                       px(at.y - 8 * y - 4 * x), of(strokes, ink));
}

void Diagram::line(const std::vector<Point>& points, Ink ink, double thickness) {
  std::string text;
  for (const Point& point : points) {
    text += (text.empty() ? "" : " ") + px(point.x) + "," + px(point.y);
  }
  body_ +=
      fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                  text, of(strokes, ink), px(thickness));
}

void Diagram::arrow(const std::vector<Point>& points, Ink ink) {
  const Point to = points.back(), before = points[points.size() - 2];
  const Point direction{to.x - before.x, to.y - before.y};
  const double length = std::hypot(direction.x, direction.y);
  std::vector<Point> shaft = points;
  shaft.back() = {to.x - 6 * direction.x / length, to.y - 6 * direction.y / length};
  line(shaft, ink);
  head(to, direction, ink);
}

void Diagram::curve(Point from, Point to, Ink ink) {
  const double way = to.x > from.x ? 1 : -1, middle = (from.x + to.x) / 2;
  body_ += fmt::format(
      "<path d=\"M{} {}C{} {} {} {} {} {}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\"/>\n",
      px(from.x), px(from.y), px(middle), px(from.y), px(middle), px(to.y), px(to.x - 6 * way),
      px(to.y), of(strokes, ink));
  head(to, {way, 0}, ink);
}

// White around the letters: a line under them does not cut them.
void Diagram::words(Point at, const Words& words, const char* anchor) {
  body_ += text_element(at, words, anchor,
                        " stroke=\"#ffffff\" stroke-width=\"4\" stroke-linejoin=\"round\" "
                        "paint-order=\"stroke\"");
}

std::string Diagram::to_svg(double width, double height, const std::string& title,
                            const std::string& description) const {
  return svg::document(width, height, title, description, body_);
}

}  // namespace holo
