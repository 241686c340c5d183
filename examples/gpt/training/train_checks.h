// train_checks.h: what no single flag of train_gpt can say wrong, but several together.
#pragma once

#include <string>

#include "gpt/training/train_settings.h"

namespace holo {

/// Throws UsageError for settings that contradict each other, or so many processes.
void check_together(const TrainSettings& settings, Index processes);

/// Before that model is made: flags that a checkpoint kept may speak of another one than its
/// numbers. Throws Error then.
void check_same_size(GPTOptions model, const GPTOptions& saved, const std::string& where);

}  // namespace holo
