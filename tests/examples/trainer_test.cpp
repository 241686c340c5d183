// trainer_test.cpp: a step is what the formulas say; a run that is saved and resumed is the same
// run.
#include "gpt/training/trainer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "examples/tiny_training.h"
#include "gpt/saved_run.h"
#include "holo/checkpoint.h"
#include "holo/observer.h"
#include "text/texts.h"

namespace trainer_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;

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

// The same numbers in a model of its own, in evaluation.
std::unique_ptr<GPT> copy_of(Trainer& trainer, const TrainSettings& s, const Dataset& data) {
  std::unique_ptr<GPT> copy = first_model(s, data);
  copy_parameters(trainer.model(), *copy);
  copy->eval();
  return copy;
}

std::vector<double> last_logits(GPT& model, const std::vector<Index>& tokens) {
  const NoGrad no_grad;
  const std::vector<real> all =
      model(Indices({1, static_cast<Index>(tokens.size())}, tokens)).to_vector();
  return {all.end() - model.options.vocab_size, all.end()};
}

// The sum of -log p(target) over a row of a batch, token by token, in double.
double loss_of_row(GPT& model, const TokenBatch& batch, std::size_t row) {
  const auto T = static_cast<std::size_t>(batch.tokens.shape()[1]);
  std::vector<Index> tokens;
  double sum = 0;
  for (std::size_t t = 0; t < T; ++t) {
    tokens.push_back(batch.tokens.values()[row * T + t]);
    const Index target = batch.targets.values()[row * T + t];
    if (target < 0) break;
    const std::vector<double> logits = last_logits(model, tokens);
    double exponentials = 0;
    for (const double z : logits) exponentials += std::exp(z);
    sum += std::log(exponentials) - logits[static_cast<std::size_t>(target)];
  }
  return sum;
}

double validation_by_hand(GPT& model, const Dataset& data, Index batches) {
  double sum = 0, tokens = 0;
  for (const TokenBatch& batch : data.validation_batches(batches)) {
    for (Index row = 0; row < batch.tokens.shape()[0]; ++row) {
      sum += loss_of_row(model, batch, static_cast<std::size_t>(row));
    }
    tokens += static_cast<double>(batch.target_count);
  }
  return sum / tokens;
}

// Draws a text token by token from BOS on; the model sees its last block_size tokens.
std::string sample_by_hand(GPT& model, const TrainSettings& s, const Dataset& data,
                           PythonRandom random) {
  const Index bos = data.tokenizer().bos();
  std::vector<Index> seen = {bos};
  std::vector<int> text;
  while (static_cast<Index>(text.size()) < s.sample_length) {
    std::vector<double> weights = last_logits(model, seen);
    for (double& z : weights) z = std::exp(z / s.sampling.temperature);
    const auto token = static_cast<Index>(random.choices(weights));
    if (token == bos) break;
    text.push_back(static_cast<int>(token));
    seen.push_back(token);
    if (static_cast<Index>(seen.size()) > s.model.block_size) seen.erase(seen.begin());
  }
  return data.tokenizer().decode(text);
}

void train(Trainer& trainer, Index steps) {
  for (Index i = 0; i < steps; ++i) trainer.train_step();
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

TEST_CASE("trainer: the validation loss is the mean over tokens of that part, without dropout") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.model.dropout = 0.5;
  const Dataset data = tiny.data();
  REQUIRE(data.validation_rows() == 5);  // a batch of 3 and one of 2
  for (const Index batches : {1, 100}) {
    s.eval_batches = batches;
    Trainer trainer(s, data);
    train(trainer, 3);
    const double expected = validation_by_hand(*copy_of(trainer, s, data), data, batches);
    const std::optional<double> loss = trainer.validation_loss();
    REQUIRE(loss.has_value());
    CHECK(*loss == doctest::Approx(expected).epsilon(1e-5));
    CHECK(trainer.validation_loss() == loss);
  }
  s.data.validation = 0;
  const Dataset all = tiny.data();
  CHECK_FALSE(Trainer(s, all).validation_loss().has_value());
}

TEST_CASE("trainer: the validation loss builds no graph") {
  struct Graph final : Observer {
    int nodes = 0, recorded = 0;
    void on_op(const Node& node, const OpOptions&) override {
      ++nodes;
      recorded += node.requires_grad || node.backward != nullptr;
    }
  };
  TinyTraining tiny;
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data);
  const Graph graph;
  const std::optional<double> loss = trainer.validation_loss();
  CHECK(loss.has_value());
  CHECK(graph.nodes > 0);
  CHECK(graph.recorded == 0);
}

TEST_CASE("trainer: a sample begins with BOS, ends with it, and follows seed, step and number") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.sampling.temperature = 0.7;
  s.model.dropout = 0.5;
  const Dataset data = tiny.data();
  Trainer trainer(s, data);
  std::vector<std::string> texts;
  for (const Index step : {0, 2}) {
    train(trainer, step);
    const std::unique_ptr<GPT> model = copy_of(trainer, s, data);
    for (Index i = 0; i < 6; ++i) {
      // 1,000,003 and 1009 are primes: other seeds, steps and numbers give other streams.
      const PythonRandom random(7 * 1'000'003 + step * 1009 + i);
      texts.push_back(trainer.sample(i));
      CHECK(texts.back() == sample_by_hand(*model, s, data, random));
      CHECK(trainer.sample(i) == texts.back());
    }
  }
  CHECK(texts[0] != texts[1]);
  s.sample_length = 2;
  Trainer shorter(s, data);
  for (Index i = 0; i < 6; ++i) {
    CHECK(shorter.sample(i) == texts[static_cast<std::size_t>(i)].substr(0, 2));
  }
}

TEST_CASE("trainer: a sample of a model that has gone wrong names the step and what to try") {
  TinyTraining tiny;
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data);
  train(trainer, 1);
  for (Tensor parameter : trainer.model().parameters()) {
    const NoGrad no_grad;
    parameter.fill_(std::numeric_limits<double>::quiet_NaN());
  }
  CHECK(message_of([&] { trainer.sample(0); }) ==
        "step 1: a sample: a logit nan; expected numbers. Try: a lower --lr or "
        "--weight-decay, or --samples 0");
}

TEST_CASE("trainer: validation and samples on the way change nothing of what is learned") {
  TinyTraining tiny;
  tiny.settings.model.dropout = 0.5;
  const Dataset data = tiny.data();
  Trainer alone(tiny.settings, data), watched(tiny.settings, data);
  for (int i = 0; i < 4; ++i) {
    watched.validation_loss();
    watched.sample(i);
    CHECK(alone.train_step().loss == watched.train_step().loss);
  }
  CHECK(distance(numbers_of(alone.model()), numbers_of(watched.model())) == 0);
}

TEST_CASE("trainer: the seed reaches the weights, the dropout and the order of the documents") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.model.dropout = 0.5;
  const Dataset data = tiny.data();
  Trainer first(s, data);
  s.seed = 8;  // the data as before
  Trainer second(s, data);
  CHECK(distance(numbers_of(first.model()), numbers_of(second.model())) > 0.1);
  copy_parameters(first.model(), second.model());
  CHECK(first.train_step().loss != second.train_step().loss);  // other masks
  s.data.seed = 8;
  CHECK(tiny.data().batch(0).tokens.values() != data.batch(0).tokens.values());
}

TEST_CASE("trainer: a run that goes on is the same run, with its masks, its rate and its AdamW") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.model.dropout = 0.5;
  s.schedule = "cosine";
  s.warmup = 2;
  s.clip = 0.5;
  const Dataset data = tiny.data();
  const std::string path = tiny.folder.name("run.safetensors");
  Trainer whole(s, data);
  train(whole, 3);
  whole.save(path);
  const SavedRun saved = saved_run_of(CheckpointFile(path).metadata(), path);
  CHECK(saved.step == 3);
  CHECK(saved.data_hash == data.hash());
  CHECK(saved.tokenizer == data.tokenizer().to_text());
  CHECK(saved.model.vocab_size == data.tokenizer().vocab_size());
  Trainer part(s, data);
  part.resume(path, false);
  CHECK(part.step() == 3);
  CHECK(part.sample(1) == whole.sample(1));
  for (Index step = 3; step < s.steps; ++step) {
    const StepResult a = whole.train_step(), b = part.train_step();
    CHECK(a.step == b.step);
    CHECK(a.loss == b.loss);
    CHECK(a.learning_rate == b.learning_rate);
    CHECK(a.gradient_norm == b.gradient_norm);
  }
  CHECK(distance(numbers_of(whole.model()), numbers_of(part.model())) == 0);
}

TEST_CASE("trainer: a resume on other data, or of a run that is done, is refused as a whole") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  const Dataset data = tiny.data();
  const std::string path = tiny.folder.name("run.safetensors");
  Trainer trained(s, data);
  train(trained, 3);
  trained.save(path);

  s.data.files = {tiny.folder.write("others", words() + "bee\n")};
  const Dataset others = tiny.data();
  Trainer other(s, others);
  const Arrays before = numbers_of(other.model());
  CHECK(contains(message_of([&] { other.resume(path, false); }),
                 path + ": a run on other data: the text has changed"));
  CHECK(other.step() == 0);
  CHECK(distance(numbers_of(other.model()), before) == 0);
  CHECK_FALSE(other.resume(path, true));
  CHECK(other.step() == 3);
  CHECK(distance(numbers_of(other.model()), numbers_of(trained.model())) == 0);

  for (const Index steps : {2, 3}) {
    s.steps = steps;
    Trainer done(s, data);
    CHECK(contains(message_of([&] { done.resume(path, false); }), "UsageError: --steps: "));
    CHECK(done.step() == 0);
  }
  s.steps = 4;
  Trainer more(s, data);
  CHECK(more.resume(path, false));
  CHECK(more.train_step().step == 4);
}

TEST_CASE("trainer: a loss that is not a number stops before the step, and names the checkpoint") {
  TinyTraining tiny;
  const Dataset data = tiny.data();
  const std::string path = tiny.folder.name("run.safetensors");
  Trainer trainer(tiny.settings, data);
  train(trainer, 2);
  const std::string none = "no checkpoint was written";
  const Arrays before = numbers_of(trainer.model());
  const Tensor table = trainer.model().token_embedding.weight;
  const std::vector<real> kept = table.to_vector(),
                          poison(kept.size(), std::numeric_limits<real>::quiet_NaN());
  set_parameter(table, poison);
  std::string message = message_of([&] { trainer.train_step(); });
  CHECK(contains(message, "step 3: the loss is nan"));
  CHECK(contains(message, "learning rate 0.02); " + none));
  CHECK(trainer.step() == 2);
  message = message_of([&] { trainer.validation_loss(); });
  CHECK(contains(message, "step 2: the validation loss is nan"));
  set_parameter(table, kept);
  CHECK(distance(numbers_of(trainer.model()), before) == 0);
  trainer.save(path);
  Trainer resumed(tiny.settings, data);
  resumed.resume(path, false);
  set_parameter(table, poison);
  message = message_of([&] { trainer.train_step(); });
  CHECK(contains(message, "the last checkpoint is " + path + ", of step 2; expected a finite"));
  set_parameter(resumed.model().token_embedding.weight, poison);
  message = message_of([&] { resumed.train_step(); });
  CHECK(contains(message, "the last checkpoint is " + path + ", of step 2; expected a finite"));
}

TEST_CASE("trainer: a gradient that is not finite stops before the step") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.data.files = {tiny.folder.write("long", "aaaaa\naaaaa\n")};
  s.data.validation = 0;
  const Dataset data = tiny.data();
  Trainer trainer(s, data);
  // Channel 0 is large, and 0 behind the last norm: the weights of the head for it, M and -M, say
  // nothing to the loss, and overflow the gradient of the gain that makes it 0.
  const real huge = std::numeric_limits<real>::max();
  for (const NamedParameter& parameter : trainer.model().named_parameters()) {
    std::vector<real> values = parameter.tensor.to_vector();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool first_channel = i % 8 == 0;
      if (parameter.embedding) values[i] = first_channel ? real{5} : real{0};
      if (parameter.name == "head.weight" && first_channel) values[i] = i == 0 ? -huge : huge;
      if (parameter.name == "final_norm.weight" && first_channel) values[i] = 0;
    }
    set_parameter(parameter.tensor, values);
  }
  const Arrays before = numbers_of(trainer.model());
  CHECK(contains(message_of([&] { trainer.train_step(); }), "step 1: the norm of the gradient is"));
  CHECK(trainer.step() == 0);
  CHECK(distance(numbers_of(trainer.model()), before) == 0);
}

}  // namespace trainer_test
