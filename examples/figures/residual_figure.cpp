// residual_figure.cpp: the parts of chapter 6.2 in a row: the path around each of them goes on to a
// sum, the one through it has a norm first.
#include "figures/chapter_figures.h"
#include "figures/diagram.h"

namespace holo {

Figure residual_figure() {
  Diagram diagram;
  constexpr double y = 134, up = 64;
  const Box in = diagram.box({70, y}, 100, 34, {{"wte + wpe"}}, Ink::blue);
  const Box first = diagram.box({186, y}, 84, 34, {{"rmsnorm"}});
  const Box one = diagram.sum({500, y}), two = diagram.sum({802, y});
  const Box out = diagram.box({886, y}, 84, 34, {{"lm__head"}}, Ink::blue);
  const auto part = [&](const Box& from, double x, const char* name, const Box& sum) {
    const Box norm = diagram.box({x, up}, 84, 34, {{"rmsnorm"}});
    const Box middle = diagram.box({x + 106, up}, 92, 34, {{name}}, Ink::orange);
    diagram.arrow({{x - 60, y}, {x - 60, up}, norm.left()});
    diagram.arrow({norm.right(), middle.left()});
    diagram.arrow({middle.right(), {sum.center.x, up}, sum.top()});
    diagram.arrow({from.right(), sum.left()});
  };
  diagram.arrow({in.right(), first.left()});
  part(first, 318, "attention", one);
  part(one, 620, "mlp", two);
  diagram.arrow({two.right(), out.left()});
  return {"residual.svg",
          diagram.to_svg(946, 176, "A way past each part",
                         "A row: the sum of the embeddings, a norm, a sum, a sum, and the logits. "
                         "Above it a norm and the attention lead from the row to the first sum, a "
                         "norm and the mlp to the second.")};
}

}  // namespace holo
