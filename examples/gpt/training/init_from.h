// init_from.h: a run that begins with the weights of a file: the model is that of the file, and
// flags may not say another one.
#pragma once

#include <string>

#include "gpt/training/kept_settings.h"
#include "holo/nn/gpt_options.h"

namespace holo {

/// The flags of train_gpt that make this model, as far as there are some.
FlagValues model_flags(const GPTOptions& model);

/// Takes over what no flag says: the number of tokens, heads of keys and values, the epsilon of the
/// norms, the base of rotary positions.
void take_what_has_no_flag(GPTOptions& model, const GPTOptions& saved);

/// Throws Error with a list of the flags that make another model than the saved one. With rotary
/// positions, which have no parameters, the context may be another.
void check_same_model(const GPTOptions& model, const GPTOptions& saved, const std::string& where);

}  // namespace holo
