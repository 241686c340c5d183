// 18_training_well: what a training is set by, and what its numbers say: rates over time, the norm
// of the gradient, rates too small and too large, overfitting, decay, NaN, the same bits.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/threads.h"
#include "support/name_batch.h"
#include "support/recorded/command_line.h"

using namespace holo;

// A character for each value, from low ones to high ones.
std::string sparkline(const std::vector<double>& values, double low, double high) {
  static constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string line;
  for (const double value : values) {
    const double level = std::clamp((value - low) / (high - low) * 8, 0.0, 7.0);
    line.append(bars[static_cast<std::size_t>(level)]);
  }
  return line;
}

void schedules() {
  const auto show = [](const char* name, const std::function<double(Index)>& rate) {
    std::vector<double> rates;
    for (Index step = 0; step < 100; step += 2) rates.push_back(rate(step));
    fmt::print("{:<9}{}  {:.3f} {:.3f} {:.3f} {:.4f}\n", name, sparkline(rates, 0, 0.0101), rate(0),
               rate(9), rate(55), rate(99));
  };
  fmt::print("1. learning rates over 100 steps; the numbers: steps 0, 9, 55 and 99\n");
  show("constant", [](Index) { return 0.01; });
  show("linear", LinearSchedule(0.01, 100, 0.001));
  show("cosine", CosineSchedule(0.01, 100, 10, 0.001));
}

// The model of chapter 7, with its initial weights.
struct Run {
  GPT model;
  AdamW optimizer;

  Run(const Corpus& corpus, double rate, PythonRandom random = PythonRandom(1), double decay = 0.1)
      : model(microgpt_options(corpus.tokenizer.vocab_size()), random),
        optimizer(weight_decay_groups(model, decay), rate, {.beta2 = 0.99}) {}

  double step(const NameBatch& batch, double max_norm = 1) {
    optimizer.zero_grad();
    const Tensor loss = model.loss(batch.tokens, batch.targets);
    const double value = check_finite_loss(loss);
    loss.backward();
    clip_grad_norm(optimizer.parameters(), max_norm);
    optimizer.step();
    return value;
  }

  double loss(const NameBatch& batch) {
    const NoGrad no_grad;
    return static_cast<double>(model.loss(batch.tokens, batch.targets).item());
  }
};

// 16 names for step number `step`.
NameBatch batch_of(const Corpus& corpus, Index step) {
  return name_batch(corpus, 16 * static_cast<std::size_t>(step), 16);
}

void clipping(const Corpus& corpus) {
  Run run(corpus, 0.01);
  const NameBatch batch = batch_of(corpus, 0);
  run.model.loss(batch.tokens, batch.targets).backward();
  const double before = clip_grad_norm(run.optimizer.parameters(), 0.1);
  fmt::print("\n2. the norm of the gradient: {:.2f}, after clipping {:.2f}\n", before,
             grad_norm(run.optimizer.parameters()));
}

void rates(const Corpus& corpus, Index steps) {
  fmt::print("\n3. one model, {} steps, three rates: the loss, and the loss of 1000 names\n",
             steps);
  for (const double rate : {0.0001, 0.003, 0.3}) {
    Run run(corpus, rate);
    std::vector<double> means;
    for (Index step = 0; step < steps; ++step) {
      if (step % 10 == 0) means.push_back(0);
      means.back() += run.step(batch_of(corpus, step)) / 10;
    }
    fmt::print("{:<7}{}  {:.1f}\n", rate, sparkline(means, 2.2, 3.4),
               run.loss(name_batch(corpus, 0, 1000)));
  }
}

void by_heart(const Corpus& corpus, double decay) {
  Run run(corpus, 0.003, PythonRandom(1), decay);
  const NameBatch known = name_batch(corpus, 0, 20), others = name_batch(corpus, 20, 1000);
  double tokens = 0;
  for (const Index target : known.targets.values()) tokens += target >= 0 ? 1 : 0;
  fmt::print("\n4. 20 names again and again: their loss, and the loss of 1000 others\n");
  Index step = 0;
  for (const Index stop : {0, 10, 20, 40, 80, 160}) {
    for (; step < stop; ++step) run.step(known);
    fmt::print("step {:3}  {:4.1f} {:5.1f}\n", step, run.loss(known), run.loss(others));
  }
  fmt::print("the least possible: {:.2f}\n", 20 * std::log(20.0) / tokens);
}

void weight_decay(const Corpus& corpus) {
  const Run run(corpus, 0.01);
  fmt::print("\n5. weight decay\n");
  for (const ParameterGroup& group : weight_decay_groups(run.model, 0.1)) {
    Index numbers = 0;
    for (const Tensor& parameter : group.parameters) numbers += parameter.numel();
    fmt::print("{:.1f} for {} parameters of {} numbers: {}, ...\n", group.weight_decay.value(),
               group.parameters.size(), numbers, group.parameters[0].label());
  }
}

void not_a_number(const Corpus& corpus) {
  fmt::print("\n6. not a number\n");
  Run run(corpus, 0.01);
  const NameBatch batch = batch_of(corpus, 0);
  const auto attempt = [](const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      fmt::print("{}\n", error.what());
    }
  };
  Tensor gradient = run.optimizer.parameters()[0];
  run.model.loss(batch.tokens, batch.targets).backward();
  gradient.grad().fill_(std::numeric_limits<real>::infinity());
  attempt([&] { run.optimizer.step(); });
  {
    const NoGrad no_grad;
    run.model.head->weight.fill_(std::numeric_limits<real>::quiet_NaN());
  }
  attempt([&] { run.step(batch); });
}

// All parameters, one after the other.
std::vector<real> numbers_of(const Module& model) {
  std::vector<real> all;
  for (const Tensor& parameter : model.parameters()) {
    const std::vector<real> some = parameter.to_vector();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void same_bits(const Corpus& corpus) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     fmt::format("18_training_well.{}.safetensors", getpid());
  const auto steps = [&](Run& run, Index from, Index to) {
    for (Index step = from; step < to; ++step) run.step(batch_of(corpus, step));
  };
  Run once(corpus, 0.01), again(corpus, 0.01), threads(corpus, 0.01), stopped(corpus, 0.01);
  // Other numbers, until they are loaded.
  Run resumed(corpus, 0.01, PythonRandom(2)), no_optimizer(corpus, 0.01, PythonRandom(2));
  steps(once, 0, 20);
  steps(again, 0, 20);
  const int before = num_threads();
  set_num_threads(before == 1 ? 2 : 1);
  steps(threads, 0, 20);
  set_num_threads(before);
  steps(stopped, 0, 10);
  save_checkpoint(file.string(), stopped.model, stopped.optimizer);
  CheckpointFile(file.string()).load_into(resumed.model, resumed.optimizer);
  steps(resumed, 10, 20);
  CheckpointFile(file.string()).load_into(no_optimizer.model);
  steps(no_optimizer, 10, 20);
  std::filesystem::remove(file);
  fmt::print("\n7. the same bits after 20 steps: largest difference of two parameters\n");
  const auto show = [&](const char* name, const Run& run) {
    const std::vector<real> a = numbers_of(run.model), b = numbers_of(once.model);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
    }
    fmt::print("{:<34}{:.1g}\n", name, largest);
  };
  show("once more", again);
  show("with another number of threads", threads);
  show("saved after 10 and resumed", resumed);
  show("resumed without the optimizer", no_optimizer);
  show("stopped after 10", stopped);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "What a training is set by, and what its numbers say.");
  const Index steps = cli.integer("--steps", 300, 10, 1'000'000, "of each rate");
  const double decay = cli.number("--decay", 0.1, at_least(0), "of the weights in part 4");
  cli.finish();
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  schedules();
  clipping(corpus);
  rates(corpus, steps);
  by_heart(corpus, decay);
  weight_decay(corpus);
  not_a_number(corpus);
  same_bits(corpus);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
