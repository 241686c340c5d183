// trainer_test.cpp: a step is what a plain loop does, with --shards too, bit for bit, for any
// number of threads; a run that is saved and resumed is the same run. A GPT of the kind of each
// preset learns on a GPU what it learns on the cpu, but for rounding.
#include "gpt/training/train_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "backend/device_array.h"
#include "examples/tiny_training.h"
#include "gpt/saved_run.h"
#include "gpt/training/train_settings.h"
#include "helpers.h"
#include "holo/checkpoint.h"
#include "holo/creation.h"
#include "holo/observer.h"
#include "holo/threads.h"
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

struct Result {
  std::vector<double> losses, rates, norms;
  std::vector<Index> tokens;
  Arrays numbers;
  bool operator==(const Result&) const = default;
};

// Takes what is left of its steps.
Result trained(Trainer& trainer, const TrainSettings& s) {
  Result result;
  while (trainer.step() < s.steps) {
    const StepResult step = trainer.train_step();
    CHECK(step.step == trainer.step());
    result.losses.push_back(step.loss);
    result.rates.push_back(step.learning_rate);
    result.norms.push_back(step.gradient_norm);
    result.tokens.push_back(step.tokens);
  }
  result.numbers = numbers_of(trainer.model());
  return result;
}
Result trained(const TrainSettings& s) {
  const Dataset data(s.data);
  Trainer trainer(s, data);
  return trained(trainer, s);
}

// The same with a plain loop: the gradient of each shard by itself, added to those before.
Result by_hand(const TrainSettings& s) {
  const Dataset data(s.data);
  const std::unique_ptr<GPT> model = first_model(s, data);
  AdamW optimizer(weight_decay_groups(*model, s.weight_decay), s.learning_rate,
                  AdamWOptions{.beta1 = s.beta1, .beta2 = s.beta2});
  Result result;
  for (Index step = 0; step < s.steps; ++step) {
    Index all = 0;
    for (Index shard = 0; shard < s.shards; ++shard) {
      all += data.batch(step, shard, s.shards).target_count;
    }
    CHECK(all == data.batch(step).target_count);
    CHECK(all == data.target_count(step));
    std::vector<std::vector<real>> total;
    double sum = 0;
    for (Index shard = 0; shard < s.shards; ++shard) {
      const TokenBatch batch = data.batch(step, shard, s.shards);
      const double weight = static_cast<double>(batch.target_count) / static_cast<double>(all);
      model->set_dropout_calls(static_cast<std::uint64_t>(step * s.shards + shard));
      optimizer.zero_grad();
      const Tensor loss = model->loss(batch.tokens, batch.targets);
      sum += weight * static_cast<double>(loss.item());
      loss.backward(full(loss.shape(), static_cast<real>(weight)));
      for (std::size_t i = 0; i < optimizer.parameters().size(); ++i) {
        const std::vector<real> g = optimizer.parameters()[i].grad().to_vector();
        if (shard == 0) total.push_back(g);
        for (std::size_t k = 0; shard > 0 && k < g.size(); ++k) total[i][k] += g[k];
      }
    }
    for (std::size_t i = 0; i < total.size(); ++i) {
      optimizer.parameters()[i].grad().copy_(total[i]);
    }
    result.norms.push_back(
        try_clip_grad_norm(optimizer.parameters(), s.clip > 0 ? s.clip : HUGE_VAL));
    result.rates.push_back(rate_by_hand(s, step));
    optimizer.set_learning_rate(result.rates.back());
    optimizer.step();
    result.losses.push_back(sum);
    result.tokens.push_back(all);
  }
  result.numbers = numbers_of(*model);
  return result;
}

// The same numbers in a model of its own, in evaluation.
std::unique_ptr<GPT> copy_of(Trainer& trainer, const TrainSettings& s, const Dataset& data) {
  std::unique_ptr<GPT> copy = first_model(s, data);
  copy_parameters(trainer.model(), *copy);
  copy->eval();
  return copy;
}

// The mean over the tokens of a part, row by row.
double validation_by_hand(GPT& model, DatasetSettings settings, Index rows) {
  settings.batch_size = 1;
  const NoGrad no_grad;
  double sum = 0, count = 0;
  for (const TokenBatch& row : Dataset(settings).validation_batches(rows)) {
    const auto size = static_cast<double>(row.target_count);
    sum += static_cast<double>(model.loss(row.tokens, row.targets).item()) * size;
    count += size;
  }
  return sum / count;
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
  SUBCASE("tied, without biases and weight decay") {
    s.model.tied = true;
    s.model.bias = false;
    s.weight_decay = 0;
  }
  SUBCASE("running text") {
    s.data.form = TextForm::running;
    s.data.validation = 0;
  }
  SUBCASE("with dropout, a largest norm, and in shards") {
    s.batch = s.data.batch_size = 24;
    s.steps = 4;
    s.clip = 0.5;
    s.model.dropout = 0.3;
    SUBCASE("of one") { s.shards = 1; }
    SUBCASE("two") { s.shards = 2; }
    SUBCASE("three") { s.shards = 3; }
    SUBCASE("eight") { s.shards = 8; }
  }
  Result expected = by_hand(s), found = trained(s);
  for (std::size_t i = 0; i < expected.rates.size(); ++i) {
    CHECK(found.rates[i] == doctest::Approx(expected.rates[i]).epsilon(1e-12));
  }
  const bool clipped = s.clip > 0 && expected.norms[0] > s.clip;
  CHECK(clipped == (s.clip > 0));
  expected.rates = found.rates;
  if (s.schedule == "constant") {
    CHECK(found == expected);
    const int threads = num_threads();
    set_num_threads(3);
    CHECK(trained(s) == expected);
    set_num_threads(threads);
  } else {  // rates differ in their last bits
    CHECK(distance(found.numbers, expected.numbers) < 1e-6);
  }
}

TEST_CASE("trainer: a run that goes on is the same run, with its masks, its rate and its AdamW") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.model.dropout = 0.5;
  s.schedule = "cosine";
  s.warmup = 2;
  s.clip = 0.5;
  for (const Index shards : {1, 3}) {
    s.shards = shards;
    const Dataset data = tiny.data();
    const std::string path = tiny.folder.name("run.safetensors");
    Trainer whole(s, data), part(s, data);
    train(whole, 3);
    whole.save(path);
    const SavedRun saved = saved_run_of(CheckpointFile(path).metadata(), path);
    CHECK(saved.step == 3);
    CHECK(saved.data_hash == data.hash());
    CHECK(saved.tokenizer == data.tokenizer().to_text());
    CHECK(saved.model.vocab_size == data.tokenizer().vocab_size());
    part.resume(path);
    CHECK(part.step() == 3);
    CHECK(part.sample(1) == whole.sample(1));
    CHECK(trained(part, s) == trained(whole, s));
  }
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
    const double expected = validation_by_hand(*copy_of(trainer, s, data), s.data, 3 * batches);
    const std::optional<double> loss = trainer.validation_loss();
    CHECK(loss.value() == doctest::Approx(expected).epsilon(1e-5));
    CHECK(trainer.validation_loss() == loss);
  }
  s.data.validation = 0;
  const Dataset all = tiny.data();
  CHECK_FALSE(Trainer(s, all).validation_loss().has_value());
}

TEST_CASE("trainer: a sample begins with BOS, ends with it, and follows seed, step and number") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.sampling.temperature = 0.7;
  s.model.dropout = 0.5;
  const Dataset data = tiny.data();
  const Index bos = data.tokenizer().bos();
  Trainer trainer(s, data);
  for (const Index step : {0, 2}) {
    train(trainer, step);
    const std::unique_ptr<GPT> model = copy_of(trainer, s, data);
    for (Index i = 0; i < 6; ++i) {
      // 1,000,003 and 1009 are primes: other seeds, steps and numbers give other streams.
      PythonRandom random(7 * 1'000'003 + step * 1009 + i);
      const std::vector<Index> ids =
          generate(*model, {bos}, s.sample_length, bos, s.sampling, random);
      CHECK(trainer.sample(i) == data.tokenizer().decode({ids.begin(), ids.end()}));
    }
  }
  CHECK(trainer.sample(0) != trainer.sample(1));
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
  CHECK(contains(message_of([&] { other.resume(path); }),
                 path + ": a run on other data: the text has changed"));
  CHECK(other.step() == 0);
  CHECK(distance(numbers_of(other.model()), before) == 0);

  for (const Index steps : {2, 3}) {
    s.steps = steps;
    Trainer done(s, data);
    CHECK(contains(message_of([&] { done.resume(path); }), "UsageError: --steps: "));
    CHECK(done.step() == 0);
  }
  s.steps = 4;
  Trainer more(s, data);
  more.resume(path);
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
  resumed.resume(path);
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

TEST_CASE("shards: numbers that do not divide each other are refused") {
  TinyTraining tiny;
  const auto message = [&](Index shards, int processes) {
    TrainSettings s = tiny.settings;
    s.batch = 24;
    s.shards = shards;
    s.processes = processes;
    return message_of([&] { check_together(s); });
  };
  CHECK(message(4, 2).empty());
  CHECK(message(5, 1) == "UsageError: --shards: 5 of --batch 24; expected a divisor of the batch");
  CHECK(message(4, 3) ==
        "UsageError: --shards: 4 for 3 processes; expected a multiple of the processes");
}

}  // namespace trainer_test

namespace cuda_training_test {
namespace {

using namespace holo;

// A preset with few numbers, and few enough steps that its schedule comes to an end.
TrainSettings tiny(const std::string& preset) {
  TrainSettings s = preset_named(preset);
  s.model.n_embd = 16;
  s.model.n_head = 2;
  s.model.n_layer = 1;
  s.model.block_size = s.data.block_size = 8;
  s.batch = s.data.batch_size = preset == "microgpt" ? 1 : 3;
  s.steps = 100;
  s.warmup = s.warmup == 0 ? 0 : 5;
  s.seed = s.data.seed = 42;
  return s;
}

std::vector<StepResult> train(const TrainSettings& settings, Device device) {
  const OnDevice scope(device);
  const Dataset data(settings.data);
  Trainer trainer(settings, data);
  std::vector<StepResult> results;
  for (Index step = 0; step < settings.steps; ++step) results.push_back(trainer.train_step());
  return results;
}

}  // namespace

TEST_CASE("cuda training: 100 steps of each preset as on the cpu") {
  if (device_array::no_cuda()) return;
  // Adam divides by sqrt(v): a gradient that is nothing but rounding becomes a step.
  const double tolerance = sizeof(real) == sizeof(double) ? 1e-9 : 3e-3;
  for (const std::string& preset : preset_names()) {
    CAPTURE(preset);
    const TrainSettings settings = tiny(preset);
    const std::vector<StepResult> here = train(settings, Device::cpu);
    const std::vector<StepResult> there = train(settings, Device::cuda);
    double loss = 0, norm = 0;  // the largest differences
    for (std::size_t i = 0; i < here.size(); ++i) {
      loss = std::max(loss, std::fabs(there[i].loss / here[i].loss - 1));
      norm = std::max(norm, std::fabs(there[i].gradient_norm / here[i].gradient_norm - 1));
    }
    MESSAGE(preset, ": at most ", loss, " of a loss and ", norm, " of a norm of a gradient");
    CHECK(loss <= tolerance);
    CHECK(norm <= 3 * tolerance);
  }
}

}  // namespace cuda_training_test
