// layer_figures.cpp: the feed-forward layers of chapters 11, 13 and 15 from top to bottom, as the
// headers in holo/nn/ have them: mlp.h, gated_mlp.h, holo_gate_flow.h and affine_flow.h.
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"

namespace holo {
namespace {

constexpr double box_height = 32;
constexpr double narrow = 88, wide = 118;  // for C and for H numbers

double row(double number) { return 104 + 58 * number; }

void heading(Diagram& diagram, double x, const std::string& name) {
  diagram.words({x, 70}, {name, Ink::grey, true});
}

// y = W2 act(W1 x)
void draw_mlp(Diagram& diagram, double x) {
  heading(diagram, x, "MLP");
  const auto box = [&](double number, const std::string& text, Ink ink, double width) {
    return diagram.box({x, row(number)}, width, box_height, {{text}}, ink);
  };
  const Box boxes[] = {
      box(0, "x  [C]", Ink::grey, narrow), box(1, "h = W_1 x  [H]", Ink::blue, wide),
      box(2, "a = act(h)  [H]", Ink::orange, wide), box(3, "W_2 a  [C]", Ink::blue, narrow),
      box(4, "y  [C]", Ink::grey, narrow)};
  for (std::size_t i = 1; i < std::size(boxes); ++i) {
    diagram.arrow({boxes[i - 1].bottom(), boxes[i].top()});
  }
}

// [v | g] = W1 x,  y = W2 (v act(g))
void draw_gated_mlp(Diagram& diagram, double x) {
  heading(diagram, x, "GatedMLP");
  const double v = x - 61, g = x + 61;
  const Box input = diagram.box({x, row(0)}, narrow, box_height, {{"x  [C]"}});
  const Box both =
      diagram.box({x, row(1)}, wide + 122, box_height, {{"[v | g] = W_1 x  [2H]"}}, Ink::blue);
  const Box value = diagram.box({v, row(2)}, wide, box_height, {{"v  [H]"}});
  const Box gate = diagram.box({g, row(2)}, wide, box_height, {{"g  [H]"}});
  const Box act = diagram.box({g, row(3)}, wide, box_height, {{"act(g)  [H]"}}, Ink::orange);
  const Box product = diagram.product({v, row(3)});
  const Box second = diagram.box({v, row(4)}, narrow, box_height, {{"W_2 a  [C]"}}, Ink::blue);
  const Box output = diagram.box({v, row(5)}, narrow, box_height, {{"y  [C]"}});
  diagram.arrow({input.bottom(), both.top()});
  diagram.arrow({{v, both.bottom().y}, value.top()});
  diagram.arrow({{g, both.bottom().y}, gate.top()});
  diagram.arrow({gate.bottom(), act.top()});
  diagram.arrow({value.bottom(), product.top()});
  diagram.arrow({act.left(), product.right()}, Ink::green);
  diagram.arrow({product.bottom(), second.top()});
  diagram.words({v + 8, product.bottom().y + 16}, {"a  [H]"}, "start");
  diagram.arrow({second.bottom(), output.top()});
}

// z = [act1(W1 x1 + b1) | gate(W3 x3 + b3) act2(W2 x2 + b2)],  n = norm(z)
// out = x + sigmoid(Ws n + bs) (W z + b) + (Wt n + bt)
void draw_holo_gate_flow(Diagram& diagram, double x) {
  heading(diagram, x, "HoloGateFlow");
  const double column[] = {x - 126, x, x + 126};
  constexpr double all = 2 * 126 + wide;
  const auto box = [&](std::size_t i, double number, const std::string& text, Ink ink) {
    return diagram.box({column[i], row(number)}, wide, box_height, {{text}}, ink);
  };
  const Box input = diagram.box({x, row(0)}, all, box_height, {{"x  [d]"}});
  const std::string digit[] = {"1", "2", "3"},
                    function[] = {"z_1: gelu  [d]", "z_2: silu  [d]", "σ(z_3)  [d]"};
  std::vector<Box> act;
  for (std::size_t i = 0; i < 3; ++i) {
    const Box part = box(i, 1, "x_" + digit[i] + "  [d_" + digit[i] + "]", Ink::grey);
    const std::string text = "W_" + digit[i] + " x_" + digit[i] + " + b_" + digit[i] + "  [d]";
    const Box linear = box(i, 2, text, Ink::blue);
    act.push_back(box(i, 3, function[i], Ink::orange));
    diagram.arrow({{column[i], input.bottom().y}, part.top()});
    diagram.arrow({part.bottom(), linear.top()});
    diagram.arrow({linear.bottom(), act[i].top()});
  }
  const Box gated = diagram.product({column[1], row(3.75)});
  const Box z = diagram.box({x, row(4.5)}, all, box_height, {{"z = [z_1 | σ(z_3) ⊙ z_2]  [2d]"}});
  diagram.arrow({act[1].bottom(), gated.top()});
  diagram.arrow({act[2].bottom(), {column[2], row(3.75)}, gated.right()}, Ink::green);
  diagram.words({column[2] + 8, row(3.75) + 4.5}, {"gate", Ink::green}, "start");
  diagram.arrow({act[0].bottom(), {column[0], z.top().y}});
  diagram.arrow({gated.bottom(), z.top()});

  const double flow = (column[1] + column[2]) / 2;
  const Box norm =
      diagram.box({flow, row(5.5)}, 126 + wide, box_height, {{"n = norm(z)  [2d]"}}, Ink::orange);
  const Box plain = box(0, 6.5, "W z + b  [d]", Ink::blue);
  const Box scale = box(1, 6.5, "W_s n + b_s  [d]", Ink::blue);
  const Box shift = box(2, 6.5, "W_t n + b_t  [d]", Ink::blue);
  const Box sigmoid = box(1, 7.5, "σ  [d]", Ink::orange);
  const Box scaled = diagram.product({column[0], row(7.5)});
  const Box sum = diagram.sum({column[0], row(8.4)});
  const Box output = box(0, 9.2, "out  [d]", Ink::grey);
  diagram.arrow({{column[0], z.bottom().y}, plain.top()});
  diagram.arrow({{flow, z.bottom().y}, norm.top()});
  diagram.arrow({{column[1], norm.bottom().y}, scale.top()});
  diagram.arrow({{column[2], norm.bottom().y}, shift.top()});
  diagram.arrow({scale.bottom(), sigmoid.top()});
  diagram.arrow({plain.bottom(), scaled.top()});
  diagram.arrow({sigmoid.left(), scaled.right()}, Ink::green);
  diagram.words({(column[0] + column[1]) / 2 - 22, row(7.5) - 8}, {"scale", Ink::green});
  diagram.arrow({scaled.bottom(), sum.top()});
  diagram.arrow({shift.bottom(), {column[2], row(8.4)}, sum.right()}, Ink::green);
  diagram.words({column[1], row(8.4) - 8}, {"shift", Ink::green});
  const double side = x - all / 2 - 18;
  diagram.arrow({input.left(), {side, row(0)}, {side, row(8.4)}, sum.left()}, Ink::green);
  diagram.arrow({sum.bottom(), output.top()});
}

void draw_key(Diagram& diagram, double left, double y) {
  const auto entry = [&](double x, const std::string& text, Ink ink) {
    diagram.box({left + x + 11, y}, 22, 14, {}, ink);
    diagram.words({left + x + 30, y + 4.5}, {text}, "start");
  };
  entry(0, "learned matrix", Ink::blue);
  entry(140, "function", Ink::orange);
  entry(238, "vector [size]", Ink::grey);
}

}  // namespace

std::vector<Figure> layer_figures() {
  const std::string mlp =
                        "MLP: x of C numbers, the matrix W1, H numbers, act, the matrix W2, y of "
                        "C numbers.",
                    gated =
                        " GatedMLP: the matrix W1 makes two times H numbers of x, v and g; v is "
                        "multiplied with act(g), then comes W2.",
                    flow =
                        " HoloGateFlow: x is cut into three parts, each with a matrix of its own "
                        "and a function, gelu, silu and the sigmoid; the third gates the second, "
                        "and is put with the first into z. From z come W z + b, and through a norm "
                        "the scale, which goes through a sigmoid and multiplies it, and the "
                        "shift. The sum of both and x is what comes out.";
  Diagram one, two, three;
  draw_mlp(one, 200);
  draw_key(one, 18, row(4) + 50);
  draw_mlp(two, 110);
  draw_gated_mlp(two, 330);
  draw_key(two, 60, row(5) + 50);
  draw_mlp(three, 84);
  draw_gated_mlp(three, 282);
  draw_holo_gate_flow(three, 626);
  draw_key(three, 40, row(9.2));
  return {
      {"layer_mlp.svg", one.to_svg(400, row(4) + 74, "Expand, act, contract", mlp)},
      {"layer_gated_mlp.svg",
       two.to_svg(480, row(5) + 74, "From the MLP to the gate", mlp + gated)},
      {"layer_holo_gate_flow.svg",
       three.to_svg(830, row(9.2) + 36, "From the gate to HoloGateFlow", mlp + gated + flow)},
  };
}

}  // namespace holo
