// earlier_key_figure.cpp: the two positions of chapter 6.3, and what comes back to the weight of
// the keys through each of them.
#include <fmt/format.h>

#include <string>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "holo/value.h"

namespace holo {

Figure earlier_key_figure() {
  const Tape::Scope scope;
  const Value w(0.8), q(0.5);
  const Value k1 = w * 1.0, k2 = w * 2.0;
  const Value e1 = exp(q * k1), e2 = exp(q * k2);
  const Value out = (e1 * 3.0 + e2 * 5.0) / (e1 + e2);
  out.backward();
  const double through_1 = k1.grad() * 1, through_2 = k2.grad() * 2;

  Diagram diagram;
  constexpr double left = 104, right = 286, width = 150, height = 52;
  const Box weight = diagram.box({195, 352}, 190, 52,
                                 {{"w, the weight of the keys", Ink::grey, true},
                                  {fmt::format("grad {:.6f}", w.grad()), Ink::orange}});
  const Box one =
      diagram.box({left, 238}, width, height,
                  {{"k_1 = w · 1", Ink::blue, true}, {"an earlier position"}}, Ink::blue);
  const Box two = diagram.box({right, 238}, width, height,
                              {{"k_2 = w · 2", Ink::blue, true}, {"this position"}}, Ink::blue);
  const Box mean = diagram.box(
      {195, 132}, 300, 52,
      {{"softmax of q k_1 and q k_2", Ink::grey, true}, {"weights of the values 3 and 5"}});
  const Box loss = diagram.box({195, 66}, 120, 32, {{fmt::format("output {:.3f}", out.data())}});
  diagram.arrow({{195, loss.bottom().y}, {195, mean.top().y}}, Ink::orange);
  diagram.arrow({{left, mean.bottom().y}, one.top()}, Ink::orange);
  diagram.arrow({{right, mean.bottom().y}, two.top()}, Ink::orange);
  diagram.arrow({one.bottom(), {140, weight.top().y}}, Ink::orange);
  diagram.arrow({two.bottom(), {250, weight.top().y}}, Ink::orange);
  diagram.words({108, 300}, {fmt::format("{:.6f}", through_1), Ink::orange, true}, "end");
  diagram.words({282, 300}, {fmt::format("{:.6f}", through_2), Ink::orange, true}, "start");
  // The cut: a cache that keeps the number only.
  diagram.line({{128, 277}, {114, 291}}, Ink::grey, 3);
  diagram.line({{114, 277}, {128, 291}}, Ink::grey, 3);
  diagram.words({132, 283}, {"cut here", Ink::grey, true}, "start");
  return {"earlier_key.svg",
          diagram.to_svg(390, 396, "Two ways back to one weight",
                         fmt::format("The gradient of the output comes back to the weight w of the "
                                     "keys in two ways: {:.6f} through the key of the earlier "
                                     "position and {:.6f} through the own one, together {:.6f}. A "
                                     "cache that keeps numbers only cuts the first way.",
                                     through_1, through_2, w.grad()))};
}

}  // namespace holo
