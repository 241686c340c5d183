// step_cost_figure.cpp: the microseconds of docs/results/step_cost.txt as two bars: a step that
// builds its graph, and one by a Replay.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"

namespace holo {
namespace {

struct CostPiece {
  std::string name;
  double microseconds;
  Ink ink;
};

// Of a1; what a Replay calls again comes first.
const std::vector<CostPiece> cost_pieces = {
    {"products", 4.1, Ink::blue},   {"attention", 2.3, Ink::blue}, {"other", 2.0, Ink::blue},
    {"optimizer", 1.5, Ink::green}, {"ops", 0.9, Ink::orange},     {"memory", 0.7, Ink::orange},
    {"nodes", 0.6, Ink::orange}};

constexpr double bar_left = 30, bar_height = 44, pixels_of_one = 74;

// The first `count` pieces side by side, and how long they are together.
void draw_bar(Diagram& diagram, double y, std::size_t count, const std::string& title) {
  double x = bar_left, total = 0;
  diagram.words({bar_left, y - bar_height / 2 - 16}, {title, Ink::grey, true}, "start");
  for (std::size_t i = 0; i < count; ++i) {
    const CostPiece& piece = cost_pieces[i];
    const double width = piece.microseconds * pixels_of_one;
    diagram.box({x + width / 2, y}, width, bar_height,
                {{piece.name}, {fmt::format("{:.1f}", piece.microseconds)}}, piece.ink);
    x += width;
    total += piece.microseconds;
  }
  diagram.words({x + 8, y + 4}, {fmt::format("{:.1f} us", total), Ink::grey, true}, "start");
}

}  // namespace

Figure step_cost_figure() {
  Diagram diagram;
  draw_bar(diagram, 92, cost_pieces.size(), "A step that builds its graph");
  draw_bar(diagram, 198, 4, "The same by a Replay");
  return {"step_cost.svg",
          diagram.to_svg(bar_left + 12.1 * pixels_of_one + 90, 242, "What a step costs",
                         "Two bars of the microseconds of a training step of microgpt's size. Both "
                         "have products 4.1, attention 2.3, other kernels 2.0 and the optimizer "
                         "1.5; the one that builds its graph has operations 0.9, memory 0.7 and "
                         "nodes 0.6 besides.")};
}

}  // namespace holo
