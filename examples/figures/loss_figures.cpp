// loss_figures.cpp: the trainings of chapters 5 and 6.2 as curves.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/letter_pairs.h"
#include "figures/name_model.h"
#include "support/plots/plot.h"

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

Figure residual_loss_figure(int steps) {
  std::vector<Run> runs;
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
  };
  run("both", {});
  run("residual", {.norm = false});
  run("norm", {.residual = false});
  run("neither", {.residual = false, .norm = false});
  return loss_figure("residual_loss.svg", "With and without residual connections and rmsnorm",
                     "The line of the model with both is the lowest; that of the model with "
                     "neither stays level far above all others.",
                     corpus, runs);
}

}  // namespace holo
