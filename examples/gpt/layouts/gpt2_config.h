// gpt2_config.h: config.json, the file with the options of a GPT-2 of Hugging Face.
#pragma once

#include <string>

#include "holo/nn/gpt_options.h"

namespace holo {

/// What Hugging Face calls the activation of an ffn: "gelu_new" for gelu_tanh. Null: it is none
/// that GPT-2 can have.
const char* gpt2_activation(const std::string& ffn);

/// config.json. With a tokenizer of ours BOS, the last token, begins and ends a text; without one
/// it is not known which token does. REQUIRES: a model that check_layout() takes.
std::string gpt2_config_text(const GPTOptions& options, bool own_tokenizer = true);

/// The options from that text; missing ones are as in GPT-2. Throws Error, with `where` in front,
/// for text that is not JSON, another kind of model, a missing size, and in one message for
/// everything that our GPT does not compute.
GPTOptions gpt2_options_of(const std::string& text, const std::string& where);

}  // namespace holo
