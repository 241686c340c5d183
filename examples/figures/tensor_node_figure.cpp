// tensor_node_figure.cpp: a Tensor of chapter 8 opened: the handle, its node, the arrays that the
// node points to, and its parents. The numbers are those of the program.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {
namespace {

constexpr double number_width = 62, number_height = 26;

// An array: its numbers in cells, row after row.
void draw_array(Diagram& diagram, Point left, const std::string& name,
                const std::vector<real>& numbers, Ink ink) {
  diagram.words({left.x - 8, left.y + 4.5}, {name, ink, true}, "end");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    diagram.cell({left.x + number_width * (static_cast<double>(i) + 0.5), left.y}, number_width,
                 number_height, fmt::format("{:.4g}", numbers[i]), ink);
  }
}

}  // namespace

Figure tensor_node_figure() {
  const Tensor w = tensor({{0.5, -1, 0.25}, {1, 0.5, -0.5}}).set_requires_grad(),
               x = tensor({1, 2, -1});
  const Tensor product = matmul(w, x), y = tanh(product);
  sum(y * y).backward(true);
  const std::vector<real> data = product.to_vector(), grad = product.grad().to_vector();

  Diagram diagram;
  const Box handle = diagram.box({195, 70}, 200, 46,
                                 {{"Tensor", Ink::grey, true}, {"a handle: points to its node"}});
  diagram.frame({195, 206}, 346, 160);
  diagram.words({36, 148}, {"the node: matmul  [2]", Ink::blue, true}, "start");
  diagram.arrow({handle.bottom(), {195, 126}});
  draw_array(diagram, {88, 178}, "data", data, Ink::blue);
  draw_array(diagram, {88, 212}, "grad", grad, Ink::orange);
  diagram.words({226, 182}, {"its numbers"}, "start");
  diagram.words({226, 216}, {"d loss / d data"}, "start");
  diagram.words({36, 246}, {"backward", Ink::orange, true}, "start");
  diagram.words({104, 246}, {"a function: adds to the grad of the parents"}, "start");
  diagram.words({36, 274}, {"parents", Ink::grey, true}, "start");
  const Box first =
      diagram.box({104, 342}, 140, 48, {{"W  [2,3]", Ink::grey, true}, {"a leaf"}}, Ink::blue);
  const Box second = diagram.box({286, 342}, 140, 48,
                                 {{"x  [3]", Ink::grey, true}, {"a leaf, a constant"}}, Ink::blue);
  diagram.arrow({{104, 270}, first.top()});
  diagram.arrow({{104, 270}, {286, 270}, second.top()});
  return {"tensor_node.svg",
          diagram.to_svg(
              390, 382, "A Tensor, opened",
              fmt::format("A handle names a node. The node of a matrix product has data "
                          "{:.4g} and {:.4g}, grad {:.4g} and {:.4g}, links to its parents W "
                          "and x, and a function that sends its gradient to them.",
                          data[0], data[1], grad[0], grad[1]))};
}

}  // namespace holo
