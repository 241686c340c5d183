// diagram.h: drawings of boxes and arrows as SVG, each placed by hand. Pixels count from the top
// left corner, as in svg.h.
//
//   Diagram diagram;
//   const Box x = diagram.box({60, 80}, 80, 30, {{"x"}});
//   const Box y = diagram.box({60, 150}, 80, 30, {{"W_1 x + b_1"}}, Ink::blue);
//   diagram.arrow({x.bottom(), y.top()});
//   write_file("layer.svg", diagram.to_svg(120, 180, "A layer", "x goes into W1 x + b1"));
#pragma once

#include <string>
#include <vector>

namespace holo {

struct Point {
  double x, y;
};

/// The colour of a line and its words; a box is filled with a pale one of the same kind.
enum class Ink { grey, blue, orange, green, faint };

/// A line of text. A letter or digit after "_" is lowered, "W_1 x_1"; "__" is a "_". What follows
/// two spaces is small and grey, "x  [C]".
struct Words {
  std::string text;
  Ink ink = Ink::grey;
  bool bold = false;
};

struct Box {
  Point center;
  double width, height;
  Point top() const { return {center.x, center.y - height / 2}; }
  Point bottom() const { return {center.x, center.y + height / 2}; }
  /// The middle of a side, or a place `down` pixels below it.
  Point left(double down = 0) const { return {center.x - width / 2, center.y + down}; }
  Point right(double down = 0) const { return {center.x + width / 2, center.y + down}; }
};

class Diagram {
 public:
  /// A box with its lines of text in the middle.
  Box box(Point center, double width, double height, const std::vector<Words>& lines,
          Ink ink = Ink::grey);
  /// A pale frame around what is drawn after it.
  void frame(Point center, double width, double height);
  /// A box without a frame around it: cells side by side.
  Box cell(Point center, double width, double height, const std::string& text, Ink ink = Ink::grey);
  /// A circle with a plus, and one with a point, the product of two vectors element by element.
  Box sum(Point center);
  Box product(Point center);

  /// A line through the points, with its head at the last one.
  void arrow(const std::vector<Point>& points, Ink ink = Ink::grey);
  /// The same line without a head, thicker if wanted.
  void line(const std::vector<Point>& points, Ink ink = Ink::grey, double thickness = 1.3);
  /// From one side to the other, level at both ends.
  void curve(Point from, Point to, Ink ink = Ink::grey);

  /// Outside of boxes; `anchor` is start, middle or end.
  void words(Point at, const Words& words, const char* anchor = "middle");

  /// Elements of SVG, as those of svg.h.
  void add(const std::string& elements) { body_ += elements; }

  std::string to_svg(double width, double height, const std::string& title,
                     const std::string& description) const;

 private:
  void head(Point at, Point direction, Ink ink);

  std::string body_;
};

}  // namespace holo
