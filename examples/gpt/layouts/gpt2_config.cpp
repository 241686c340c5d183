// gpt2_config.cpp: the names of Hugging Face's GPT2Config, to and from GPTOptions.
#include "gpt/layouts/gpt2_config.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "gpt/layouts/json.h"
#include "holo/check.h"

namespace holo {
namespace {

// Ours and theirs; the first line of a name is the one that is written.
constexpr std::pair<const char*, const char*> activations[] = {
    {"gelu", "gelu"},  {"gelu_tanh", "gelu_new"}, {"gelu_tanh", "gelu_pytorch_tanh"},
    {"relu", "relu"},  {"silu", "silu"},          {"silu", "swish"},
    {"relu2", "relu2"}};

// Of the norms in GPTOptions.
constexpr double epsilon = 1e-5;

class Config {
 public:
  Config(const std::string& text, const std::string& where)
      : object_(parse_json(text, where)), where_(where) {
    if (object_.kind() == Json::Kind::object) return;
    throw Error(where, "no object", "the config.json of a GPT-2");
  }

  Index size(const char* name) const {
    const Json* const member = find(name);
    if (member == nullptr) {
      throw Error(where_, fmt::format("no \"{}\"", name), "the config.json of a GPT-2");
    }
    const double number = member->kind() == Json::Kind::number ? member->number() : 0;
    if (number >= 1 && number <= 0x1p53 && number == std::floor(number)) return member->integer();
    wrong(name, *member, "a whole number from 1 on");
  }
  double number(const char* name, double preset) const {
    const Json* const member = find(name);
    if (member == nullptr) return preset;
    if (member->kind() != Json::Kind::number) wrong(name, *member, "a number");
    return member->number();
  }
  bool yes(const char* name, bool preset) const {
    const Json* const member = find(name);
    if (member == nullptr) return preset;
    if (member->kind() != Json::Kind::boolean) wrong(name, *member, "true or false");
    return member->boolean();
  }
  std::string word(const char* name, const char* preset) const {
    const Json* const member = find(name);
    if (member == nullptr) return preset;
    if (member->kind() != Json::Kind::string) wrong(name, *member, "a text");
    return member->text();
  }
  bool has(const char* name) const { return find(name) != nullptr; }

 private:
  // A null pointer for one that is not there, or null.
  const Json* find(const char* name) const {
    const Json* const member = object_.find(name);
    return member == nullptr || member->is_null() ? nullptr : member;
  }
  [[noreturn]] void wrong(const char* name, const Json& member, const char* expected) const {
    throw Error(where_, fmt::format("\"{}\" is {}", name, shown(member)), expected);
  }
  static std::string shown(const Json& member) {
    switch (member.kind()) {
      case Json::Kind::boolean:
        return member.boolean() ? "true" : "false";
      case Json::Kind::number:
        return fmt::format("{}", member.number());
      case Json::Kind::string:
        return member.text();
      default:
        return "no single value";
    }
  }

  Json object_;
  const std::string& where_;
};

// What our GPT computes in another way.
std::string differences(const Config& config) {
  std::string found;
  const auto refuse = [&](const std::string& what) {
    if (!found.empty()) found += ", ";
    found += what;
  };
  const double norm_epsilon = config.number("layer_norm_epsilon", epsilon);
  if (norm_epsilon != epsilon) refuse(fmt::format("layer_norm_epsilon {}", norm_epsilon));
  if (!config.yes("scale_attn_weights", true)) refuse("scale_attn_weights false");
  for (const char* const name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"}) {
    if (config.yes(name, false)) refuse(fmt::format("{} true", name));
  }
  return found;
}

std::string ffn_named(const std::string& activation) {
  for (const auto& [ours, theirs] : activations) {
    if (activation == theirs) return ours;
  }
  return "";
}

}  // namespace

const char* gpt2_activation(const std::string& ffn) {
  for (const auto& [ours, theirs] : activations) {
    if (ffn == ours) return theirs;
  }
  return nullptr;
}

std::string gpt2_config_text(const GPTOptions& options) {
  return fmt::format(
      R"({{
  "architectures": ["GPT2LMHeadModel"],
  "model_type": "gpt2",
  "torch_dtype": "{}",
  "vocab_size": {},
  "n_positions": {},
  "n_embd": {},
  "n_layer": {},
  "n_head": {},
  "n_inner": {},
  "activation_function": "{}",
  "layer_norm_epsilon": 1e-05,
  "tie_word_embeddings": {},
  "embd_pdrop": 0.0,
  "attn_pdrop": 0.0,
  "resid_pdrop": 0.0,
  "bos_token_id": {},
  "eos_token_id": {}
}}
)",
      sizeof(real) == 4 ? "float32" : "float64", options.vocab_size, options.block_size,
      options.n_embd, options.n_layer, options.n_head,
      options.hidden ? std::to_string(*options.hidden) : "null", gpt2_activation(options.ffn),
      options.tied, options.vocab_size - 1, options.vocab_size - 1);
}

GPTOptions gpt2_options_of(const std::string& text, const std::string& where) {
  const Config config(text, where);
  const std::string type = config.word("model_type", "");
  if (type != "gpt2") {
    throw Error(where, type.empty() ? "no \"model_type\"" : fmt::format("a model \"{}\"", type),
                "\"model_type\": \"gpt2\"");
  }
  std::string found = differences(config);
  const std::string activation = config.word("activation_function", "gelu_new");
  const std::string ffn = ffn_named(activation);
  if (ffn.empty()) {
    if (!found.empty()) found += ", ";
    found += fmt::format("activation_function \"{}\"", activation);
  }
  if (!found.empty()) {
    throw Error(where, found,
                "what our GPT computes: epsilon 1e-05, attention scaled by its channels alone, and "
                "gelu, gelu_new, gelu_pytorch_tanh, relu, silu or relu2");
  }
  GPTOptions options = {.vocab_size = config.size("vocab_size"),
                        .block_size = config.size("n_positions"),
                        .n_layer = config.size("n_layer"),
                        .n_head = config.size("n_head"),
                        .n_embd = config.size("n_embd"),
                        .ffn = ffn,
                        .tied = config.yes("tie_word_embeddings", true)};
  if (config.has("n_inner")) options.hidden = config.size("n_inner");
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace holo
