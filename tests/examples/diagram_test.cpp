// diagram_test.cpp: what a drawing is made of lies where it was put; small letters come back to the
// line; a table of numbers has a square for each.
#include "figures/diagram.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "figures/heat_map.h"

namespace diagram_test {
namespace {

using namespace holo;

std::string drawn(const Diagram& diagram) { return diagram.to_svg(200, 100, "title", "words"); }

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("diagram: a box knows the middle of its sides") {
  Diagram diagram;
  const Box box = diagram.box({50, 40}, 60, 20, {{"a < b"}}, Ink::blue);
  CHECK(box.top().y == 30);
  CHECK(box.bottom().y == 50);
  CHECK(box.left(3).x == 20);
  CHECK(box.left(3).y == 43);
  CHECK(box.right().x == 80);
  CHECK(has(drawn(diagram), "<rect x=\"20.0\" y=\"30.0\" width=\"60.0\" height=\"20.0\""));
  CHECK(has(drawn(diagram), ">a &lt; b</text>"));
}

TEST_CASE("diagram: lines of a box are around its middle") {
  Diagram diagram;
  diagram.box({50, 40}, 60, 60, {{"one"}, {"two"}});
  CHECK(has(drawn(diagram), "y=\"35.5\""));
  CHECK(has(drawn(diagram), "y=\"53.5\""));
}

TEST_CASE("diagram: small letters are lowered, and what follows them is not") {
  Diagram diagram;
  diagram.words({50, 40}, {"W_1 x_2  [d_2]"});
  CHECK(has(drawn(diagram),
            ">W<tspan font-size=\"10\" dy=\"4\">1</tspan><tspan dy=\"-4\"> x</tspan>"
            "<tspan font-size=\"10\" dy=\"4\">2</tspan>"
            "<tspan dx=\"6\" font-size=\"11\" fill=\"#6a6a6a\" dy=\"-4\">[d</tspan>"
            "<tspan font-size=\"9\" fill=\"#6a6a6a\" dy=\"4\">2</tspan>"
            "<tspan font-size=\"11\" fill=\"#6a6a6a\" dy=\"-4\">]</tspan></text>"));
}

TEST_CASE("diagram: the head of an arrow has its point at the end") {
  Diagram diagram;
  diagram.arrow({{10, 20}, {50, 20}, {50, 60}});
  CHECK(has(drawn(diagram), "points=\"10.0,20.0 50.0,20.0 50.0,54.0\""));
  CHECK(has(drawn(diagram), "M50.0 60.0L46.0 52.0L54.0 52.0z"));
}

TEST_CASE("diagram: a curve that goes to the left has its head there") {
  Diagram diagram;
  diagram.curve({90, 20}, {10, 60});
  CHECK(has(drawn(diagram), "M90.0 20.0C50.0 20.0 50.0 60.0 16.0 60.0"));
  CHECK(has(drawn(diagram), "M10.0 60.0L18.0 56.0L18.0 64.0z"));
}

TEST_CASE("heat map: a square for each number, and one colour for equal ones") {
  const HeatMap map{"rows", "columns", {"a", "b"}, {"c", "d"}, {{0}, {1, 1}}, {{"x"}, {"y", "z"}}};
  const std::string svg = heat_map_svg(map, 60, 50, 20);
  CHECK(count_of(svg, "h20.0v20.0h-20.0z") == 3);
  CHECK(has(svg, "<path d=\"M60.0 50.0h20.0v20.0h-20.0z\" fill=\"#ffffff\""));
  CHECK(has(svg, "M60.0 70.0h20.0v20.0h-20.0zM80.0 70.0h20.0v20.0h-20.0z\" fill=\"#08306b\""));
  for (const char* name : {">a<", ">b<", ">c<", ">d<", ">x<", ">y<", ">z<", ">rows<", ">columns<"})
    CHECK_MESSAGE(has(svg, name), std::string(name));
}

}  // namespace diagram_test
