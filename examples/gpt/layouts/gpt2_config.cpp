// gpt2_config.cpp: the names of Hugging Face's GPT2Config, to and from GPTOptions.
#include "gpt/layouts/gpt2_config.h"

#include <fmt/format.h>

#include <utility>

#include "gpt/layouts/model_config.h"

namespace holo {
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

}  // namespace holo
