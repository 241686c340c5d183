// layout.cpp: the names of others, word by word, and which of their tensors are one of ours; what
// others cannot express; the members of GPT2Config and LlamaConfig, to and from GPTOptions.
#include "gpt/layouts/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "gpt/layouts/json.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

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

const std::vector<std::string>& layout_names() {
  static const std::vector<std::string> names = {"pytorch", "hf-gpt2", "hf-llama"};
  return names;
}

const std::string& layout_name(Layout layout) {
  return layout_names()[static_cast<std::size_t>(layout)];
}

Layout layout_named(const std::string& name) {
  const std::vector<std::string>& names = layout_names();
  return static_cast<Layout>(std::find(names.begin(), names.end(), name) - names.begin());
}

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

// ---- tensors ----

namespace {

// Adds the gains and biases of GPT-2, and the gains of Llama, that the model does not have.
void add_missing(std::vector<NamedTensor>& tensors, const GPTOptions& options, Layout layout) {
  const Index C = options.n_embd, H = options.hidden.value_or(4 * C);
  const auto add = [&](const std::string& name, Index size, real value) {
    const bool there = std::any_of(tensors.begin(), tensors.end(),
                                   [&](const NamedTensor& tensor) { return tensor.name == name; });
    if (!there) tensors.push_back({name, full({size}, value)});
  };
  const auto add_norm = [&](const std::string& name) {
    add(name + ".weight", C, 1);
    if (layout == Layout::hf_gpt2) add(name + ".bias", C, 0);
  };
  for (Index i = 0; i < options.n_layer; ++i) {
    if (layout == Layout::hf_llama) {
      const std::string block = fmt::format("model.layers.{}.", i);
      add_norm(block + "input_layernorm");
      add_norm(block + "post_attention_layernorm");
      continue;
    }
    const std::string block = fmt::format("transformer.h.{}.", i);
    add_norm(block + "ln_1");
    add(block + "attn.c_attn.bias", 3 * C, 0);
    add(block + "attn.c_proj.bias", C, 0);
    add_norm(block + "ln_2");
    add(block + "mlp.c_fc.bias", H, 0);
    add(block + "mlp.c_proj.bias", C, 0);
  }
  add_norm(layout == Layout::hf_llama ? "model.norm" : "transformer.ln_f");
}

}  // namespace

void check_layout(const GPTOptions& options, Layout layout) {
  if (layout == Layout::pytorch) return;
  const bool llama = layout == Layout::hf_llama;
  std::string found;
  const auto refuse = [&](bool wrong, const std::string& what) {
    if (wrong) found += (found.empty() ? "" : ", ") + what;
  };
  const char* const activation =
      llama ? llama_activation(options.ffn) : gpt2_activation(options.ffn);
  refuse(activation == nullptr, "ffn " + options.ffn);
  refuse(options.norm != (llama ? Norm::rms : Norm::layer),
         std::string("norm ") + kind_name(options.norm));
  refuse(options.norm_embedding, "a norm before the blocks");
  refuse(!options.norm_final, "no norm after the blocks");
  refuse(options.positions != (llama ? Positions::rotary : Positions::learned),
         std::string("positions ") + kind_name(options.positions));
  refuse(!llama && options.n_head_kv.value_or(options.n_head) != options.n_head,
         fmt::format("n_head_kv {}", options.n_head_kv.value_or(options.n_head)));
  if (found.empty()) return;
  throw UsageError("--layout " + layout_name(layout), "a model with " + found,
                   llama ? "what a Llama has: ffn swiglu, geglu, reglu, glu or bilinear, RMS norms "
                           "in the blocks and after them, rotary positions"
                         : "what GPT-2 has: ffn relu, gelu, gelu_tanh, silu or relu2, layer norms "
                           "in the blocks and after them, learned positions",
                   "--layout pytorch");
}

std::vector<NamedTensor> tensors_elsewhere(const GPT& model, Layout layout) {
  check_layout(model.options, layout);
  const NoGrad no_grad;
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const Tensor& ours = parameter.tensor;
    Index row = 0;
    for (const LayoutPart& part :
         parts_elsewhere(parameter.name, ours.shape()[0], model.options, layout)) {
      const bool whole = part.rows == ours.shape()[0];
      tensors.push_back({part.name, is_transposed(part.name, layout) ? transpose(ours, 0, 1)
                                    : whole                          ? ours.detach()
                                            : slice(ours, 0, row, row + part.rows)});
      row += part.rows;
    }
  }
  if (layout != Layout::pytorch) add_missing(tensors, model.options, layout);
  return tensors;
}

SafetensorsMetadata metadata_elsewhere(const SavedRun& run, Layout layout) {
  SafetensorsMetadata metadata = metadata_of(run);
  metadata.erase("train.data");
  metadata["layout"] = layout_name(layout);
  metadata[checksum_key] = "";
  // As the reference library marks it.
  if (run.model.tied) {
    metadata[name_elsewhere("head.weight", layout)] =
        name_elsewhere("token_embedding.weight", layout);
  }
  return metadata;
}

// ---- config.json ----

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

template <class Value>
std::string json(const Value& value) {
  return fmt::format("{}", value);
}
std::string quoted(const char* text) { return fmt::format("\"{}\"", text); }

// A config.json of these members and of those that both kinds have.
std::string config_text(const GPTOptions& options, const std::optional<TextMarks>& marks,
                        std::vector<std::pair<const char*, std::string>> members) {
  const TextMarks ends = marks.value_or(own_marks(options.vocab_size));
  members.insert(members.end(), {{"torch_dtype", quoted(sizeof(real) == 4 ? "float32" : "float64")},
                                 {"vocab_size", json(options.vocab_size)},
                                 {"tie_word_embeddings", json(options.tied)},
                                 {"bos_token_id", bos_json(ends)},
                                 {"eos_token_id", stops_json(ends)}});
  std::string text = "{";
  for (const auto& [name, value] : members) {
    text += fmt::format("{}\n  \"{}\": {}", text.size() > 1 ? "," : "", name, value);
  }
  return text + "\n}\n";
}

}  // namespace

const char* gpt2_activation(const std::string& ffn) { return theirs_of(activations, ffn); }
const char* llama_activation(const std::string& ffn) { return theirs_of(gate_activations, ffn); }

// ---- GPT-2 ----

std::string gpt2_config_text(const GPTOptions& options, const std::optional<TextMarks>& marks) {
  return config_text(options, marks,
                     {{"architectures", R"(["GPT2LMHeadModel"])"},
                      {"model_type", R"("gpt2")"},
                      {"n_positions", json(options.block_size)},
                      {"n_embd", json(options.n_embd)},
                      {"n_layer", json(options.n_layer)},
                      {"n_head", json(options.n_head)},
                      {"n_inner", options.hidden ? json(*options.hidden) : "null"},
                      {"activation_function", quoted(gpt2_activation(options.ffn))},
                      {"layer_norm_epsilon", json(options.norm_epsilon)},
                      {"embd_pdrop", "0.0"},
                      {"attn_pdrop", "0.0"},
                      {"resid_pdrop", "0.0"}});
}

GPTOptions gpt2_options_of(const std::string& text, const std::string& where) {
  const Json tree = parse_json(text, where);
  const JsonObject config(tree, where, "the config.json of a GPT-2");
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
  return config_text(options, marks,
                     {{"architectures", R"(["LlamaForCausalLM"])"},
                      {"model_type", R"("llama")"},
                      {"max_position_embeddings", json(options.block_size)},
                      {"hidden_size", json(C)},
                      {"intermediate_size", json(options.hidden.value_or(8 * C / 3))},
                      {"num_hidden_layers", json(options.n_layer)},
                      {"num_attention_heads", json(options.n_head)},
                      {"num_key_value_heads", json(options.n_head_kv.value_or(options.n_head))},
                      {"hidden_act", quoted(llama_activation(options.ffn))},
                      {"rms_norm_eps", json(options.norm_epsilon)},
                      {"rope_theta", json(options.rotary_base)},
                      {"attention_bias", json(options.bias)},
                      {"mlp_bias", json(options.bias)}});
}

GPTOptions llama_options_of(const std::string& text, const std::string& where) {
  const Json tree = parse_json(text, where);
  const JsonObject config(tree, where, "the config.json of a Llama");
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
