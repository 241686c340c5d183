// chapter_figures.cpp: the plots of chapters 2 to 7, 17.3 and 18. They train the models of the
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

#include "figures/heat_map.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "holo/tokenizer.h"
#include "holo/value.h"
#include "support/command_line.h"
#include "support/corpus.h"
#include "support/name_batch.h"
#include "support/plots/plot.h"
#include "support/plots/svg.h"
#include "support/tiny_gpt/tiny_gpt.h"
#include "support/values/tables.h"
#include "support/values/training.h"
#include "support/values/vector.h"

namespace chapter_2 {
#include "02_neuron.cpp"
}
namespace chapter_3 {
#include "03_bigram_counts.cpp"
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

Figure letter_pairs_figure() {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const std::size_t n = corpus.vocab_size();
  const auto p = chapter_3::probabilities(chapter_3::count_pairs(corpus.documents, n), 0);
  HeatMap map{"after this token (. is BOS)", "this token comes next", {}, {}, {}};
  // A square root makes small probabilities visible too.
  constexpr double darkest = 0.45;
  const auto colour = [](double share) { return std::sqrt(std::min(1.0, share / darkest)); };
  for (std::size_t a = 0; a < n; ++a) {
    map.rows.push_back(letter_of(corpus, static_cast<int>(a)));
    map.colour.emplace_back();
    for (const double share : p[a]) map.colour.back().push_back(colour(share));
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

std::vector<Figure> adam_figures(int steps) {
  const auto last = std::min(500, steps), window = std::min(250, steps);
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  std::vector<Series> courses, lines;
  std::string ends, ends_of_rates;
  for (const bool adam : {false, true}) {
    Series line{adam ? "Adam" : "gradient descent", {}, {}};
    ends_of_rates += fmt::format(" {}:", line.name);
    for (const double factor : {0.03, 0.1, 0.3, 1.0, 3.0}) {
      const Tape::Scope scope;
      const double rate = factor * (adam ? 0.01 : 0.1);
      chapter_7_2::Gpt model(corpus.vocab_size(), 4, 1, random);
      const std::vector<double> losses =
          adam ? losses_of(model, corpus, steps, rate, chapter_7_2::Adam())
               : losses_of(model, corpus, steps, rate);
      line.x.push_back(rate);
      line.y.push_back(last_mean(losses));
      ends_of_rates += fmt::format("{} {:g} {:.4f}", factor > 0.03 ? "," : "", rate, line.y.back());
      if (factor != 1) continue;
      courses.push_back(mean_losses(fmt::format("{}, {:g}", line.name, rate), losses,
                                    static_cast<std::size_t>(window)));
      ends += fmt::format("{}{} {:.4f}", adam ? ", " : "", courses.back().name, line.y.back());
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
    letters.push_back(letter_of(corpus, token));
  }
  const auto T = static_cast<Index>(tokens.size());
  const Tensor x = attention_input(model, Indices({1, T}, tokens));
  constexpr double square = 36, top = 98;
  const double size = square * static_cast<double>(T);
  std::string body;
  for (const Index head : {0, 1}) {
    const double left = 62 + static_cast<double>(head) * (size + 84);
    HeatMap map{"this position", fmt::format("head {} looks at", head + 1), letters, letters, {}};
    for (const std::vector<double>& row : head_weights(*model.blocks[0]->attention, x, head))
      add_row(map, row);
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

}  // namespace holo
