// trained_gate.cpp: how near to quadratic forms are the hidden units of gated layers, before and
// after training? In a tiny GPT on the built-in names, at the inputs that the layers get there.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "experiments/comparison.h"
#include "experiments/trained_gate_runs.h"
#include "experiments/training.h"
#include "holo/ops.h"
#include "kernel_view/trained_gate.h"
#include "support/command_line.h"
#include "support/name_batch.h"
#include "support/plots/plot.h"

using namespace holo;

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
