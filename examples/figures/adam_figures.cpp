// adam_figures.cpp: the model of chapter 7 trained with Adam and with plain gradient descent, each
// with several learning rates, which fall to 0.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/name_model.h"
#include "support/plot.h"

namespace holo {
namespace {

// Kingma & Ba 2014 (arXiv 1412.6980), with the settings of chapter 7.
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
      square = beta2 * square + (1 - beta2) * (p.grad() * p.grad());
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
  constexpr int window = 50, last = 200;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  Plot course(
      "Adam and plain gradient descent", "step", fmt::format("loss, mean of {} steps", window),
      {.description = "Adam with the rate 0.01 and plain descent with 0.1 fall side by side; "
                      "plain descent with 0.01 falls much more slowly"});
  Plot rates(
      "Which learning rate?", "learning rate", fmt::format("loss of the last {} steps", last),
      {.log_x = true,
       .description = "Two valleys: that of Adam is the wider one and lies at smaller rates; "
                      "both have nearly the same depth"});
  for (const bool adam : {true, false}) {
    const std::string name = adam ? "Adam" : "plain";
    Series line{name, {}, {}}, marks{"", {}, {}, false};
    for (const double rate : {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0}) {
      const std::vector<double> losses = losses_of(corpus, random, adam, rate, steps);
      line.x.push_back(rate);
      line.y.push_back(last_losses(losses, last));
      if (rate == 0.01 || (!adam && rate == 0.1)) {
        course.add(mean_losses(fmt::format("{}, {:g}", name, rate), losses, window));
      }
    }
    rates.add(line);
  }
  return {{"adam_loss.svg", course.to_svg()}, {"adam_rates.svg", rates.to_svg()}};
}

}  // namespace holo
