// train_checks.h: what no single flag of train_gpt can say wrong, but several together.
#pragma once

#include <string>

#include "gpt/training/train_settings.h"
#include "see/training_memory.h"

namespace holo {

/// Throws UsageError for settings that contradict each other.
void check_together(const TrainSettings& settings);

/// What training will need, from the options alone. Warns on stderr when memory is short for the
/// programs on this machine that train together. Throws UsageError when it clearly does not
/// suffice, unless --allow-any-memory.
TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size);

/// Before that model is made: flags that a checkpoint kept may speak of another one than its
/// numbers. Throws Error then.
void check_same_size(GPTOptions model, const GPTOptions& saved, const std::string& where);

}  // namespace holo
