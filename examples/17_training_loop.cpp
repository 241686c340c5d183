// 17_training_loop: the training loop of today, and what each part of it brings: Adam, a falling
// learning rate, warm-up, weight decay, clipping. It trains the model of 17_name_batch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "support/name_batch.h"
#include "support/recorded/command_line.h"

using namespace holo;

struct Model {
  std::vector<Tensor> matrices, tables;
  Tensor token, position, wq, wk, wv, head;

  explicit Model(PythonRandom& random) {
    const auto draw = [&](std::vector<Tensor>& group, const char* name, Index rows) {
      group.push_back(normal({rows, 16}, random, 0, 0.1));
      return group.back().set_requires_grad().set_label(name);
    };
    token = draw(tables, "token", 27), position = draw(tables, "position", 16);
    wq = draw(matrices, "wq", 16), wk = draw(matrices, "wk", 16), wv = draw(matrices, "wv", 16);
    head = draw(matrices, "head", 27);
  }
  Tensor loss(const NameBatch& batch) const {
    const Tensor x = embedding(token, batch.tokens) + position;
    const Tensor y = attention(linear(x, wq), linear(x, wk), linear(x, wv), {.causal = true});
    return cross_entropy(linear(x + y, head), batch.targets);
  }
};

constexpr double never = std::numeric_limits<double>::infinity();

struct Recipe {
  const char* name;
  enum { sgd, adam, adamw } optimizer;
  double rate;
  bool cosine = false, warm_up = false;
  double decay = 0, max_norm = never;
  double spike = 1;  // what the loss of the step in the middle is multiplied with
};

std::unique_ptr<Optimizer> optimizer_of(const Recipe& recipe, const Model& model) {
  const std::vector<ParameterGroup> groups{{model.matrices, recipe.decay}, {model.tables, 0}};
  if (recipe.optimizer == Recipe::sgd) return std::make_unique<SGD>(groups, recipe.rate);
  if (recipe.optimizer == Recipe::adam) return std::make_unique<Adam>(groups, recipe.rate);
  return std::make_unique<AdamW>(groups, recipe.rate);
}

struct Result {
  double loss = 0;               // of 2000 names that were not learned from
  double norm = 0, clipped = 0;  // the largest norm of a gradient, and what clipping made of it
};

Result train(const Recipe& recipe, Index steps, std::int64_t seed, bool zero) {
  PythonRandom random(seed);
  const Corpus corpus = load_corpus("", random);
  const Model model(random);
  const std::unique_ptr<Optimizer> optimizer = optimizer_of(recipe, model);
  const CosineSchedule cosine(recipe.rate, steps, recipe.warm_up ? steps / 10 : 0,
                              recipe.rate / 10);
  Result result;
  for (Index step = 0; step < steps; ++step) {
    const NameBatch batch = name_batch(corpus, 16 * static_cast<std::size_t>(step), 16);
    if (recipe.cosine) optimizer->set_learning_rate(cosine(step));
    if (zero) optimizer->zero_grad();
    const Tensor loss = model.loss(batch) * (step == steps / 2 ? recipe.spike : 1);
    check_finite_loss(loss);
    loss.backward();
    const double norm = clip_grad_norm(optimizer->parameters(), recipe.max_norm);
    if (norm > result.norm) {
      result.norm = norm;
      result.clipped = grad_norm(optimizer->parameters());
    }
    optimizer->step();
  }
  const NoGrad no_grad;
  result.loss = model.loss(name_batch(corpus, corpus.documents.size() - 2000, 2000)).item();
  return result;
}

void show_schedule() {
  fmt::print("1. the rate in 100 steps: 10 of warm-up, then a cosine\n");
  const CosineSchedule rate(0.03, 100, 10, 0.003);
  for (const Index step : {0, 3, 6, 9, 20, 40, 60, 80, 99}) {
    const auto length = static_cast<std::size_t>(std::lround(1000 * rate(step)));
    fmt::print("{:2}  {:.4f} {}\n", step, rate(step), std::string(length, '#'));
  }
}

// The gradient of the first weight alternates between 1 and -1; the second gets a thousandth of it.
void show_decay() {
  fmt::print("\n2. two weights that begin with 1, after 100 steps\n");
  const auto show = [](const char* name, const Tensor& weights, Optimizer& optimizer) {
    for (int step = 0; step < 100; ++step) {
      optimizer.zero_grad();
      sum(weights * tensor({1, 0.001}) * (step % 2 == 0 ? 1 : -1)).backward();
      optimizer.step();
    }
    fmt::print("{:<27}{:6.2f}{:6.2f}\n", name, weights.at({0}), weights.at({1}));
  };
  Tensor a = ones({2}).set_requires_grad(), b = ones({2}).set_requires_grad();
  Tensor c = ones({2}).set_requires_grad();
  Adam none({a}, 0.01), in_gradient({b}, 0.01, {.weight_decay = 0.1});
  AdamW apart({c}, 0.01, {.weight_decay = 0.1});
  show("Adam without decay", a, none);
  show("Adam, decay in the gradient", b, in_gradient);
  show("AdamW", c, apart);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "The training loop of today, and what each part of it brings.");
  const Index steps = cli.integer("--steps", 300, 10, 10'000, "of each training");
  const double factor = cli.number("--factor", 1, above(0), "of all rates of parts 3 and 4");
  const bool no_zero = cli.flag("--no-zero-grad", "leave that line of the loop out");
  cli.finish();
  show_schedule();
  show_decay();
  const auto row = [&](Recipe recipe) {
    recipe.rate *= factor;
    fmt::print("{:<23}", recipe.name);
    try {
      double mean = 0, norm = 0, clipped = 0;
      for (const int seed : {1, 2, 3}) {
        const Result result = train(recipe, steps, seed, !no_zero);
        fmt::print("{:8.3f}", result.loss);
        mean += result.loss / 3;
        norm = std::max(norm, result.norm);
        clipped = std::max(clipped, result.clipped);
      }
      fmt::print("{:9.3f}{:10.2f}{:10.2f}\n", mean, norm, clipped);
    } catch (const Error&) {
      fmt::print("   stopped: not finite\n");
    }
  };
  fmt::print("\n3. the loss with three seeds, and its mean; the largest norm, and clipped\n");
  row({"SGD, rate 1", Recipe::sgd, 1});
  row({"SGD, cosine from 3", Recipe::sgd, 3, true});
  row({"Adam, rate 0.01", Recipe::adam, 0.01});
  row({"Adam, cosine from 0.03", Recipe::adam, 0.03, true});
  row({"  + warm-up", Recipe::adam, 0.03, true, true});
  row({"  + decay 0.1 (AdamW)", Recipe::adamw, 0.03, true, true, 0.1});
  row({"  + clipping at 1", Recipe::adamw, 0.03, true, true, 0.1, 1});
  fmt::print("\n4. the same, but the loss of the step in the middle is multiplied by 1000\n");
  row({"SGD", Recipe::sgd, 3, true, false, 0, never, 1000});
  row({"SGD, clipping at 1", Recipe::sgd, 3, true, false, 0, 1, 1000});
  row({"AdamW", Recipe::adamw, 0.03, true, true, 0.1, never, 1000});
  row({"AdamW, clipping at 1", Recipe::adamw, 0.03, true, true, 0.1, 1, 1000});
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
