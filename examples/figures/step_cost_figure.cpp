// step_cost_figure.cpp: the microseconds of docs/results/step_cost.txt as a bar.
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

// Of a1; the price of the graph comes last.
const std::vector<CostPiece> cost_pieces = {
    {"products", 4.1, Ink::blue},   {"attention", 2.3, Ink::blue}, {"other", 2.0, Ink::blue},
    {"optimizer", 1.5, Ink::green}, {"ops", 0.9, Ink::orange},     {"memory", 0.7, Ink::orange},
    {"nodes", 0.6, Ink::orange}};

constexpr double bar_left = 30, bar_height = 44, pixels_of_one = 74;

}  // namespace

Figure step_cost_figure() {
  Diagram diagram;
  const double y = 62;
  double x = bar_left;
  for (const CostPiece& piece : cost_pieces) {
    const double width = piece.microseconds * pixels_of_one;
    diagram.box({x + width / 2, y}, width, bar_height,
                {{piece.name}, {fmt::format("{:.1f}", piece.microseconds)}}, piece.ink);
    x += width;
  }
  diagram.words({x + 8, y + 4}, {"12.1 us", Ink::grey, true}, "start");
  return {
      "step_cost.svg",
      diagram.to_svg(x + 90, 106, "What a step costs",
                     "A bar of the microseconds of a training step of microgpt's size: products "
                     "4.1, attention 2.3, other kernels 2.0, the optimizer 1.5, operations 0.9, "
                     "memory 0.7 and nodes 0.6.")};
}

}  // namespace holo
