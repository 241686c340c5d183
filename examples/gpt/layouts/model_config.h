// model_config.h: config.json, the file with the options of a GPT-2 or a Llama of Hugging Face.
#pragma once

#include <optional>
#include <string>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/nn/gpt_options.h"

namespace holo {

/// A member that is null counts as missing. What is read of it throws Error, with `where` in front,
/// for a value of another type.
class ModelConfig {
 public:
  /// `kind`, "a GPT-2" say, is for errors. Throws Error for text that is no JSON object.
  ModelConfig(const std::string& text, const std::string& where, const char* kind);

  /// A whole number from 1 on. Throws Error when it is missing.
  Index size(const char* name) const;
  /// `preset` is the value of one that is missing.
  double number(const char* name, double preset) const;
  bool yes(const char* name, bool preset) const;
  std::string word(const char* name, const char* preset) const;
  bool has(const char* name) const { return find(name) != nullptr; }
  /// One that is an object. REQUIRES: has(name).
  ModelConfig object(const char* name) const;

  /// Throws Error unless "model_type" is this one.
  void check_type(const char* type) const;
  const std::string& where() const { return where_; }

 private:
  ModelConfig(const Json& object, const std::string& where, const std::string& kind)
      : object_(object), where_(where), kind_(kind) {}
  // A null pointer for one that is missing.
  const Json* find(const char* name) const;
  [[noreturn]] void wrong(const char* name, const Json& member, const char* expected) const;

  Json object_;
  std::string where_, kind_;
};

/// What our GPT computes in another way, to be told in one message.
class Differences {
 public:
  void add(const std::string& what) { found_ += (found_.empty() ? "" : ", ") + what; }
  /// Throws Error when there are any; `computed` is what it computes.
  void check(const std::string& where, const std::string& computed) const;

 private:
  std::string found_;
};

/// The options, which are checked: an error of theirs is one of the file.
GPTOptions checked_options(const GPTOptions& options, const std::string& where);

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
