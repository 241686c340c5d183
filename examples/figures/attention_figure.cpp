// attention_figure.cpp: the model of chapter 6.1, trained as there, and its head on the first name.
#include <fmt/format.h>

#include <string>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/letter_pairs.h"
#include "figures/name_model.h"
#include "support/plots/svg.h"

namespace holo {

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

}  // namespace holo
