// gpt2_config.h: config.json, the file with the options of a GPT-2 of Hugging Face.
#pragma once

#include <optional>
#include <string>

#include "gpt/tokenizers/text_marks.h"
#include "holo/nn/gpt_options.h"

namespace holo {

/// What Hugging Face calls the activation of an ffn: "gelu_new" for gelu_tanh. Null: it is none
/// that GPT-2 can have.
const char* gpt2_activation(const std::string& ffn);

/// config.json. The marks begin and end a text; without any, BOS of ours does, the last token.
/// REQUIRES: a model that check_layout() takes.
std::string gpt2_config_text(const GPTOptions& options, const std::optional<TextMarks>& marks = {});

/// The options from that text; missing ones are as in GPT-2. Throws Error, with `where` in front,
/// for text that is not JSON, another kind of model, a missing size, and in one message for
/// everything that our GPT does not compute.
GPTOptions gpt2_options_of(const std::string& text, const std::string& where);

}  // namespace holo
