// model_config.cpp: reads the members of a config.json, and says which of them is wrong; the names
// of Hugging Face's GPT2Config and LlamaConfig, to and from GPTOptions.
#include "gpt/layouts/model_config.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "holo/check.h"

namespace holo {

// ---- a config.json ----

namespace {

std::string shown(const Json& member) {
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

}  // namespace

ModelConfig::ModelConfig(const std::string& text, const std::string& where, const char* kind)
    : object_(parse_json(text, where)), where_(where), kind_(kind) {
  if (object_.kind() == Json::Kind::object) return;
  throw Error(where, "no object", "the config.json of " + kind_);
}

const Json* ModelConfig::find(const char* name) const {
  const Json* const member = object_.find(name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

void ModelConfig::wrong(const char* name, const Json& member, const char* expected) const {
  throw Error(where_, fmt::format("\"{}\" is {}", name, shown(member)), expected);
}

Index ModelConfig::size(const char* name) const {
  const Json* const member = find(name);
  if (member == nullptr) {
    throw Error(where_, fmt::format("no \"{}\"", name), "the config.json of " + kind_);
  }
  const double number = member->kind() == Json::Kind::number ? member->number() : 0;
  if (number >= 1 && number <= 0x1p53 && number == std::floor(number)) return member->integer();
  wrong(name, *member, "a whole number from 1 on");
}

double ModelConfig::number(const char* name, double preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::number) wrong(name, *member, "a number");
  return member->number();
}

bool ModelConfig::yes(const char* name, bool preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::boolean) wrong(name, *member, "true or false");
  return member->boolean();
}

std::string ModelConfig::word(const char* name, const char* preset) const {
  const Json* const member = find(name);
  if (member == nullptr) return preset;
  if (member->kind() != Json::Kind::string) wrong(name, *member, "a text");
  return member->text();
}

ModelConfig ModelConfig::object(const char* name) const {
  const Json& member = *find(name);
  if (member.kind() != Json::Kind::object) wrong(name, member, "an object");
  return {member, fmt::format("{}: \"{}\"", where_, name), kind_};
}

void ModelConfig::check_type(const char* type) const {
  const std::string found = word("model_type", "");
  if (found == type) return;
  throw Error(where_, found.empty() ? "no \"model_type\"" : fmt::format("a model \"{}\"", found),
              fmt::format("\"model_type\": \"{}\"", type));
}

void Differences::check(const std::string& where, const std::string& computed) const {
  if (!found_.empty()) throw Error(where, found_, "what our GPT computes: " + computed);
}

GPTOptions checked_options(const GPTOptions& options, const std::string& where) {
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

// ---- GPT-2 ----

namespace {

// Ours and theirs; the first line of a name is the one that is written.
constexpr std::pair<const char*, const char*> activations[] = {
    {"gelu", "gelu"},  {"gelu_tanh", "gelu_new"}, {"gelu_tanh", "gelu_pytorch_tanh"},
    {"relu", "relu"},  {"silu", "silu"},          {"silu", "swish"},
    {"relu2", "relu2"}};

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

std::string gpt2_config_text(const GPTOptions& options, const std::optional<TextMarks>& marks) {
  const TextMarks ends = marks.value_or(own_marks(options.vocab_size));
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
  "layer_norm_epsilon": {},
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
      options.norm_epsilon, options.tied, bos_json(ends), stops_json(ends));
}

GPTOptions gpt2_options_of(const std::string& text, const std::string& where) {
  const ModelConfig config(text, where, "a GPT-2");
  config.check_type("gpt2");
  Differences differences;
  if (!config.yes("scale_attn_weights", true)) differences.add("scale_attn_weights false");
  for (const char* const name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"}) {
    if (config.yes(name, false)) differences.add(fmt::format("{} true", name));
  }
  if (!config.yes("is_causal", true)) differences.add("is_causal false");
  const std::string activation = config.word("activation_function", "gelu_new");
  const std::string ffn = ffn_named(activation);
  if (ffn.empty()) differences.add(fmt::format("activation_function \"{}\"", activation));
  differences.check(where,
                    "attention scaled by its channels alone, and gelu, gelu_new, "
                    "gelu_pytorch_tanh, relu, silu or relu2");
  GPTOptions options = {.vocab_size = config.size("vocab_size"),
                        .block_size = config.size("n_positions"),
                        .n_layer = config.size("n_layer"),
                        .n_head = config.size("n_head"),
                        .n_embd = config.size("n_embd"),
                        .ffn = ffn,
                        .norm_epsilon = config.number("layer_norm_epsilon", 1e-5),
                        .tied = config.yes("tie_word_embeddings", true)};
  if (config.has("n_inner")) options.hidden = config.size("n_inner");
  return checked_options(options, where);
}

// ---- Llama ----

namespace {

// Ours and theirs; the first line of a name is the one that is written.
constexpr std::pair<const char*, const char*> gate_activations[] = {
    {"swiglu", "silu"}, {"swiglu", "swish"}, {"geglu", "gelu"},
    {"reglu", "relu"},  {"glu", "sigmoid"},  {"bilinear", "linear"}};

std::string gated_ffn_named(const std::string& activation) {
  for (const auto& [ours, theirs] : gate_activations) {
    if (activation == theirs) return ours;
  }
  return "";
}

// The base of the angles, which newer files have in an object with the kind of scaling.
double rotary_base(const ModelConfig& config, Differences& differences) {
  double base = config.number("rope_theta", 1e4),
         rotated = config.number("partial_rotary_factor", 1);
  if (config.has("rope_scaling") && config.has("rope_parameters")) {
    differences.add("rope_scaling beside rope_parameters");
  }
  for (const char* const name : {"rope_scaling", "rope_parameters"}) {
    if (!config.has(name)) continue;
    const ModelConfig rope = config.object(name);
    const std::string type = rope.word("rope_type", rope.word("type", "default").c_str());
    if (type != "default") differences.add(fmt::format("{} of type \"{}\"", name, type));
    base = rope.number("rope_theta", base);
    rotated = rope.number("partial_rotary_factor", rotated);
  }
  if (rotated != 1) differences.add(fmt::format("partial_rotary_factor {}", rotated));
  return base;
}

}  // namespace

const char* llama_activation(const std::string& ffn) {
  for (const auto& [ours, theirs] : gate_activations) {
    if (ffn == ours) return theirs;
  }
  return nullptr;
}

std::string llama_config_text(const GPTOptions& options, const std::optional<TextMarks>& marks) {
  const Index C = options.n_embd;
  const TextMarks ends = marks.value_or(own_marks(options.vocab_size));
  return fmt::format(
      R"({{
  "architectures": ["LlamaForCausalLM"],
  "model_type": "llama",
  "torch_dtype": "{}",
  "vocab_size": {},
  "max_position_embeddings": {},
  "hidden_size": {},
  "intermediate_size": {},
  "num_hidden_layers": {},
  "num_attention_heads": {},
  "num_key_value_heads": {},
  "hidden_act": "{}",
  "rms_norm_eps": {},
  "rope_theta": {},
  "attention_bias": {},
  "mlp_bias": {},
  "tie_word_embeddings": {},
  "bos_token_id": {},
  "eos_token_id": {}
}}
)",
      sizeof(real) == 4 ? "float32" : "float64", options.vocab_size, options.block_size, C,
      options.hidden.value_or(8 * C / 3), options.n_layer, options.n_head,
      options.n_head_kv.value_or(options.n_head), llama_activation(options.ffn),
      options.norm_epsilon, options.rotary_base, options.bias, options.bias, options.tied,
      bos_json(ends), stops_json(ends));
}

GPTOptions llama_options_of(const std::string& text, const std::string& where) {
  const ModelConfig config(text, where, "a Llama");
  config.check_type("llama");
  Differences differences;
  const double base = rotary_base(config, differences);
  const std::string activation = config.word("hidden_act", "silu");
  const std::string ffn = gated_ffn_named(activation);
  if (ffn.empty()) differences.add(fmt::format("hidden_act \"{}\"", activation));
  const Index C = config.size("hidden_size"), heads = config.size("num_attention_heads");
  if (config.has("head_dim") && (C % heads != 0 || config.size("head_dim") != C / heads)) {
    differences.add(fmt::format("head_dim {} of {} heads for hidden_size {}",
                                config.size("head_dim"), heads, C));
  }
  const bool bias = config.yes("attention_bias", false);
  if (config.yes("mlp_bias", false) != bias) {
    differences.add(bias ? "attention_bias true without mlp_bias"
                         : "mlp_bias true without attention_bias");
  }
  if (!config.yes("is_causal", true)) differences.add("is_causal false");
  for (const char* const name :
       {"sliding_window", "attention_chunk_size", "per_layer_config", "quantization_config"}) {
    if (config.has(name)) differences.add(name);
  }
  differences.check(where,
                    "plain rotary positions of all channels, heads of hidden_size / "
                    "num_attention_heads channels, biases everywhere or nowhere, silu, "
                    "gelu, relu, sigmoid or linear, real numbers");
  GPTOptions options = {.vocab_size = config.size("vocab_size"),
                        .block_size = config.has("max_position_embeddings")
                                          ? config.size("max_position_embeddings")
                                          : 2048,
                        .n_layer = config.size("num_hidden_layers"),
                        .n_head = heads,
                        .n_embd = C,
                        .ffn = ffn,
                        .hidden = config.size("intermediate_size"),
                        .norm = Norm::rms,
                        .norm_epsilon = config.number("rms_norm_eps", 1e-6),
                        .positions = Positions::rotary,
                        .rotary_base = base,
                        .bias = bias,
                        .tied = config.yes("tie_word_embeddings", false)};
  if (config.has("num_key_value_heads")) {
    const Index kv = config.size("num_key_value_heads");
    if (kv != heads) options.n_head_kv = kv;
  }
  return checked_options(options, where);
}

}  // namespace holo
