// model_config.h: config.json, the file with the options of a GPT-2 or a Llama of Hugging Face.
#pragma once

#include <optional>
#include <string>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
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

/// What Hugging Face calls the activation of the gate: "silu" for swiglu. Null: it is none that a
/// Llama can have.
const char* llama_activation(const std::string& ffn);

/// config.json; the tokens that begin and end a text as in gpt2_config_text(). REQUIRES: a model
/// that check_layout() takes.
std::string llama_config_text(const GPTOptions& options,
                              const std::optional<TextMarks>& marks = {});

/// The options from that text; missing ones are as in Llama. Throws Error, with `where` in front,
/// for text that is not JSON, another kind of model, a missing size, and in one message for
/// everything that our GPT does not compute: scaled or partial rotary positions, heads of another
/// size than hidden_size / num_attention_heads, biases in a part of the maps, quantized weights.
GPTOptions llama_options_of(const std::string& text, const std::string& where);

}  // namespace holo
