// train_start.h: all that a training has before its first step, made from its settings.
#pragma once

#include <functional>
#include <memory>

#include "gpt/training/train_settings.h"
#include "gpt/training/trainer.h"
#include "gpt/training_log.h"
#include "see/training_memory.h"

namespace holo {

using TrainerMaker = std::function<std::unique_ptr<Trainer>(const TrainSettings&, const Dataset&)>;

struct TrainStart {
  /// Nothing is written yet. Throws as Dataset, check_memory() and Trainer do.
  TrainStart(TrainSettings settings, const TrainerMaker& make);

  /// Before the first step: finds out whether all files can be written, and cost no other one;
  /// writes the tokenizer; prints data, model, memory and step. Warns of a model that gives way to
  /// this run. Throws Error and UsageError.
  TrainingLog begin() const;

  const TrainSettings settings;
  const Dataset dataset;
  const TrainingMemory memory;  ///< of each process
  const std::unique_ptr<Trainer> trainer;

 private:
  void check_outputs() const;
  void find_the_best() const;
  void print() const;
};

}  // namespace holo
