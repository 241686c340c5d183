// gpt2_config.h: config.json, in which Hugging Face's GPT-2 says what the tensors beside it mean.
#pragma once

#include <string>

#include "holo/nn/gpt_options.h"

namespace holo {

/// What Hugging Face calls the activation of an ffn: "gelu_new" for gelu_tanh. Null: it is none
/// that GPT-2 can have.
const char* gpt2_activation(const std::string& ffn);

/// config.json. BOS, the last token, begins and ends a text. REQUIRES: a model that check_layout()
/// takes.
std::string gpt2_config_text(const GPTOptions& options);

/// The way back; what is not said is as in GPT-2. Throws Error, with `where` in front: no JSON,
/// another kind of model, a size that is missing, and what our GPT does not compute: all such in
/// one message.
GPTOptions gpt2_options_of(const std::string& text, const std::string& where);

}  // namespace holo
