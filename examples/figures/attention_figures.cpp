// attention_figures.cpp: tables of letters as squares: which letter follows which (chapter 3), and
// which looks at which, in the head of chapter 6.1 and in the two heads of chapter 17.3. The models
// are trained as there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/name_model.h"
#include "holo/optim_schedule.h"
#include "support/plots/svg.h"
#include "support/tiny_gpt/tiny_gpt.h"

namespace holo {

Figure letter_pairs_figure() {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const LetterPairs pairs = count_letter_pairs(corpus);
  const std::size_t n = corpus.vocab_size();
  HeatMap map{"after this token (. is BOS)", "this token comes next", {}, {}, {}};
  // A square root makes small probabilities visible too.
  constexpr double darkest = 0.45;
  const auto colour = [](double p) { return std::sqrt(std::min(1.0, p / darkest)); };
  for (std::size_t a = 0; a < n; ++a) {
    map.rows.push_back(token_letter(corpus.tokenizer, static_cast<int>(a)));
    map.colour.emplace_back();
    for (std::size_t b = 0; b < n; ++b) {
      map.colour.back().push_back(colour(pairs.counts[a][b] / pairs.totals[a]));
    }
  }
  map.columns = map.rows;
  std::vector<double> scale;
  std::vector<std::string> percents;
  for (const double percent : {0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0}) {
    scale.push_back(colour(percent / 100));
    percents.push_back(fmt::format("{:g} %", percent));
  }
  constexpr double left = 66, top = 84, square = 22;
  const double size = square * static_cast<double>(n), right = left + size;
  const std::string body =
      heat_map_svg(map, left, top, square) +
      heat_scale_svg(scale, percents, left + (size - 44 * 8) / 2, top + size + 18);
  return {"letter_pairs.svg",
          svg::document(right + 24, top + size + 62, "Which letter follows which, in 15,150 names",
                        "A table of 27 rows and columns. The darker a square, the more often the "
                        "token of its column follows that of its row.",
                        body)};
}

Figure attention_figure(int steps) {
  const Tape::Scope scope;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  NameGpt model(corpus.vocab_size(), {.residual = false, .norm = false, .std = 0.3}, random);
  train_names(
      corpus, steps, [&](const auto& document) { return model.loss(document); },
      plain_descent(model.parameters, 0.3, steps));

  const std::vector<int>& document = corpus.documents[0];
  Matrix weights;
  model.loss(document, &weights);
  HeatMap map{"this position", "looks at", {}, {}, {}, {}};
  std::string name;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    map.rows.push_back(token_letter(corpus.tokenizer, document[t]));
    if (t > 0) name += map.rows.back();
    map.colour.emplace_back();
    map.text.emplace_back();
    for (const Value weight : weights[t]) {
      map.colour.back().push_back(weight.data());
      map.text.back().push_back(fmt::format("{:.2f}", weight.data()));
    }
  }
  map.columns = map.rows;
  constexpr double left = 70, top = 84, square = 44;
  const double size = square * static_cast<double>(weights.size());
  return {"attention_head.svg",
          svg::document(left + size + 40, top + size + 24, "One head: who looks at whom",
                        fmt::format("The weights of attention of chapter 6.1 after its training, "
                                    "for the name {} with the dot of BOS before it: a row for "
                                    "each position, a column for each that it looks at, the "
                                    "darker the larger the weight. The upper right half is empty, "
                                    "because no position sees what comes after it.",
                                    name),
                        heat_map_svg(map, left, top, square))};
}

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
