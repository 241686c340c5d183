// broadcasting_figure.cpp: the column [2, 1] and the row [3] of chapter 9, calculated here.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {
namespace {

constexpr double cell_width = 42, cell_height = 30, right_step = 62, down_step = 54;
constexpr Index rows_of_y = 2, columns_of_y = 3;

// The place of element (r, j) of a block whose first one is at `first`.
Point cell_place(Point first, Index r, Index j) {
  return {first.x + right_step * static_cast<double>(j),
          first.y + down_step * static_cast<double>(r)};
}

void draw_cell(Diagram& diagram, Point at, real number, Ink ink) {
  diagram.cell(at, cell_width, cell_height, fmt::format("{:g}", number), ink);
}

void arrow_right(Diagram& diagram, Point from, Point to, Ink ink) {
  diagram.arrow({{from.x + cell_width / 2 + 2, from.y}, {to.x - cell_width / 2 - 2, to.y}}, ink);
}

void arrow_down(Diagram& diagram, Point from, Point to, Ink ink) {
  diagram.arrow({{from.x, from.y + cell_height / 2 + 2}, {to.x, to.y - cell_height / 2 - 2}}, ink);
}

// "1 + 2 + 3"
std::string terms(const std::vector<real>& numbers) {
  std::string text;
  for (const real x : numbers) text += fmt::format("{}{:g}", text.empty() ? "" : " + ", x);
  return text;
}

}  // namespace

Figure broadcasting_figure() {
  Tensor column = tensor({{100}, {200}}).set_requires_grad();
  Tensor row = tensor({10, 20, 30}).set_requires_grad();
  const Tensor y = column + row;
  const Tensor dy = tensor({{1, 2, 3}, {10, 20, 30}});
  y.backward(dy);
  const std::vector<real> of_column = column.to_vector(), of_row = row.to_vector(),
                          of_y = y.to_vector(), of_dy = dy.to_vector(),
                          d_column = column.grad().to_vector(), d_row = row.grad().to_vector();
  const auto at = [](const std::vector<real>& numbers, Index r, Index j) {
    return numbers[static_cast<std::size_t>(r * columns_of_y + j)];
  };

  Diagram diagram;
  constexpr Point a{58, 104}, b{302, 104}, c{546, 104};
  constexpr double below = 164;
  diagram.words({a.x + right_step, a.y - 40}, {"column [2,1], repeated", Ink::blue, true});
  diagram.words({b.x + right_step, b.y - 40}, {"row [3], repeated", Ink::blue, true});
  diagram.words({c.x + right_step, c.y - 40}, {"y = column + row, [2,3]", Ink::grey, true});
  for (Index r = 0; r < rows_of_y; ++r) {
    for (Index j = 0; j < columns_of_y; ++j) {
      draw_cell(diagram, cell_place(a, r, j), of_column[static_cast<std::size_t>(r)],
                j == 0 ? Ink::blue : Ink::faint);
      if (j > 0) arrow_right(diagram, cell_place(a, r, j - 1), cell_place(a, r, j), Ink::blue);
      draw_cell(diagram, cell_place(b, r, j), of_row[static_cast<std::size_t>(j)],
                r == 0 ? Ink::blue : Ink::faint);
      if (r > 0) arrow_down(diagram, cell_place(b, r - 1, j), cell_place(b, r, j), Ink::blue);
      draw_cell(diagram, cell_place(c, r, j), at(of_y, r, j), Ink::grey);
    }
  }
  const double middle = a.y + down_step / 2 + 6;
  diagram.words({(a.x + 2 * right_step + b.x) / 2, middle}, {"+", Ink::grey, true});
  diagram.words({(b.x + 2 * right_step + c.x) / 2, middle}, {"=", Ink::grey, true});

  const Point da{a.x, a.y + below}, db{b.x, b.y + below}, dc{c.x, c.y + below};
  diagram.words({da.x + right_step, da.y - 40}, {"dcolumn [2,1]: sums of rows", Ink::orange, true});
  diagram.words({db.x + right_step, db.y - 40}, {"drow [3]: sums of columns", Ink::orange, true});
  diagram.words({dc.x + right_step, dc.y - 40}, {"dy [2,3], given", Ink::grey, true});
  for (Index r = 0; r < rows_of_y; ++r) {
    std::vector<real> summed;
    for (Index j = 0; j < columns_of_y; ++j) {
      draw_cell(diagram, cell_place(dc, r, j), at(of_dy, r, j), Ink::grey);
      summed.push_back(at(of_dy, r, j));
    }
    draw_cell(diagram, cell_place(da, r, 0), d_column[static_cast<std::size_t>(r)], Ink::orange);
    const Point from = cell_place(da, r, 1), to = cell_place(da, r, 0);
    diagram.arrow({{from.x - 12, from.y}, {to.x + cell_width / 2 + 2, to.y}}, Ink::orange);
    diagram.words({from.x - 8, from.y + 4.5}, {terms(summed), Ink::orange}, "start");
  }
  for (Index j = 0; j < columns_of_y; ++j) {
    draw_cell(diagram, cell_place(db, 0, j), d_row[static_cast<std::size_t>(j)], Ink::orange);
    const Point from = cell_place(db, 1, j), to = cell_place(db, 0, j);
    diagram.arrow({{from.x, from.y - 10}, {to.x, to.y + cell_height / 2 + 2}}, Ink::orange);
    diagram.words({from.x, from.y + 4.5}, {terms({at(of_dy, 0, j), at(of_dy, 1, j)}), Ink::orange});
  }
  return {"broadcasting.svg",
          diagram.to_svg(730, dc.y + down_step + 36, "Repeated forward, summed backward",
                         fmt::format("Above: the column 100, 200 is repeated to the right, the row "
                                     "10, 20, 30 downwards, and the two are added. Below: the "
                                     "gradient of the column is the sums {} and {} of the rows of "
                                     "dy, that of the row the sums {}, {} and {} of its columns.",
                                     d_column[0], d_column[1], d_row[0], d_row[1], d_row[2]))};
}

}  // namespace holo
