// loss_figures.cpp: the trainings of chapters 5 and 6 as curves, and the head that comes out.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/letter_pairs.h"
#include "figures/name_model.h"
#include "support/plot.h"
#include "support/svg.h"

namespace holo {
namespace {

constexpr int window_of_curves = 250;
constexpr std::size_t last_of_page = 500;  // the pages print means of so many steps

// The loss below which no model that sees one token can come.
Series level_of_counts(const Corpus& corpus, int steps) {
  const double loss = count_letter_pairs(corpus).loss();
  return {"the counted table", {0, static_cast<double>(steps)}, {loss, loss}};
}

struct Run {
  std::string name;
  std::vector<double> losses;
};

Figure loss_figure(const std::string& file, const std::string& title,
                   const std::string& description, const Corpus& corpus,
                   const std::vector<Run>& runs) {
  const int steps = static_cast<int>(runs[0].losses.size());
  std::string ends;
  for (const Run& run : runs) {
    ends += fmt::format("{}{} {:.4f}", ends.empty() ? "" : ", ", run.name,
                        last_losses(run.losses, last_of_page));
  }
  Plot plot(title, "step", fmt::format("loss, mean of {} steps", window_of_curves),
            {.description = fmt::format("{} Mean loss of the last {} steps: {}.", description,
                                        last_of_page, ends)});
  for (const Run& run : runs) plot.add(mean_losses(run.name, run.losses, window_of_curves));
  plot.add(level_of_counts(corpus, steps));
  return {file, plot.to_svg()};
}

// A row for each position of a document: how much it takes of itself and of earlier ones.
Figure attention_figure(const NameGpt& model, const Corpus& corpus,
                        const std::vector<int>& document) {
  const Tape::Scope scope;
  Matrix weights;
  model.loss(document, &weights);
  HeatMap map{"this position", "looks at", {}, {}, {}, {}};
  std::string name;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    map.rows.push_back(token_letter(corpus.tokenizer, document[t]));
    name += map.rows.back();
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
          svg::document(left + size + 40, top + size + 24, "One head, one name: who looks at whom",
                        fmt::format("A square for each pair of positions in {}, the darker the "
                                    "larger its weight; the upper right half is empty, because "
                                    "no position sees what comes after it.",
                                    name),
                        heat_map_svg(map, left, top, square))};
}

}  // namespace

Figure mlp_loss_figure(int steps) {
  std::vector<Run> runs;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  for (const bool squared : {false, true}) {
    const Tape::Scope scope;
    PythonRandom of_run = random;
    PairNetwork model(corpus.vocab_size(), squared, of_run);
    runs.push_back({squared ? "relu2" : "relu",
                    train_names(
                        corpus, steps, [&](const auto& document) { return model.loss(document); },
                        plain_descent(model.parameters, 0.3, steps))});
  }
  return loss_figure("mlp_loss.svg", "A network that sees one token, in training",
                     "Both lines fall fast, then slowly, and stay a little above the level line "
                     "of the counted table.",
                     corpus, runs);
}

std::vector<Figure> attention_figures(int steps) {
  std::vector<Run> runs;
  std::vector<Figure> figures;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const auto run = [&](const char* name, const NameGpt::Parts& parts) {
    const Tape::Scope scope;
    PythonRandom of_run = random;
    NameGpt model(corpus.vocab_size(), parts, of_run);
    runs.push_back(
        {name, train_names(
                   corpus, steps, [&](const auto& document) { return model.loss(document); },
                   plain_descent(model.parameters, 0.1, steps))});
    if (figures.empty()) figures.push_back(attention_figure(model, corpus, corpus.documents[0]));
  };
  run("with both", {});
  run("without rmsnorm", {.norm = false});
  run("without residual", {.residual = false});
  run("without either", {.residual = false, .norm = false});
  figures.push_back(loss_figure("residual_loss.svg",
                                "One layer with and without residual connections and rmsnorm",
                                "The line with both is the lowest all the way.", corpus, runs));
  return figures;
}

}  // namespace holo
