// trainer_step_test.cpp: a step of training, number by number: first weights, gradients of this
// batch alone, clipping, the learning rate of the schedule and AdamW, each recomputed here in
// double from the formulas.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "examples/tiny_training.h"

namespace trainer_step_test {
namespace {

using namespace holo;
using namespace tiny_training;

constexpr double pi = 3.14159265358979323846;

// The learning rate of step 0, 1, ..., from the formulas of holo/optim_schedule.h.
double rate_by_hand(const TrainSettings& s, Index step) {
  const auto t = static_cast<double>(step), all = static_cast<double>(s.steps);
  const double last = s.min_learning_rate, height = s.learning_rate - last;
  if (s.schedule == "constant") return s.learning_rate;
  if (s.schedule == "linear") return s.learning_rate - height * t / all;
  const auto warmup = static_cast<double>(s.warmup);
  if (step < s.warmup) return s.learning_rate * (t + 1) / warmup;
  return last + height * (1 + std::cos(pi * (t - warmup) / (all - warmup))) / 2;
}

// AdamW in double. Weight decay: of matrices but the tables of embeddings.
class AdamWByHand {
 public:
  AdamWByHand(const Module& model, const TrainSettings& s) : s_(s) {
    for (const NamedParameter& parameter : model.named_parameters()) {
      const bool decays =
          parameter.tensor.ndim() == 2 && parameter.name.find("embedding") == std::string::npos;
      decay_.push_back(decays ? s.weight_decay : 0);
      m_.emplace_back(static_cast<std::size_t>(parameter.tensor.numel()), 0.0);
    }
    v_ = m_;
  }

  Arrays step(Arrays p, const Arrays& gradients, double rate) {
    ++t_;
    const double rest1 = 1 - std::pow(s_.beta1, t_), rest2 = 1 - std::pow(s_.beta2, t_);
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::size_t k = 0; k < p[i].size(); ++k) {
        const double g = gradients[i][k];
        double &m = m_[i][k], &v = v_[i][k];
        m = s_.beta1 * m + (1 - s_.beta1) * g;
        v = s_.beta2 * v + (1 - s_.beta2) * g * g;
        p[i][k] *= 1 - rate * decay_[i];
        p[i][k] -= rate * (m / rest1) / (std::sqrt(v / rest2) + 1e-8);
      }
    }
    return p;
  }

 private:
  TrainSettings s_;
  std::vector<double> decay_;
  Arrays m_, v_;
  int t_ = 0;
};

// Trains to the end, and checks of each step what it says and what it does. Returns the norms of
// the gradients before clipping.
std::vector<double> check_run(const TrainSettings& s) {
  const Dataset data(s.data);
  Trainer trainer(s, data);
  const std::unique_ptr<GPT> twin = first_model(s, data);
  AdamWByHand optimizer(*twin, s);
  std::vector<double> norms;
  CHECK(distance(numbers_of(trainer.model()), numbers_of(*twin)) == 0);
  for (Index step = 0; step < s.steps; ++step) {
    CAPTURE(step);
    copy_parameters(trainer.model(), *twin);  // so that its rounding does not add up
    const TokenBatch batch = data.batch(step);
    twin->zero_grad();
    const Tensor loss = twin->loss(batch.tokens, batch.targets);
    loss.backward();
    Arrays gradients = gradients_of(*twin);
    const double norm = norm_of(gradients), rate = rate_by_hand(s, step);
    if (s.clip > 0 && norm > s.clip) {
      for (std::vector<double>& numbers : gradients) {
        for (double& g : numbers) g *= s.clip / norm;
      }
    }
    const Arrays expected = optimizer.step(numbers_of(*twin), gradients, rate);

    const StepResult result = trainer.train_step();
    CHECK(result.step == step + 1);
    CHECK(trainer.step() == step + 1);
    CHECK(result.loss == static_cast<double>(loss.item()));
    CHECK(result.learning_rate == doctest::Approx(rate).epsilon(1e-12));
    CHECK(result.gradient_norm == doctest::Approx(norm).epsilon(1e-5));
    CHECK(result.tokens == batch.target_count);
    CHECK(distance(gradients_of(trainer.model()), gradients) < 3e-6);
    CHECK(distance(numbers_of(trainer.model()), expected) < 1e-6);
    norms.push_back(norm);
  }
  return norms;
}

}  // namespace

TEST_CASE("trainer: a step is AdamW on the gradient of its batch, at the rate of its schedule") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  SUBCASE("constant") {}
  SUBCASE("another seed") { s.seed = s.data.seed = 8; }
  SUBCASE("linear, to a rate above 0") {
    s.schedule = "linear";
    s.min_learning_rate = 0.005;
  }
  SUBCASE("cosine after a warm-up, to a rate above 0") {
    s.schedule = "cosine";
    s.warmup = 3;
    s.min_learning_rate = 0.004;
  }
  SUBCASE("with dropout, whose masks follow the seed") { s.model.dropout = 0.4; }
  SUBCASE("tied, without biases and weight decay") {
    s.model.tied = true;
    s.model.bias = false;
    s.weight_decay = 0;
  }
  SUBCASE("running text") {
    s.data.form = TextForm::running;
    s.data.validation = 0;
  }
  check_run(s);
}

TEST_CASE("trainer: --clip is the largest norm of a gradient, and smaller ones stay as they are") {
  TinyTraining tiny;
  tiny.settings.learning_rate = 1e-3;
  std::vector<double> norms = check_run(tiny.settings);
  std::sort(norms.begin(), norms.end());
  for (const double clip : {norms.front() / 3, (norms[3] + norms[4]) / 2, 2 * norms.back()}) {
    CAPTURE(clip);
    tiny.settings.clip = clip;
    check_run(tiny.settings);
  }
}

TEST_CASE("trainer: rates at the first and the last step, as numbers") {
  const auto rates = [](const char* schedule, Index warmup, double last) {
    TinyTraining tiny;
    TrainSettings& s = tiny.settings;
    s.schedule = schedule;
    s.steps = 4;
    s.warmup = warmup;
    s.learning_rate = 0.08;
    s.min_learning_rate = last;
    const Dataset data = tiny.data();
    Trainer trainer(s, data);
    std::vector<double> all;
    for (int i = 0; i < 4; ++i) all.push_back(trainer.train_step().learning_rate);
    return all;
  };
  const auto check = [](const std::vector<double>& found, const std::vector<double>& expected) {
    for (std::size_t i = 0; i < 4; ++i) CHECK(found[i] == doctest::Approx(expected[i]));
  };
  check(rates("constant", 0, 0.01), {0.08, 0.08, 0.08, 0.08});
  check(rates("linear", 0, 0), {0.08, 0.06, 0.04, 0.02});
  check(rates("linear", 0, 0.04), {0.08, 0.07, 0.06, 0.05});
  check(rates("cosine", 2, 0), {0.04, 0.08, 0.08, 0.04});
  check(rates("cosine", 2, 0.02), {0.04, 0.08, 0.08, 0.05});
}

}  // namespace trainer_step_test
