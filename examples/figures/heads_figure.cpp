// heads_figure.cpp: the model of chapter 17.3, trained as there, and its two heads on one name.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/letter_pairs.h"
#include "holo/optim_schedule.h"
#include "support/plots/svg.h"
#include "support/tiny_gpt/tiny_gpt.h"

namespace holo {
Figure heads_figure(int steps) {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const Index bos = corpus.tokenizer.bos();
  GPT model(tiny_gpt_options(bos + 1), random);
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.01, {.beta2 = 0.99});
  const CosineSchedule rate(0.01, steps, steps / 10, 0.001);
  for (Index step = 0; step < steps; ++step) {
    tiny_gpt_step(model, optimizer, corpus, step, rate(step));
  }

  const NoGrad no_grad;
  const std::string name = "emmanuel";
  std::vector<Index> tokens{bos};
  std::vector<std::string> letters{"."};
  for (const int token : corpus.tokenizer.encode(name)) {
    tokens.push_back(token);
    letters.push_back(token_letter(corpus.tokenizer, token));
  }
  const auto T = static_cast<Index>(tokens.size());
  const Tensor x = attention_input(model, Indices({1, T}, tokens));
  constexpr double square = 36, top = 98;
  const double size = square * static_cast<double>(T);
  std::string body;
  for (const Index head : {0, 1}) {
    const double left = 62 + static_cast<double>(head) * (size + 84);
    HeatMap map{"this position", fmt::format("head {} looks at", head + 1), letters, letters,
                head_weights(*model.blocks[0]->attention, x, head)};
    for (const std::vector<double>& row : map.colour) {
      map.text.emplace_back();
      for (const double weight : row) map.text.back().push_back(fmt::format("{:.2f}", weight));
    }
    body += heat_map_svg(map, left, top, square);
  }
  const double width = 2 * size + 62 + 84 + 24;
  return {"gpt_heads.svg",
          svg::document(width, top + size + 24, "Two heads of the tiny GPT, after the training",
                        fmt::format("The weights of attention of chapter 17.3 after its training, "
                                    "for the name {} with the dot of BOS before it, a table for "
                                    "each head: a row for each position, a column for each that "
                                    "it looks at, the darker the larger the weight.",
                                    name),
                        body)};
}

}  // namespace holo
