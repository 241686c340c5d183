// trainer.cpp: forward, backward, optimizer; and what surrounds them.
#include "gpt/training/trainer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <string>

#include "gpt/terminal.h"
#include "holo/checkpoint.h"
#include "holo/optim_schedule.h"

namespace holo {

Processes& one_process() {
  static OneProcess process;
  return process;
}

Trainer::Trainer(const TrainSettings& settings, const Dataset& dataset, Processes& processes)
    : settings_(settings), dataset_(dataset), processes_(processes) {
  settings_.model.vocab_size = model_vocab_size(settings, dataset.tokenizer());
  settings_.model.dropout_seed = static_cast<std::uint64_t>(settings_.seed);
  PythonRandom random = dataset.weight_generator(settings_.seed);
  model_ = std::make_unique<GPT>(settings_.model, random);
  optimizer_ = std::make_unique<AdamW>(
      weight_decay_groups(*model_, settings_.weight_decay), settings_.learning_rate,
      AdamWOptions{.beta1 = settings_.beta1, .beta2 = settings_.beta2});
  sum_.emplace(*optimizer_, processes, settings_.shards);
}

double Trainer::learning_rate(Index step) const {
  const TrainSettings& s = settings_;
  if (s.schedule == "constant") return s.learning_rate;
  if (s.schedule == "linear") {
    return LinearSchedule(s.learning_rate, s.steps, s.min_learning_rate)(step);
  }
  return CosineSchedule(s.learning_rate, s.steps, s.warmup, s.min_learning_rate)(step);
}

void Trainer::stop_at(const char* what, double value, double loss) const {
  const std::string saved =
      last_saved_.empty() ? "no checkpoint was written" : "the last checkpoint is " + last_saved_;
  throw NotFinite(fmt::format("step {}", step_ + 1),
                  fmt::format("the {} is {:g} (loss {:.4g}, learning rate {:.3g}); {}", what,
                              std::abs(value), loss, learning_rate(step_), saved),
                  "a finite number; the parameters are as they were before this step",
                  "a lower --lr, a longer --warmup, or --clip 1");
}

// A shard weighs as much as it has of the targets.
double Trainer::compute_gradients(Index tokens) {
  const Index shards = settings_.shards;
  std::vector<double> losses;
  for (Index round = 0; round < sum_->rounds(); ++round) {
    const Index shard = sum_->shard(round);
    const TokenBatch batch = dataset_.batch(step_, shard, shards);
    const double weight = static_cast<double>(batch.target_count) / static_cast<double>(tokens);
    model_->set_dropout_calls(static_cast<std::uint64_t>(step_ * shards + shard));
    sum_->begin(round);
    const Tensor loss = model_->loss(batch.tokens, batch.targets);
    sum_->backward(loss, weight);
    losses.push_back(weight * static_cast<double>(loss.item()));
  }
  return sum_losses(losses);
}

// Of the shards, by their order; each process has those of its own.
double Trainer::sum_losses(const std::vector<double>& mine) const {
  const std::size_t bytes = mine.size() * sizeof(double);
  const std::string text(reinterpret_cast<const char*>(mine.data()), bytes);
  const std::vector<std::string> all = processes_.gather(text);
  double sum = 0;
  for (std::size_t round = 0; round < mine.size(); ++round) {
    for (const std::string& losses : all) {
      double loss = 0;
      std::memcpy(&loss, losses.data() + round * sizeof loss, sizeof loss);
      sum += loss;
    }
  }
  return sum;
}

StepResult Trainer::train_step() {
  if (!model_->training()) model_->train();
  const double rate = learning_rate(step_);
  optimizer_->set_learning_rate(rate);
  const Index tokens = dataset_.target_count(step_);
  const double value = compute_gradients(tokens);
  if (!std::isfinite(value)) stop_at("loss", value, value);
  const double largest = settings_.clip > 0 ? settings_.clip : INFINITY;
  const double norm = try_clip_grad_norm(optimizer_->parameters(), largest);
  if (!std::isfinite(norm)) stop_at("norm of the gradient", norm, value);
  optimizer_->step();
  ++step_;
  return {step_, value, rate, norm, tokens};
}

std::optional<double> Trainer::validation_loss() {
  const NoGrad no_grad;
  model_->eval();
  double sum = 0;
  Index count = 0;
  for (const TokenBatch& batch : dataset_.validation_batches(settings_.eval_batches)) {
    const Tensor loss = model_->loss(batch.tokens, batch.targets);
    sum += static_cast<double>(loss.item()) * static_cast<double>(batch.target_count);
    count += batch.target_count;
  }
  if (count == 0) return std::nullopt;
  const double mean = sum / static_cast<double>(count);
  if (!std::isfinite(mean)) {
    throw NotFinite(fmt::format("step {}", step_), fmt::format("the validation loss is {}", mean),
                    "a finite number", "a lower --lr, a longer --warmup, or --clip 1");
  }
  return mean;
}

std::string Trainer::sample(Index i) {
  const auto seed = static_cast<std::uint64_t>(settings_.seed) * 1'000'003 +
                    static_cast<std::uint64_t>(step_) * 1009 + static_cast<std::uint64_t>(i);
  PythonRandom random(seed);
  const Index bos = dataset_.tokenizer().bos();
  std::vector<Index> tokens;
  try {
    tokens = generate(*model_, {bos}, settings_.sample_length, bos, settings_.sampling, random);
  } catch (const Error& error) {  // of a model whose numbers are no numbers any more
    throw Error(fmt::format("step {}", step_), fmt::format("a sample: {}", error.found()),
                error.expected(), "a lower --lr or --weight-decay, or --samples 0");
  }
  return sampled_text(dataset_.tokenizer(), tokens, settings_.sample_length);
}

SavedRun Trainer::saved_run() const {
  SavedRun run;
  run.model = settings_.model;
  run.tokenizer = dataset_.tokenizer().to_text();
  run.settings = settings_.values;
  run.step = step_;
  run.data_hash = dataset_.hash();
  return run;
}

void Trainer::save(const std::string& path) {
  save_checkpoint(path, *model_, *optimizer_, metadata_of(saved_run()));
  last_saved_ = fmt::format("{}, of step {}", path, step_);
}

void Trainer::check_can_save(const std::string& path) const {
  check_can_save_checkpoint(path, *model_, *optimizer_, metadata_of(saved_run()));
}

void Trainer::begin_with(const std::string& path) { load_weights(path, *model_); }

void Trainer::resume(const std::string& path) {
  const CheckpointFile file(path);
  const SavedRun run = saved_run_of(file.metadata(), path);
  if (run.data_hash != dataset_.hash()) {
    throw Error(path, "a run on other data: the text has changed", "the data it was trained with",
                "--init-from, for a run that begins anew");
  }
  if (run.step >= settings_.steps) {
    throw UsageError("--steps",
                     fmt::format("{}, and {} has done {}", settings_.steps, path, run.step),
                     "more than that", fmt::format("--steps {}", 2 * run.step));
  }
  file.load_into(*model_, *optimizer_);
  step_ = run.step;
  last_saved_ = fmt::format("{}, of step {}", path, step_);
}

}  // namespace holo
