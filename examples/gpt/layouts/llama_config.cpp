// llama_config.cpp: the names of Hugging Face's LlamaConfig, to and from GPTOptions.
#include "gpt/layouts/llama_config.h"

#include <fmt/format.h>

#include <utility>

#include "gpt/layouts/model_config.h"

namespace holo {
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
