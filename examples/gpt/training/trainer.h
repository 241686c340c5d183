// trainer.h: a training run of a GPT, step by step, and the same with a batch in parts, its shards.
// Everything random in a step is a function of the seed and of the number of the step, so a run
// that was stopped and resumed is the same run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "gpt/training/train_settings.h"
#include "holo/check.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "parallel/shard_sum.h"

namespace holo {

struct StepResult {
  Index step;  ///< from 1
  double loss, learning_rate, gradient_norm;
  Index tokens;  ///< that counted
};

/// A loss or a gradient that is not finite.
struct NotFinite : Error {
  using Error::Error;
};

/// That of a program that starts no others.
Processes& one_process();

class Trainer {
 public:
  /// A fresh model. `dataset` and `processes`, which train it together, live longer than this. What
  /// it needs of memory: see check_memory() of train_run.h. UsageError: the processes do not divide
  /// the shards.
  Trainer(const TrainSettings& settings, const Dataset& dataset,
          Processes& processes = one_process());
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// Continues from a checkpoint. Throws Error for one of another model, other data, or a damaged
  /// one; then nothing has changed.
  void resume(const std::string& path);

  /// Begins with the weights of a checkpoint, or of weights alone, at step 0, the optimizer without
  /// a past. Throws Error for those of another model, or a damaged file; then nothing has changed.
  void begin_with(const std::string& path);

  /// How many steps were done.
  Index step() const { return step_; }
  /// One more. Throws NotFinite before the parameters change.
  StepResult train_step();

  /// The mean of -log p(token), in nats, over batches of the validation part, evenly spread;
  /// nothing when there is none. Throws NotFinite.
  std::optional<double> validation_loss();

  /// A text that the model writes now: number i of this step.
  std::string sample(Index i);

  /// All of the run into one file.
  void save(const std::string& path);
  /// The same without keeping it: finds out whether there is a place and room for it.
  void check_can_save(const std::string& path) const;

  GPT& model() { return *model_; }
  const GPT& model() const { return *model_; }

 private:
  // Gives the parameters the gradient of the batch of this step; returns its loss.
  double compute_gradients(Index tokens);
  double sum_losses(const std::vector<double>& mine) const;
  double learning_rate(Index step) const;
  SavedRun saved_run() const;
  [[noreturn]] void stop_at(const char* what, double value, double loss) const;

  TrainSettings settings_;
  const Dataset& dataset_;
  std::unique_ptr<GPT> model_;
  std::unique_ptr<AdamW> optimizer_;
  Processes& processes_;
  std::optional<ShardSum> sum_;
  Index step_ = 0;
  std::string last_saved_;  // for messages: file and step
};

}  // namespace holo
