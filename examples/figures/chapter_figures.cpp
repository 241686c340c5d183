// chapter_figures.cpp: the plots of chapters 2, 5 to 7, 14.2 and 18. They train the models of the
// chapters: their programs are included here, each in a namespace of its own.
#include "figures/chapter_figures.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "figures/shades.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "holo/tokenizer.h"
#include "holo/value.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/product_task.h"
#include "support/command_line.h"
#include "support/corpus.h"
#include "support/name_batch.h"
#include "support/plots/plot.h"
#include "support/values/training.h"
#include "support/values/vector.h"

namespace chapter_2 {
#include "02_neuron.cpp"
}
namespace chapter_5 {
#include "05_mlp.cpp"
}
namespace chapter_6_1 {
#include "06_attention.cpp"
}
namespace chapter_6_2 {
#include "06_residual.cpp"
}
namespace chapter_7_2 {
#include "07_adam.cpp"
}
namespace chapter_18 {
#include "18_training_well.cpp"
}

namespace holo {
namespace {

// ---- losses ----

// The loss of each step, one document in each; the rate falls to 0 in a straight line.
template <class Model, class Optimizer = GradientDescent>
std::vector<double> losses_of(Model& model, const Corpus& corpus, int steps, double rate,
                              const Optimizer& optimizer = {}) {
  struct Watched {
    Model& model;
    Vector& parameters;
    std::vector<double> losses;
    Value loss(const std::vector<int>& document) {
      const Value value = model.loss(document);
      losses.push_back(value.data());
      return value;
    }
  } watched{model, model.parameters, {}};
  train_quietly(watched, corpus, steps, rate, optimizer);
  return watched.losses;
}

double mean_of(const std::vector<double>& losses, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += losses[i];
  return sum / static_cast<double>(end - begin);
}

// The pages print means of the last 500 steps.
double last_mean(const std::vector<double>& losses) {
  return mean_of(losses, losses.size() - std::min<std::size_t>(500, losses.size()), losses.size());
}

// The mean of every `window` losses, drawn in the middle of their steps.
Series mean_losses(const std::string& name, const std::vector<double>& losses, std::size_t window) {
  Series series{name, {}, {}};
  for (std::size_t begin = 0; begin + window <= losses.size(); begin += window) {
    series.x.push_back(static_cast<double>(begin) + static_cast<double>(window) / 2);
    series.y.push_back(mean_of(losses, begin, begin + window));
  }
  return series;
}

struct Course {
  std::string name;
  std::vector<double> losses;
};

// With the counted table on the same documents, for a model that sees one token has no better one.
Figure loss_figure(const std::string& file, const std::string& title,
                   const std::string& description, const Corpus& corpus,
                   const std::vector<Course>& courses) {
  constexpr std::size_t window = 250;
  std::string ends;
  for (const Course& course : courses) {
    ends +=
        fmt::format("{}{} {:.4f}", ends.empty() ? "" : ", ", course.name, last_mean(course.losses));
  }
  Plot plot(
      title, "step", fmt::format("loss, mean of {} steps", window),
      {.description = fmt::format("{} Mean loss of the last 500 steps: {}.", description, ends)});
  for (const Course& course : courses) plot.add(mean_losses(course.name, course.losses, window));
  std::vector<double> counted = chapter_5::counted_losses(corpus);
  counted.resize(courses[0].losses.size());
  plot.add(mean_losses("the counted table", counted, window));
  return {file, plot.to_svg()};
}

// ---- who looks at whom ----

std::string letter_of(const Corpus& corpus, int token) {
  const CharTokenizer& tokenizer = corpus.tokenizer;
  return token == tokenizer.bos() ? "." : tokenizer.token_text(token);
}

// A row of weights of attention, and what is written into its squares.
void add_row(HeatMap& map, const std::vector<double>& weights) {
  map.colour.push_back(weights);
  map.text.emplace_back();
  for (const double weight : weights) map.text.back().push_back(fmt::format("{:.2f}", weight));
}

}  // namespace

Figure sine_figure(int steps) {
  const Tape::Scope scope;
  const auto curve = [](const char* name, const Vector& parameters) {
    Series series{name, {}, {}};
    for (int i = -60; i <= 60; ++i) {
      const Tape::Scope of_point;
      series.x.push_back(i / 20.0);
      series.y.push_back(chapter_2::predict(parameters, i / 20.0).data());
    }
    return series;
  };
  std::vector<Series> before, after;
  for (const auto& [name, neurons] :
       {std::pair<const char*, int>{"1 neuron", 1}, {"5 neurons", 5}}) {
    PythonRandom random(42);
    Vector parameters = chapter_2::make_parameters(neurons, random);
    before.push_back(curve("5 neurons, before", parameters));
    // The loop of the chapter, which prints and whose number of steps is fixed.
    for (int step = 0; step < steps; ++step) {
      const Tape::Scope of_step;
      const Value error = chapter_2::loss(parameters, random.uniform(-3, 3));
      Tape::current().zero_grad();
      error.backward();
      GradientDescent().step(parameters, 0.1 * (1 - static_cast<double>(step) / steps), step);
    }
    after.push_back(curve(neurons == 1 ? "1 neuron, after" : "5 neurons, after", parameters));
  }
  Series points{"sin x, what is learned", {}, {}, false};
  for (int i = -15; i <= 15; ++i) {
    points.x.push_back(i / 5.0);
    points.y.push_back(chapter_2::target(i / 5.0));
  }
  Plot plot("Neurons before and after their training", "x", "y",
            {.description = "Points on a sine wave. The line of five neurons before the training "
                            "is far from them, after it runs through all points; one neuron "
                            "becomes a single soft step that follows the wave in the middle only"});
  // Between the lines and the points are two styles that are not used: the sixth is black.
  for (const Series& series : {after[1], after[0], before[1], Series(), Series(), points})
    plot.add(series);
  return {"sine.svg", plot.to_svg()};
}

Figure mlp_loss_figure(int steps) {
  std::vector<Course> courses;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  for (const bool squared : {false, true}) {
    const Tape::Scope scope;
    PythonRandom of_run = random;
    chapter_5::Mlp model(corpus.vocab_size(), squared, of_run);
    courses.push_back({squared ? "relu2" : "relu", losses_of(model, corpus, steps, 0.3)});
  }
  return loss_figure("mlp_loss.svg", "A network that sees one token, in training",
                     "Both lines fall fast, then slowly, towards the line of the counted table on "
                     "the same names, and have its bumps.",
                     corpus, courses);
}

Figure attention_figure(int steps) {
  const Tape::Scope scope;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  chapter_6_1::Gpt model(corpus.vocab_size(), random);
  train_quietly(model, corpus, steps, 0.3);

  const std::vector<int>& document = corpus.documents[0];
  chapter_6_1::Cache cache;
  HeatMap map{"this position", "looks at", {}, {}, {}};
  std::string name;
  for (std::size_t t = 0; t + 1 < document.size(); ++t) {
    model.logits(document[t], t, cache);
    std::vector<double> weights;
    for (const Value weight : cache.weights[t]) weights.push_back(weight.data());
    add_row(map, weights);
    map.rows.push_back(letter_of(corpus, document[t]));
    if (t > 0) name += map.rows.back();
  }
  map.columns = map.rows;
  constexpr double left = 70, top = 84, square = 44;
  const double size = square * static_cast<double>(map.rows.size());
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

Figure residual_loss_figure(int steps) {
  std::vector<Course> courses;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const auto run = [&](const char* name, bool residual, bool norm) {
    const Tape::Scope scope;
    chapter_6_2::Gpt model(corpus.vocab_size(), 0.08, random);
    model.residual = residual;
    model.norm = norm;
    courses.push_back({name, losses_of(model, corpus, steps, 0.1)});
  };
  run("both", true, true);
  run("residual", true, false);
  run("norm", false, true);
  run("neither", false, false);
  return loss_figure("residual_loss.svg", "With and without residual connections and rmsnorm",
                     "The line of the model with both is the lowest; that of the model with "
                     "neither stays level far above all others.",
                     corpus, courses);
}

Figure adam_figure(int steps) {
  std::vector<Course> courses;
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  for (const bool adam : {false, true}) {
    const Tape::Scope scope;
    chapter_7_2::Gpt model(corpus.vocab_size(), 4, 1, random);
    courses.push_back(
        adam ? Course{"Adam, 0.01", losses_of(model, corpus, steps, 0.01, chapter_7_2::Adam())}
             : Course{"gradient descent, 0.1", losses_of(model, corpus, steps, 0.1)});
  }
  return loss_figure("adam_loss.svg", "Gradient descent and Adam",
                     "Two falling curves side by side, far below the line of the counted table.",
                     corpus, courses);
}

Figure overfitting_figure(Index steps) {
  PythonRandom shuffle(42);
  const Corpus corpus = load_corpus("", shuffle);
  chapter_18::Run run(corpus, 0.003);
  const NameBatch known = name_batch(corpus, 0, 20), others = name_batch(corpus, 20, 1000);
  Series training{"the 20 names", {}, {}}, validation{"1000 other names", {}, {}};
  std::string numbers;
  for (Index step = 0; step <= steps; ++step) {
    if (step % 10 == 0) {
      for (Series* line : {&training, &validation}) line->x.push_back(static_cast<double>(step));
      training.y.push_back(run.loss(known));
      validation.y.push_back(run.loss(others));
      numbers +=
          fmt::format(" Step {}: {:.1f}, {:.1f}.", step, training.y.back(), validation.y.back());
    }
    run.step(known);
  }
  Plot plot("Overfitting", "step", "loss",
            {.description = "The loss of 20 names falls all the way; that of 1000 others falls "
                            "with it at first, then rises to three times of what it was." +
                            numbers});
  plot.add(training);
  plot.add(validation);
  return {"overfitting.svg", plot.to_svg()};
}

// ---- chapter 14.2: layers that learn y = x1 x2 ----

namespace {

struct Curves {
  std::vector<double> errors;   // median over the seeds, at each 40th part of the training
  std::vector<double> answers;  // of a seed in the middle, at (t, t)
};

Curves trained(const std::string& name, Index hidden, int steps, int seeds, double rate,
               const Tensor& line) {
  const ProductTask task(1);
  std::vector<std::vector<double>> curves;
  std::vector<std::pair<double, std::vector<double>>> answers;
  for (int seed = 0; seed < seeds; ++seed) {
    PythonRandom random(static_cast<std::uint64_t>(seed));
    const auto layer = product_layer(name, hidden, random);
    curves.push_back(task.curve(*layer, steps, rate, steps / 40));
    const NoGrad no_grad;
    const std::vector<real> y = layer->forward(line).to_vector();
    answers.push_back({curves.back().back(), std::vector<double>(y.begin(), y.end())});
  }
  Curves found;
  for (std::size_t i = 0; i < curves[0].size(); ++i) {
    std::vector<double> errors;
    for (const std::vector<double>& curve : curves) errors.push_back(curve[i]);
    found.errors.push_back(quantile(std::move(errors), 0.5));
  }
  std::sort(answers.begin(), answers.end());
  found.answers = answers[answers.size() / 2].second;
  return found;
}

}  // namespace

std::vector<Figure> training_figures(int steps, int seeds, double rate) {
  std::vector<double> points, along, products, at_step;
  for (int i = 0; i <= 120; ++i) {
    const double t = -3 + 0.05 * i;
    points.insert(points.end(), {t, t});
    along.push_back(t);
    products.push_back(t * t);
  }
  const Tensor line = tensor(points, {static_cast<Index>(along.size()), 2});
  Plot errors(
      fmt::format("Learning x1·x2: the error, median of {} seeds", seeds), "step",
      "error (root mean square) in [-1, 1]²",
      {.log_y = true,
       .description =
           "The error of the bilinear unit falls to the rounding of floats within a few hundred "
           "steps; those of the other layers stop far above it, ReLU highest"});
  Plot answers(
      "What was learned, along x1 = x2; points of training end at ±1", "x1 = x2", "answer",
      {.description =
           "Between -1 and 1 all layers follow the parabola; outside, the ReLU layer goes on in "
           "straight lines below it, the bilinear unit and squared ReLU stay on it, "
           "SiLU leaves it slowly"});
  answers.add({"x1·x2", along, products});
  for (const auto& [name, hidden] : {std::pair<const char*, Index>{"bilinear", 1},
                                     {"squared ReLU", 8},
                                     {"SiLU-gated", 4},
                                     {"ReLU", 32}}) {
    const Curves curves = trained(name, hidden, steps, seeds, rate, line);
    at_step.clear();
    for (std::size_t i = 0; i < curves.errors.size(); ++i) {
      at_step.push_back(static_cast<double>(i) * (steps / 40));
    }
    const std::string label = fmt::format("{}, {} unit{}", name, hidden, hidden > 1 ? "s" : "");
    errors.add({label, at_step, curves.errors});
    answers.add({label, along, curves.answers});
  }
  return {{"product_training.svg", errors.to_svg()}, {"product_outside.svg", answers.to_svg()}};
}

}  // namespace holo
