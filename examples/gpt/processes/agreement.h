// agreement.h: what all ranks of a training must have alike, since the bits of the result depend on
// it: the program, the processor, the data, the settings, and where they begin.
#pragma once

#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/training/train_settings.h"
#include "gpt/training/trainer.h"

namespace holo {

/// Names and values, one after the other.
std::string facts_of(const TrainSettings& settings, const Dataset& dataset, const Trainer& trainer);

/// `facts` of all ranks, in their order. Throws UsageError, with the first one that differs and
/// both values.
void check_agreement(const std::vector<std::string>& facts);

}  // namespace holo
