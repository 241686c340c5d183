// microgpt_figure.cpp: the GPT of chapter 7.3 from a token to the probabilities of the next, and
// how its four heads cut the columns, chapter 7.1. The sizes are the settings of the program.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "support/corpus.h"
#include "support/values/microgpt_settings.h"

namespace holo {

Figure microgpt_figure() {
  PythonRandom random(42);
  const MicrogptSettings s;
  const auto V = static_cast<std::size_t>(load_corpus("", random).tokenizer.vocab_size());
  const std::size_t n = s.n_embd;
  Diagram diagram;
  constexpr double x = 178, part = 176, size = 32;
  const auto matrix = [](std::size_t rows, std::size_t columns) {
    return fmt::format("  [{} × {}]", rows, columns);
  };
  const Box token = diagram.box({88, 66}, 120, size, {{"token"}});
  const Box position = diagram.box({268, 66}, 120, size, {{"position"}});
  const Box wte = diagram.box({88, 122}, 140, size, {{"wte" + matrix(V, n)}}, Ink::blue);
  const Box wpe =
      diagram.box({268, 122}, 140, size, {{"wpe" + matrix(s.block_size, n)}}, Ink::blue);
  const Box start = diagram.sum({x, 164});
  const Box first = diagram.box({x, 210}, part, size, {{"rmsnorm"}}, Ink::orange);
  diagram.arrow({token.bottom(), wte.top()});
  diagram.arrow({position.bottom(), wpe.top()});
  diagram.arrow({wte.bottom(), {88, 164}, start.left()});
  diagram.arrow({wpe.bottom(), {268, 164}, start.right()});
  diagram.arrow({start.bottom(), first.top()});

  // A layer: two parts, each with a way around it.
  constexpr double top = 246, bottom = 552, side = 60;
  diagram.frame({(22 + 334) / 2.0, (top + bottom) / 2}, 312, bottom - top);
  diagram.words({340, (top + bottom) / 2}, {fmt::format("× {}", s.n_layer), Ink::grey, true},
                "start");
  diagram.words({326, top + 18}, {"a layer", Ink::grey, true}, "end");
  const Box norm_1 = diagram.box({x, 292}, part, size, {{"rmsnorm"}}, Ink::orange);
  const Box attention =
      diagram.box({x, 348}, part, 48,
                  {{fmt::format("attention, {} heads", s.n_head), Ink::blue, true},
                   {fmt::format("4 matrices [{} × {}]", n, n)}},
                  Ink::blue);
  const Box plus_1 = diagram.sum({x, 394});
  const Box norm_2 = diagram.box({x, 438}, part, size, {{"rmsnorm"}}, Ink::orange);
  const Box mlp = diagram.box(
      {x, 494}, part, 48,
      {{"MLP", Ink::blue, true}, {fmt::format("[{0} × {1}], relu, [{1} × {0}]", 4 * n, n)}},
      Ink::blue);
  const Box plus_2 = diagram.sum({x, 536});
  diagram.arrow({first.bottom(), norm_1.top()});
  diagram.arrow({norm_1.bottom(), attention.top()});
  diagram.arrow({attention.bottom(), plus_1.top()});
  diagram.arrow({plus_1.bottom(), norm_2.top()});
  diagram.arrow({norm_2.bottom(), mlp.top()});
  diagram.arrow({mlp.bottom(), plus_2.top()});
  diagram.arrow({{x, 264}, {side, 264}, {side, 394}, plus_1.left()}, Ink::green);
  diagram.arrow({{x, 414}, {side, 414}, {side, 536}, plus_2.left()}, Ink::green);
  diagram.words({side + 6, 330}, {"x", Ink::green}, "start");
  diagram.words({side + 6, 478}, {"x", Ink::green}, "start");

  const Box head = diagram.box({x, 594}, part + 12, size, {{"lm__head" + matrix(V, n)}}, Ink::blue);
  const Box logits =
      diagram.box({x, 646}, part + 12, size, {{fmt::format("{} logits / temperature", V)}});
  const Box softmax = diagram.box({x, 698}, part + 12, size, {{"softmax"}}, Ink::orange);
  const Box next = diagram.box({x, 750}, part + 12, size, {{"the next token, drawn"}});
  diagram.arrow({plus_2.bottom(), head.top()});
  diagram.arrow({head.bottom(), logits.top()});
  diagram.arrow({logits.bottom(), softmax.top()});
  diagram.arrow({softmax.bottom(), next.top()});
  diagram.arrow({next.left(), {11, 750}, {11, 66}, token.left()}, Ink::faint);
  return {"microgpt.svg",
          diagram.to_svg(390, 788, "microgpt, whole",
                         fmt::format("A token and its position are looked up and added, then comes "
                                     "rmsnorm. {} layer, of attention with {} heads and an MLP, "
                                     "each after a rmsnorm of its own and with a way around it "
                                     "that is added. The last matrix gives {} logits, softmax "
                                     "probabilities, and the token that is drawn goes in next. "
                                     "Blue boxes hold the {} parameters.",
                                     s.n_layer, s.n_head, V, s.parameter_count(V)))};
}

Figure head_pieces_figure() {
  const MicrogptSettings s;
  const std::size_t n = s.n_embd, H = s.n_head, d = n / H;
  Diagram diagram;
  constexpr double cell = 18, gap = 12, left = 28;
  const Ink inks[] = {Ink::blue, Ink::orange, Ink::green, Ink::grey};
  const auto at = [&](std::size_t i) {
    return left + cell * static_cast<double>(i) + gap * static_cast<double>(i / d) + cell / 2;
  };
  const auto row = [&](double y, double height) {
    for (std::size_t i = 0; i < n; ++i) diagram.cell({at(i), y}, cell, height, "", inks[i / d % 4]);
  };
  const double middle = (at(0) + at(n - 1)) / 2;
  const char* names[] = {"q", "k", "v"};
  diagram.words({middle, 56},
                {fmt::format("{} numbers of a position, cut into {} pieces of {}", n, H, d)});
  for (std::size_t r = 0; r < 3; ++r) {
    const double y = 82 + 28 * static_cast<double>(r);
    row(y, 20);
    diagram.words({left - 8, y + 4.5}, {names[r], Ink::grey, true}, "end");
  }
  for (std::size_t h = 0; h < H; ++h) {
    const double x = (at(h * d) + at(h * d + d - 1)) / 2;
    const Ink ink = inks[h % 4];
    const Box head =
        diagram.box({x, 192}, cell * static_cast<double>(d) + 6, 48,
                    {{fmt::format("head {}", h + 1), ink, true}, {"a_s of its own"}}, ink);
    diagram.arrow({{x, 150}, head.top()}, ink);
    diagram.arrow({head.bottom(), {x, 244}}, ink);
  }
  row(256, 20);
  diagram.words({middle, 288}, {"side by side again"});
  const Box mix = diagram.box({middle, 324}, 300, 34,
                              {{fmt::format("W_o  [{} × {}], mixes the pieces", n, n)}});
  diagram.arrow({{middle, 294}, mix.top()});
  for (std::size_t i = 0; i < n; ++i)
    diagram.cell({middle + cell * (static_cast<double>(i) - static_cast<double>(n - 1) / 2), 372},
                 cell, 20, "");
  diagram.arrow({mix.bottom(), {middle, 361}});
  diagram.words({middle, 402}, {fmt::format("the output, {} numbers", n)});
  return {
      "head_pieces.svg",
      diagram.to_svg(390, 420, "Heads: cut, attend, join",
                     fmt::format("The {} numbers of the query, the key and the value are cut "
                                 "into {} pieces of {}. Each head takes its piece of all three, "
                                 "makes weights of its own, and gives a piece of the mean. The "
                                 "pieces are put side by side, and the matrix mixes them.",
                                 n, H, d))};
}

}  // namespace holo
