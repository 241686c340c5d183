// trained_gate.cpp: how near to quadratic forms are the hidden units of gated layers, before and
// after training? In a tiny GPT on the built-in names, at the inputs that the layers get there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "experiments/comparison.h"
#include "experiments/feed_forward.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"
#include "kernel_view/trained_gate.h"
#include "support/command_line.h"
#include "support/name_batch.h"
#include "support/plots/plot.h"

using namespace holo;

// ---- what was measured, as tables and as a figure ----

// One training of one gate.
struct GateRun {
  std::vector<double> steps;                     // where it was measured: 0, ..., the last
  std::vector<std::vector<GateMeasure>> course;  // there, for each layer
  std::vector<double> losses;  // nats; [1], [2], [3]: the units replaced by degree 1, 2, 3
};

struct GateRuns {
  std::string name;
  std::vector<GateRun> seeds;
};

// The numbers of all layers together: explained[degree - 1].
Numbers64 shares_of(const std::vector<GateMeasure>& layers, std::size_t degree) {
  Numbers64 all;
  for (const GateMeasure& layer : layers) {
    const Numbers64& some = layer.explained[degree - 1];
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// A number of each seed, first or last in its course: the mean over the seeds, and its error.
Mean over_seeds(const GateRuns& runs, bool last,
                const std::function<double(const std::vector<GateMeasure>&)>& number) {
  std::vector<double> numbers;
  for (const GateRun& run : runs.seeds)
    numbers.push_back(number(last ? run.course.back() : run.course.front()));
  return mean_of(numbers);
}

// For each gate a line before the training and one after it.
void print_shares(const std::vector<GateRuns>& all) {
  fmt::print(
      "\nshare of a unit's variance that the best function of (g . x, v . x) explains, "
      "percent:\nmedian of the units, +- standard error over seeds; tenth: the tenth of the "
      "units is below\n{:<16} {:>13} {:>13} {:>13} {:>17}\n",
      "", "linear", "quadratic", "cubic", "quadratic, tenth");
  for (const GateRuns& runs : all) {
    for (const bool last : {false, true}) {
      std::string line;
      const auto add = [&](std::size_t degree, double part, int width) {
        const Mean mean = over_seeds(runs, last, [&](const std::vector<GateMeasure>& layers) {
          return 100 * quantile(shares_of(layers, degree), part);
        });
        line +=
            fmt::format(" {:>{}}", fmt::format("{:.1f} +- {:.1f}", mean.value, mean.error), width);
      };
      for (const std::size_t degree : {1u, 2u, 3u}) add(degree, 0.5, 13);
      add(2, 0.1, 17);
      fmt::print("{:<9}{:<7}{}\n", runs.name, last ? "after" : "before", line);
    }
  }
}

// What the model loses when polynomials take the place of its units.
void print_replaced(const std::vector<GateRuns>& all) {
  fmt::print(
      "\nloss after training, nats a letter, and how much is added when all units are replaced "
      "by their fits\n{:<9} {:>16} {:>18} {:>18} {:>18}\n",
      "", "loss", "linear", "quadratic", "cubic");
  for (const GateRuns& runs : all) {
    std::string line;
    for (std::size_t degree = 0; degree <= 3; ++degree) {
      std::vector<double> numbers;
      for (const GateRun& run : runs.seeds)
        numbers.push_back(run.losses[degree] - (degree > 0 ? run.losses[0] : 0));
      const Mean mean = mean_of(numbers);
      line += fmt::format(" {:>{}}", fmt::format("{:.4f} +- {:.4f}", mean.value, mean.error),
                          degree == 0 ? 16 : 18);
    }
    fmt::print("{:<9}{}\n", runs.name, line);
  }
}

// The median of the units in the course of training: a line for the mean, a mark for each seed.
// The bilinear gate is 100 % everywhere and left out.
Figure course_figure(const std::vector<GateRuns>& all) {
  Plot plot("From a quadratic form to something else: the course of training", "step",
            "variance explained by a quadratic, percent",
            {.description = "The median of the units for each gate against the training step, and "
                            "marks for the single seeds"});
  std::vector<Series> seeds;
  for (const GateRuns& runs : all) {
    if (runs.name == "bilinear") continue;
    const std::vector<double>& steps = runs.seeds[0].steps;
    Series line{runs.name, steps, std::vector<double>(steps.size(), 0.0)},
        marks{runs.name + ", each seed", {}, {}, false};
    for (const GateRun& run : runs.seeds) {
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const double percent = 100 * quantile(shares_of(run.course[i], 2), 0.5);
        line.y[i] += percent / static_cast<double>(runs.seeds.size());
        marks.x.push_back(steps[i]);
        marks.y.push_back(percent);
      }
    }
    plot.add(line);
    seeds.push_back(marks);
  }
  // After two empty series the marks get the colours of the lines.
  plot.add({});
  plot.add({});
  for (const Series& marks : seeds) plot.add(marks);
  return {"trained_gate_course.svg", plot.to_svg()};
}

// ---- trainings ----

struct Settings {
  Index steps;
  int seeds;
  std::size_t names;  // measured at so many, the loss at so many others
  double rate;
};

// The names of a seed: the last ones are kept from the training.
struct Names {
  Corpus train, held_out;
};

Names names_of(std::uint64_t seed, std::size_t kept) {
  PythonRandom random(seed);
  const Corpus all = load_corpus("", random);
  Names names{all, all};
  auto& train = names.train.documents;
  train.resize(train.size() - 2 * kept);
  auto& held_out = names.held_out.documents;
  held_out.erase(held_out.begin(), held_out.end() - static_cast<std::ptrdiff_t>(2 * kept));
  return names;
}

// What each layer gets at the positions that count.
std::vector<Tensor> inputs_of(GPT& model, const NameBatch& batch) {
  std::vector<Index> counted;
  for (std::size_t n = 0; n < batch.targets.values().size(); ++n)
    if (batch.targets.values()[n] != -100) counted.push_back(static_cast<Index>(n));
  const Shape count{static_cast<Index>(counted.size())};
  const Indices rows(count, std::move(counted));
  std::vector<Tensor> inputs;
  for (const Tensor& x : walk_with(model, batch.tokens).inputs)
    inputs.push_back(embedding(reshape(x, {x.size(0) * x.size(1), x.size(2)}), rows));
  return inputs;
}

std::vector<GateMeasure> measure(GPT& model, const GateFunction& function, const NameBatch& batch) {
  const std::vector<Tensor> inputs = inputs_of(model, batch);
  const std::vector<GatedMLP*> layers = gated_layers(model);
  std::vector<GateMeasure> measures;
  for (std::size_t i = 0; i < layers.size(); ++i)
    measures.push_back(measure_gate(*layers[i], function, inputs[i]));
  return measures;
}

// The loss of the model, then with polynomials of degree 1, 2, 3 in place of the units.
std::vector<double> losses_of(GPT& model, const std::vector<GateMeasure>& measures,
                              const NameBatch& batch) {
  const std::vector<GatedMLP*> layers = gated_layers(model);
  std::vector<double> losses;
  for (std::size_t degree = 0; degree <= 3; ++degree) {
    std::vector<std::unique_ptr<Layer>> replaced;
    std::vector<Layer*> used;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      used.push_back(layers[i]);
      if (degree == 0) continue;
      replaced.push_back(
          std::make_unique<PolynomialGate>(*layers[i], measures[i].coefficients[degree - 1]));
      used.back() = replaced.back().get();
    }
    const Tensor logits = logits_of(model, walk_with(model, batch.tokens, used).output);
    losses.push_back(static_cast<double>(cross_entropy(logits, batch.targets).item()));
  }
  return losses;
}

// One training, measured at its beginning, along the way and at its end.
GateRun run_once(const GateFunction& function, std::uint64_t seed, const Settings& settings) {
  const Names names = names_of(seed, settings.names);
  const NameBatch at = name_batch(names.held_out, 0, settings.names),
                  other = name_batch(names.held_out, settings.names, settings.names);
  PythonRandom random(seed);
  const GPTOptions options{.vocab_size = names.train.tokenizer.vocab_size(),
                           .block_size = 16,
                           .n_layer = 2,
                           .n_head = 4,
                           .n_embd = 32,
                           .ffn = function.name,
                           .norm = Norm::rms,
                           .bias = false,
                           .tied = false};
  GPT model(options, random);
  GateRun found;
  Index step = 0;
  const auto look = [&] {
    const auto measures = measure(model, function, at);
    found.steps.push_back(static_cast<double>(step));
    found.course.push_back(measures);
  };
  train(model, {settings.steps, settings.rate}, [&] {
    if (step * 16 % settings.steps == 0) look();
    const auto first = 32 * static_cast<std::size_t>(step++);
    const NameBatch batch = name_batch(names.train, first, 32);
    return model.loss(batch.tokens, batch.targets);
  });
  look();
  found.losses = losses_of(model, found.course.back(), other);
  return found;
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "How near to quadratic forms are the units of a trained gate?");
  const bool quick = cli.flag("--quick", "a few steps, 2 seeds: only shows that it works");
  Settings settings;
  settings.steps =
      cli.integer("--steps", quick ? 32 : 3200, 32, 1'000'000, "of each training, 32 names a step");
  settings.seeds =
      static_cast<int>(cli.integer("--seeds", quick ? 2 : 5, 1, 100, "trainings of each gate"));
  settings.rate = cli.number("--learning-rate", 0.003, above(0), "the largest of a training");
  const std::string plots = cli.text("--plots", "", "DIR", "a folder for the SVG plot");
  cli.finish();
  std::error_code ignored;  // write_file says what is wrong
  if (!plots.empty()) std::filesystem::create_directories(plots, ignored);
  settings.names = quick ? 20 : 500;

  fmt::print(
      "a GPT of 2 blocks, 32 channels, {} hidden units in each; {} steps, rate {}, {} seeds\n",
      GatedMLP::hidden_size(32, {.multiple_of = 1}), settings.steps, settings.rate, settings.seeds);
  std::vector<GateRuns> all;
  for (const GateFunction& function : gate_functions) {
    GateRuns runs{function.name, {}};
    for (int seed = 1; seed <= settings.seeds; ++seed)
      runs.seeds.push_back(run_once(function, static_cast<std::uint64_t>(seed), settings));
    all.push_back(std::move(runs));
    fmt::print(stderr, ".");
  }
  fmt::print(stderr, "\n");
  print_shares(all);
  print_replaced(all);
  if (plots.empty()) return;
  const Figure figure = course_figure(all);
  write_file(plots + "/" + figure.file, figure.svg);
  fmt::print("drawn: {}/{}\n", plots, figure.file);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
