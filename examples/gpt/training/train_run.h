// train_run.h: all that a training has before its first step; its loop, and what is shown and kept.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpt/terminal.h"
#include "gpt/training/train_settings.h"
#include "gpt/training/trainer.h"
#include "gpt/training_log.h"
#include "see/training_memory.h"
#include "support/progress.h"

namespace holo {

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
