// train_start.h: all that a training needs before its first step, made from the flags.
#pragma once

#include <string>

#include "gpt/training/ranks.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_settings.h"

namespace holo {

/// The same on every rank; the first one alone has files to write. Nothing is written yet.
struct TrainStart {
  /// Throws as read_train_settings(), Dataset, check_memory() and Trainer do, and UsageError for a
  /// recording of several processes.
  TrainStart(int argc, char** argv, Ranks& ranks);

  /// Data, model, memory and step, as the user sees them. Warns of a model that gives way to this
  /// run.
  void print(const Ranks& ranks) const;

  TrainSettings settings;
  Dataset dataset;
  TrainingMemory memory;  ///< of each process
  Trainer trainer;
};

}  // namespace holo
