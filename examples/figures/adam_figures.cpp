// adam_figures.cpp: the model of chapter 7.2 trained with Adam and with gradient descent, each with
// several learning rates, which fall to 0.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/name_model.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

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

}  // namespace holo
