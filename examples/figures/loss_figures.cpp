// loss_figures.cpp: the trainings of chapters 5, 6.2, 7.2 and 18 as curves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/name_model.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "support/name_batch.h"
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

// Kingma & Ba 2014 (arXiv 1412.6980), with the settings of chapter 7.2.
std::function<void(int step)> adam_descent(Vector& parameters, double rate, int steps) {
  const auto m = std::make_shared<std::vector<double>>(parameters.size());
  const auto v = std::make_shared<std::vector<double>>(parameters.size());
  return [&parameters, rate, steps, m, v](int step) {
    constexpr double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;
    const double now = rate * (1 - static_cast<double>(step) / static_cast<double>(steps));
    const double m_scale = 1 - std::pow(beta1, step + 1), v_scale = 1 - std::pow(beta2, step + 1);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      Value& p = parameters[i];
      double &mean = (*m)[i], &square = (*v)[i];
      mean = beta1 * mean + (1 - beta1) * p.grad();
      square = beta2 * square + (1 - beta2) * p.grad() * p.grad();
      p.set_data(p.data() - now * (mean / m_scale) / (std::sqrt(square / v_scale) + epsilon));
    }
  };
}

std::vector<double> losses_of(const Corpus& corpus, PythonRandom random, bool adam, double rate,
                              int steps) {
  const Tape::Scope scope;
  NameGpt model(corpus.vocab_size(), {.heads = 4}, random);
  const auto loss = [&](const std::vector<int>& document) { return model.loss(document); };
  return train_names(corpus, steps, loss,
                     adam ? adam_descent(model.parameters, rate, steps)
                          : plain_descent(model.parameters, rate, steps));
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

std::vector<Figure> adam_figures(int steps) {
  constexpr std::size_t last = 500;  // the page prints means of so many steps
  const int window = std::min(250, steps);
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  std::vector<Series> courses, lines;
  std::string ends, ends_of_rates;
  for (const bool adam : {false, true}) {
    const std::string name = adam ? "Adam" : "gradient descent";
    Series line{name, {}, {}};
    ends_of_rates += fmt::format(" {}:", name);
    for (const double factor : {0.03, 0.1, 0.3, 1.0, 3.0}) {
      const double rate = factor * (adam ? 0.01 : 0.1);
      const std::vector<double> losses = losses_of(corpus, random, adam, rate, steps);
      const double end = last_losses(losses, last);
      line.x.push_back(rate);
      line.y.push_back(end);
      ends_of_rates += fmt::format("{} {:g} {:.4f}", factor > 0.03 ? "," : "", rate, end);
      if (factor != 1) continue;
      courses.push_back(mean_losses(fmt::format("{}, {:g}", name, rate), losses, window));
      ends += fmt::format("{}{} {:.4f}", adam ? ", " : "", courses.back().name, end);
    }
    ends_of_rates += ".";
    lines.push_back(line);
  }
  Plot course("Gradient descent and Adam", "step", fmt::format("loss, mean of {} steps", window),
              {.description = fmt::format("Two falling curves side by side. Mean loss of the last "
                                          "{} of {} steps: {}.",
                                          last, steps, ends)});
  Plot rates("Which learning rate?", "learning rate",
             fmt::format("loss, last {} of {} steps", last, steps),
             {.log_x = true,
              .description = fmt::format("Two valleys of nearly the same depth; that of Adam lies "
                                         "at rates that are ten times smaller. Mean loss of the "
                                         "last {} of {} steps by learning rate.{}",
                                         last, steps, ends_of_rates)});
  for (const Series& series : courses) course.add(series);
  for (const Series& series : lines) rates.add(series);
  return {{"adam_loss.svg", course.to_svg()}, {"adam_rates.svg", rates.to_svg()}};
}

Figure overfitting_figure(Index steps) {
  PythonRandom shuffle(42);
  const Corpus corpus = load_corpus("", shuffle);
  PythonRandom random(1);
  GPT model(microgpt_options(corpus.tokenizer.vocab_size()), random);
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.003, {.beta2 = 0.99});
  const NameBatch known = name_batch(corpus, 0, 20), others = name_batch(corpus, 20, 1000);
  const auto loss = [&](const NameBatch& batch) {
    const NoGrad no_grad;
    return static_cast<double>(model.loss(batch.tokens, batch.targets).item());
  };
  Series training{"the 20 names", {}, {}}, validation{"1000 other names", {}, {}};
  std::string numbers;
  for (Index step = 0; step <= steps; ++step) {
    if (step % 10 == 0) {
      for (Series* line : {&training, &validation}) line->x.push_back(static_cast<double>(step));
      training.y.push_back(loss(known));
      validation.y.push_back(loss(others));
      numbers +=
          fmt::format(" Step {}: {:.1f}, {:.1f}.", step, training.y.back(), validation.y.back());
    }
    optimizer.zero_grad();
    model.loss(known.tokens, known.targets).backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
  Plot plot("Overfitting", "step", "loss",
            {.description = "The loss of 20 names falls all the way; that of 1000 others falls "
                            "with it at first, then rises to three times of what it was." +
                            numbers});
  plot.add(training);
  plot.add(validation);
  return {"overfitting.svg", plot.to_svg()};
}

}  // namespace holo
