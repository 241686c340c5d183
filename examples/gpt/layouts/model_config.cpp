// model_config.cpp: reads the members of a config.json, and says which of them is wrong; the names
// of Hugging Face's GPT2Config and LlamaConfig, to and from GPTOptions.
#include "gpt/layouts/model_config.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "gpt/layouts/json.h"
#include "holo/check.h"

namespace holo {

namespace {

// Ours and theirs; the first line of a name is the one that is written.
using Name = std::pair<const char*, const char*>;
constexpr Name activations[] = {
    {"gelu", "gelu"},  {"gelu_tanh", "gelu_new"}, {"gelu_tanh", "gelu_pytorch_tanh"},
    {"relu", "relu"},  {"silu", "silu"},          {"silu", "swish"},
    {"relu2", "relu2"}};
constexpr Name gate_activations[] = {{"swiglu", "silu"}, {"swiglu", "swish"},
                                     {"geglu", "gelu"},  {"reglu", "relu"},
                                     {"glu", "sigmoid"}, {"bilinear", "linear"}};

// Null: there is none.
const char* theirs_of(std::span<const Name> names, const std::string& ffn) {
  for (const auto& [ours, theirs] : names) {
    if (ffn == ours) return theirs;
  }
  return nullptr;
}

// Empty: there is none.
std::string ours_of(std::span<const Name> names, const std::string& activation) {
  for (const auto& [ours, theirs] : names) {
    if (activation == theirs) return ours;
  }
  return "";
}

void check_type(const JsonObject& config, const char* type) {
  const std::string found = config.text_or("model_type", "");
  if (found == type) return;
  throw Error(config.where(),
              found.empty() ? "no \"model_type\"" : fmt::format("a model \"{}\"", found),
              fmt::format("\"model_type\": \"{}\"", type));
}

// What our GPT computes in another way, to be told in one message.
class Differences {
 public:
  void add(const std::string& what) { found_ += (found_.empty() ? "" : ", ") + what; }
  // Throws Error when there are any; `computed` is what it computes.
  void check(const std::string& where, const std::string& computed) const {
    if (!found_.empty()) throw Error(where, found_, "what our GPT computes: " + computed);
  }

 private:
  std::string found_;
};

// An error of theirs is one of the file.
GPTOptions checked_options(const GPTOptions& options, const std::string& where) {
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace

const char* gpt2_activation(const std::string& ffn) { return theirs_of(activations, ffn); }
const char* llama_activation(const std::string& ffn) { return theirs_of(gate_activations, ffn); }

// ---- GPT-2 ----

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
  const Json json = parse_json(text, where);
  const JsonObject config(json, where, "the config.json of a GPT-2");
  check_type(config, "gpt2");
  Differences differences;
  if (!config.yes_or("scale_attn_weights", true)) differences.add("scale_attn_weights false");
  for (const char* const name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"}) {
    if (config.yes_or(name, false)) differences.add(fmt::format("{} true", name));
  }
  if (!config.yes_or("is_causal", true)) differences.add("is_causal false");
  const std::string activation = config.text_or("activation_function", "gelu_new");
  const std::string ffn = ours_of(activations, activation);
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
                        .norm_epsilon = config.number_or("layer_norm_epsilon", 1e-5),
                        .tied = config.yes_or("tie_word_embeddings", true)};
  if (config.has("n_inner")) options.hidden = config.size("n_inner");
  return checked_options(options, where);
}

// ---- Llama ----

namespace {

// The base of the angles, which newer files have in an object with the kind of scaling.
double rotary_base(const JsonObject& config, Differences& differences) {
  double base = config.number_or("rope_theta", 1e4),
         rotated = config.number_or("partial_rotary_factor", 1);
  if (config.has("rope_scaling") && config.has("rope_parameters")) {
    differences.add("rope_scaling beside rope_parameters");
  }
  for (const char* const name : {"rope_scaling", "rope_parameters"}) {
    if (!config.has(name)) continue;
    const JsonObject rope(config.member(name, Json::Kind::object),
                          fmt::format("{}: \"{}\"", config.where(), name));
    const std::string type = rope.text_or("rope_type", rope.text_or("type", "default"));
    if (type != "default") differences.add(fmt::format("{} of type \"{}\"", name, type));
    base = rope.number_or("rope_theta", base);
    rotated = rope.number_or("partial_rotary_factor", rotated);
  }
  if (rotated != 1) differences.add(fmt::format("partial_rotary_factor {}", rotated));
  return base;
}

}  // namespace

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
  const Json json = parse_json(text, where);
  const JsonObject config(json, where, "the config.json of a Llama");
  check_type(config, "llama");
  Differences differences;
  const double base = rotary_base(config, differences);
  const std::string activation = config.text_or("hidden_act", "silu");
  const std::string ffn = ours_of(gate_activations, activation);
  if (ffn.empty()) differences.add(fmt::format("hidden_act \"{}\"", activation));
  const Index C = config.size("hidden_size"), heads = config.size("num_attention_heads");
  if (config.has("head_dim") && (C % heads != 0 || config.size("head_dim") != C / heads)) {
    differences.add(fmt::format("head_dim {} of {} heads for hidden_size {}",
                                config.size("head_dim"), heads, C));
  }
  const bool bias = config.yes_or("attention_bias", false);
  if (config.yes_or("mlp_bias", false) != bias) {
    differences.add(bias ? "attention_bias true without mlp_bias"
                         : "mlp_bias true without attention_bias");
  }
  if (!config.yes_or("is_causal", true)) differences.add("is_causal false");
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
                        .norm_epsilon = config.number_or("rms_norm_eps", 1e-6),
                        .positions = Positions::rotary,
                        .rotary_base = base,
                        .bias = bias,
                        .tied = config.yes_or("tie_word_embeddings", false)};
  if (config.has("num_key_value_heads")) {
    const Index kv = config.size("num_key_value_heads");
    if (kv != heads) options.n_head_kv = kv;
  }
  return checked_options(options, where);
}

}  // namespace holo
