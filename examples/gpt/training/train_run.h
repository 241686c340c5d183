// train_run.h: a training run of a GPT, step by step, and the same with a batch in parts, its
// shards; all that it has before its first step; its loop, and what is shown and kept. Everything
// random in a step is a function of the seed and of the number of the step, so a run that was
// stopped and resumed is the same run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/training/train_settings.h"
#include "gpt/training_log.h"
#include "holo/check.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "parallel/shard_sum.h"
#include "see/training_memory.h"
#include "support/progress.h"

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
  /// it needs of memory: see check_memory() below. UsageError: the processes do not divide
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

/// What training will need, from the options alone. Warns on stderr when memory is short for the
/// programs on this machine that train together. Throws UsageError when it clearly does not
/// suffice, unless --allow-any-memory.
TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size);

struct TrainStart {
  /// Nothing is written yet. Throws as Dataset, check_memory() and Trainer do.
  explicit TrainStart(TrainSettings settings, Processes& processes = one_process());

  /// Before the first step: finds out whether all files can be written, and cost no other one;
  /// prints data, model, memory and step. Warns of a model that gives way to this run. Throws Error
  /// and UsageError.
  TrainingLog begin() const;

  const TrainSettings settings;
  const Dataset dataset;
  const TrainingMemory memory;  ///< of each process
  const std::unique_ptr<Trainer> trainer;

 private:
  void check_outputs() const;
  void print() const;
};

enum class End { finished, stopped, interrupted };

class TrainRun {
 public:
  /// All of these live longer than this.
  TrainRun(const TrainSettings& settings, const Dataset& dataset, Trainer& trainer,
           TrainingLog& log);
  virtual ~TrainRun() = default;

  /// To the last step, to that of --stop-after, or to Ctrl-C; then the checkpoint is on the disk.
  /// Throws Error when a loss is not finite, or a file cannot be written.
  End train();

  /// The one that interrupted it, or 0.
  int signal() const { return signal_; }

  /// Writes the plot; prints the loss, samples and files, or how to continue.
  void print_end(End end);
  /// Prints texts that the model writes now, those that are in the training data with a mark.
  void print_samples(Index count);

 protected:
  /// Shows a step and does what is due after it. The signal that ends the training, or 0.
  virtual int after_step(const StepResult& result, double seconds, const Interrupt& interrupt);
  /// After the last one: it is saved.
  virtual void finish();

 private:
  void tell(const StepResult& result, double seconds);
  void show(const StepResult& result);
  void show_recording();
  double validation_loss(Index step);  // NaN without a validation part
  void save();

  const TrainSettings& settings_;
  const Dataset& dataset_;
  Trainer& trainer_;
  TrainingLog& log_;
  int signal_ = 0;
  std::optional<double> best_;  // validation loss, the lowest, and its step
  Index best_step_ = 0;
  Progress progress_;
  const Index first_;                 // steps that were done before
  Index saved_;                       // the step on the disk
  double training_ = 0, tokens_ = 0;  // seconds in training steps, tokens in them
};

}  // namespace holo
