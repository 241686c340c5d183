// layout.cpp: the names of others, word by word, and which of their tensors are one of ours; the
// options of GPT2Config and LlamaConfig.
#include "gpt/layouts/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "gpt/layouts/json.h"
#include "holo/check.h"

namespace holo {

// ---- names ----

namespace {

// Words between the dots of a name, ours and theirs.
using Words = std::map<std::string_view, std::string_view>;

// layer1 and layer2 are the maps of an MLP, fc1 and fc2 those of a gated one.
const Words& nano_words() {
  static const Words table = {
      {"token_embedding", "transformer.wte"},
      {"position_embedding", "transformer.wpe"},
      {"embedding_norm", "transformer.ln_e"},
      {"final_norm", "transformer.ln_f"},
      {"head", "lm_head"},
      {"blocks", "transformer.h"},
      {"attention_norm", "ln_1"},
      {"attention", "attn"},
      {"in_proj", "c_attn"},
      {"out_proj", "c_proj"},
      {"feed_forward_norm", "ln_2"},
      {"feed_forward", "mlp"},
      {"layer1", "c_fc"},
      {"fc1", "c_fc"},
      {"layer2", "c_proj"},
      {"fc2", "c_proj"},
  };
  return table;
}

const Words& llama_words() {
  static const Words table = {
      {"token_embedding", "model.embed_tokens"},
      {"final_norm", "model.norm"},
      {"head", "lm_head"},
      {"blocks", "model.layers"},
      {"attention_norm", "input_layernorm"},
      {"attention", "self_attn"},
      {"in_proj", "q_proj"},
      {"out_proj", "o_proj"},
      {"feed_forward_norm", "post_attention_layernorm"},
      {"feed_forward", "mlp"},
      {"fc1", "up_proj"},
      {"fc2", "down_proj"},
  };
  return table;
}

}  // namespace

std::string name_elsewhere(const std::string& ours, Layout layout) {
  const Words& words = layout == Layout::hf_llama ? llama_words() : nano_words();
  std::string theirs;
  for (std::size_t begin = 0; begin <= ours.size();) {
    const std::size_t end = std::min(ours.find('.', begin), ours.size());
    const std::string_view word = std::string_view(ours).substr(begin, end - begin);
    const auto entry = words.find(word);
    if (begin > 0) theirs += '.';
    theirs += entry == words.end() ? word : entry->second;
    begin = end + 1;
  }
  return theirs;
}

std::vector<LayoutPart> parts_elsewhere(const std::string& ours, Index rows,
                                        const GPTOptions& options, Layout layout) {
  const std::string name = name_elsewhere(ours, layout);
  if (layout != Layout::hf_llama) return {{name, rows}};
  const auto named = [&](std::string_view first, const char* other) {
    return std::string(name).replace(name.find(first), first.size(), other);
  };
  if (name.find("q_proj") != std::string::npos) {
    const Index D = options.n_embd / options.n_head;
    const Index k = options.n_head_kv.value_or(options.n_head) * D;
    return {{name, rows - 2 * k}, {named("q_proj", "k_proj"), k}, {named("q_proj", "v_proj"), k}};
  }
  if (name.find("up_proj") != std::string::npos) {
    return {{name, rows / 2}, {named("up_proj", "gate_proj"), rows / 2}};
  }
  return {{name, rows}};
}

bool is_transposed(const std::string& theirs, Layout layout) {
  if (layout != Layout::hf_gpt2) return false;
  constexpr std::string_view maps[] = {".attn.c_attn.weight", ".attn.c_proj.weight",
                                       ".mlp.c_fc.weight", ".mlp.c_proj.weight"};
  return std::any_of(std::begin(maps), std::end(maps),
                     [&](std::string_view end) { return theirs.ends_with(end); });
}

// ---- an export ----

std::vector<NamedTensor> exported_tensors(const GPT& model) {
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    tensors.push_back({name_elsewhere(parameter.name, Layout::pytorch), parameter.tensor.detach()});
  }
  return tensors;
}

SafetensorsMetadata exported_metadata(const SavedRun& run) {
  SafetensorsMetadata metadata = metadata_of(run);
  metadata.erase("train.data");
  metadata["layout"] = kind_name(Layout::pytorch);
  metadata[checksum_key] = "";
  // As the reference library marks it.
  if (run.model.tied) {
    metadata[name_elsewhere("head.weight", Layout::pytorch)] =
        name_elsewhere("token_embedding.weight", Layout::pytorch);
  }
  return metadata;
}

// ---- config.json ----

namespace {

// Their names of activations, and our layer with each.
using Layers = std::map<std::string, std::string>;
const Layers& layers_of(Layout layout) {
  static const Layers gpt2 = {{"gelu_new", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"},
                              {"gelu", "gelu"},          {"relu", "relu"},
                              {"silu", "silu"},          {"swish", "silu"}},
                      llama = {{"silu", "swiglu"},
                               {"swish", "swiglu"},
                               {"gelu", "geglu"},
                               {"relu", "reglu"}};
  return layout == Layout::hf_llama ? llama : gpt2;
}

// A list of what does not fit, to be told in one message.
class Differences {
 public:
  void add(bool differs, const std::string& what) {
    if (differs) list_ += (list_.empty() ? "" : ", ") + what;
  }
  const std::string& list() const { return list_; }

 private:
  std::string list_;
};

void check_type(const JsonObject& config, const char* type) {
  const std::string found = config.text_or("model_type", "");
  if (found == type) return;
  throw Error(config.where(),
              found.empty() ? "no \"model_type\"" : fmt::format("a model \"{}\"", found),
              fmt::format("\"model_type\": \"{}\"", type));
}

// The base of the angles, which newer files have in an object with the kind of scaling.
void read_rotary(const JsonObject& config, double& base, Differences& differences) {
  base = config.number_or("rope_theta", 1e4);
  double rotated = config.number_or("partial_rotary_factor", 1);
  for (const char* const name : {"rope_scaling", "rope_parameters"}) {
    if (!config.has(name)) continue;
    const JsonObject rope(config.member(name, Json::Kind::object),
                          fmt::format("{}: \"{}\"", config.where(), name));
    const std::string type = rope.text_or("rope_type", rope.text_or("type", "default"));
    differences.add(type != "default", fmt::format("{} of type \"{}\"", name, type));
    base = rope.number_or("rope_theta", base);
    rotated = rope.number_or("partial_rotary_factor", rotated);
  }
  differences.add(rotated != 1, fmt::format("partial_rotary_factor {}", rotated));
}

GPTOptions read_llama(const JsonObject& config, Differences& differences) {
  const Index C = config.size("hidden_size"), heads = config.size("num_attention_heads"),
              kv_heads = config.size_or("num_key_value_heads", heads);
  GPTOptions options = {.vocab_size = config.size("vocab_size"),
                        .block_size = config.size_or("max_position_embeddings", 2048),
                        .n_layer = config.size("num_hidden_layers"),
                        .n_head = heads,
                        .n_embd = C,
                        .hidden = config.size("intermediate_size"),
                        .norm = Norm::rms,
                        .norm_epsilon = config.number_or("rms_norm_eps", 1e-6),
                        .positions = Positions::rotary,
                        .bias = config.yes_or("attention_bias", false),
                        .tied = config.yes_or("tie_word_embeddings", false)};
  if (kv_heads != heads) options.n_head_kv = kv_heads;
  read_rotary(config, options.rotary_base, differences);
  const Index D = config.size_or("head_dim", C / heads);
  differences.add(D != C / heads || C % heads != 0,
                  fmt::format("head_dim {} of {} heads for hidden_size {}", D, heads, C));
  differences.add(options.bias != config.yes_or("mlp_bias", false),
                  options.bias ? "attention_bias true without mlp_bias"
                               : "mlp_bias true without attention_bias");
  for (const char* const name : {"sliding_window", "quantization_config"}) {
    differences.add(config.has(name), name);
  }
  return options;
}

GPTOptions read_gpt2(const JsonObject& config, Differences& differences) {
  GPTOptions options = {.vocab_size = config.size("vocab_size"),
                        .block_size = config.size("n_positions"),
                        .n_layer = config.size("n_layer"),
                        .n_head = config.size("n_head"),
                        .n_embd = config.size("n_embd"),
                        .norm_epsilon = config.number_or("layer_norm_epsilon", 1e-5),
                        .tied = config.yes_or("tie_word_embeddings", true)};
  if (config.has("n_inner")) options.hidden = config.size("n_inner");
  differences.add(!config.yes_or("scale_attn_weights", true), "scale_attn_weights false");
  for (const char* const name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"}) {
    differences.add(config.yes_or(name, false), fmt::format("{} true", name));
  }
  return options;
}

}  // namespace

GPTOptions options_of_config(const std::string& text, const std::string& where, Layout layout) {
  const bool llama = layout == Layout::hf_llama;
  const Json tree = parse_json(text, where);
  const JsonObject config(tree, where,
                          llama ? "the config.json of a Llama" : "the config.json of a GPT-2");
  check_type(config, llama ? "llama" : "gpt2");
  Differences differences;
  GPTOptions options = llama ? read_llama(config, differences) : read_gpt2(config, differences);
  const char* const name = llama ? "hidden_act" : "activation_function";
  const std::string activation = config.text_or(name, llama ? "silu" : "gelu_new");
  const auto layer = layers_of(layout).find(activation);
  const bool is_known = layer != layers_of(layout).end();
  differences.add(!is_known, fmt::format("{} \"{}\"", name, activation));
  if (is_known) options.ffn = layer->second;
  if (!differences.list().empty()) {
    throw Error(where, differences.list(),
                llama ? "what our GPT computes: plain rotary positions of all channels, heads of "
                        "hidden_size / num_attention_heads channels, biases everywhere or nowhere, "
                        "silu, gelu or relu, real numbers"
                      : "what our GPT computes: attention scaled by its channels alone, and gelu, "
                        "gelu_new, gelu_pytorch_tanh, relu or silu");
  }
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {  // of the file
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace holo
