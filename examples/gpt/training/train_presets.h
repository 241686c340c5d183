// train_presets.h: settings that belong together: what the flags of train_gpt begin with.
#pragma once

#include <string>
#include <vector>

#include "gpt/training/train_settings.h"

namespace holo {

/// names: the built-in names, learned in a few seconds. microgpt: the model and the training of
/// 07_microgpt, loss for loss up to rounding. nano: nanoGPT's settings for a CPU.
const std::vector<std::string>& preset_names();

/// REQUIRES: one of these names.
TrainSettings preset_named(const std::string& name);

}  // namespace holo
