// train_run.h: the loop of a training, and what is shown and kept on the way.
#pragma once

#include <optional>

#include "gpt/training/ranks.h"
#include "gpt/training/trainer.h"
#include "gpt/training/training_log.h"
#include "holo/training_memory.h"
#include "support/progress.h"

namespace holo {

/// What training will need, from the options alone. Warns on stderr when memory is short for so
/// many processes on this machine. Throws UsageError when it clearly does not suffice, unless
/// --allow-any-memory.
TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size, int processes = 1);

enum class End { finished, stopped, interrupted };

class TrainRun {
 public:
  /// All of these live longer than this.
  TrainRun(const TrainSettings& settings, const Dataset& dataset, Trainer& trainer,
           TrainingLog& log, Ranks& ranks = one_rank());

  /// To the last step, to that of --stop-after, or to Ctrl-C on any rank; then the checkpoint is on
  /// the disk. The first rank alone tells, validates and saves.
  /// Throws Error when a loss is no number, or a file cannot be written.
  End train();

  /// The one that interrupted it, or 0.
  int signal() const { return signal_; }

  /// Prints texts that the model writes now, those that it learned by heart with a mark.
  void print_samples(Index count);

 private:
  void after_step(const StepResult& result, double seconds);
  void tell(const StepResult& result, double seconds);
  void show(const StepResult& result);
  void show_recording();
  void add_to_log(const LogRow& row);
  double validation_loss(Index step);  // NaN without a validation part
  void save();

  const TrainSettings& settings_;
  const Dataset& dataset_;
  Trainer& trainer_;
  TrainingLog& log_;
  Ranks& ranks_;
  int signal_ = 0;
  std::optional<double> best_;  // validation loss, the lowest, and its step
  Index best_step_ = 0;
  Progress progress_;
  const Index first_;                 // steps that were done before
  Index saved_;                       // the step on the disk
  double training_ = 0, tokens_ = 0;  // seconds in training steps, tokens in them
};

}  // namespace holo
