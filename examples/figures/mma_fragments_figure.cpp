// mma_fragments_figure.cpp: which lane of a warp has which elements of the matrices that tensor
// cores multiply: the tables of src/backend/cuda/mma.cuh as a picture.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"

namespace holo {
namespace {

constexpr int shown_lane = 9;
constexpr double a_width = 36, b_width = 40, row_height = 18, pair_height = 26;
constexpr Point a_corner{64, 346}, b_corner{418, 84}, c_corner{418, 346};

// A cell with the number of its lane; those of one lane with the name of its register.
void draw_fragment(Diagram& diagram, Point center, double width, double height, int lane,
                   const std::string& name) {
  const bool shown = lane == shown_lane;
  diagram.cell(center, width - 2, height - 2, shown ? name : fmt::format("{}", lane),
               shown                        ? Ink::orange
               : lane / 4 == shown_lane / 4 ? Ink::blue
                                            : Ink::grey);
}

Point middle_of_cell(Point corner, double width, double height, int row, int column) {
  return {corner.x + width * (column + 0.5), corner.y + height * (row + 0.5)};
}

}  // namespace

Figure mma_fragments_figure() {
  Diagram diagram;
  const auto of_group = [](int g, int t) { return 4 * (g % 8) + t % 4; };
  for (int row = 0; row < 16; ++row) {
    for (int pair = 0; pair < 8; ++pair) {
      draw_fragment(diagram, middle_of_cell(a_corner, a_width, row_height, row, pair), a_width,
                    row_height, of_group(row, pair), fmt::format("a[{}]", row / 8 + pair / 4 * 2));
    }
    for (int column = 0; column < 8; ++column) {
      draw_fragment(diagram, middle_of_cell(c_corner, b_width, row_height, row, column), b_width,
                    row_height, of_group(row, column / 2),
                    fmt::format("c[{}]", row / 8 * 2 + column % 2));
    }
  }
  for (int pair = 0; pair < 8; ++pair) {
    for (int column = 0; column < 8; ++column) {
      draw_fragment(diagram, middle_of_cell(b_corner, b_width, pair_height, pair, column), b_width,
                    pair_height, of_group(column, pair), fmt::format("b[{}]", pair / 4));
    }
  }
  const double a_middle = a_corner.x + 4 * a_width, b_middle = b_corner.x + 4 * b_width;
  diagram.words({a_middle, a_corner.y - 26},
                {"A  [16,16]: a cell is two columns", Ink::grey, true});
  diagram.words({b_middle, b_corner.y - 26}, {"B  [16,8]: a cell is two rows", Ink::grey, true});
  diagram.words({b_middle, c_corner.y - 26}, {"C and D  [16,8]", Ink::grey, true});
  const auto number = [&](Point at, int n, const char* anchor) {
    diagram.words(at, {fmt::format("{}", n), Ink::orange}, anchor);
  };
  for (const int row : {2, 10}) {
    const double y = a_corner.y + row_height * (row + 0.5) + 4.5;
    number({a_corner.x - 8, y}, row, "end");
    number({c_corner.x - 8, y}, row, "end");
  }
  for (const int pair : {1, 5}) {
    const std::string both = fmt::format("{}, {}", 2 * pair, 2 * pair + 1);
    diagram.words({a_corner.x + a_width * (pair + 0.5), a_corner.y - 7}, {both, Ink::orange});
    diagram.words({b_corner.x - 8, b_corner.y + pair_height * (pair + 0.5) + 4.5},
                  {both, Ink::orange}, "end");
  }
  number({b_corner.x + b_width * 2.5, b_corner.y - 7}, 2, "middle");
  for (const int column : {2, 3}) {
    number({c_corner.x + b_width * (column + 0.5), c_corner.y - 7}, column, "middle");
  }
  diagram.words({a_corner.x - 8, 110}, {"A number is a lane of the warp, 4 g + t."}, "start");
  diagram.words({a_corner.x - 8, 134}, {"Lane 9: g is 2, t is 1; its registers", Ink::orange},
                "start");
  diagram.words({a_corner.x - 8, 158}, {"Lanes 8 to 11: the others with this g", Ink::blue},
                "start");
  return {"mma_fragments.svg",
          diagram.to_svg(c_corner.x + 8 * b_width + 24, c_corner.y + 16 * row_height + 24,
                         "Who has what of a small product",
                         "Three matrices in cells that are numbered by lanes: A below on the left, "
                         "B above on the right, C and D below it, where the rows of A meet the "
                         "columns of B. Lane 9 has four pairs of A, in the rows 2 and 10 and in "
                         "the columns 2, 3 and 10, 11; two pairs of B, in column 2 and in the rows "
                         "2, 3 and 10, 11; and of C and D four numbers, in the rows 2 and 10 and "
                         "in the columns 2 and 3.")};
}

}  // namespace holo
