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
#include "holo/nn/init.h"
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

// ---- members of config.json ----

namespace {

// Calls visit(their name, our member, what stands for a missing one) for each number of a model.
template <class Options, class Visit>
void for_each_member(Options& o, Layout layout, Visit visit) {
  visit("vocab_size", o.vocab_size);
  if (layout == Layout::hf_gpt2) {
    visit("n_positions", o.block_size);
    visit("n_embd", o.n_embd);
    visit("n_layer", o.n_layer);
    visit("n_head", o.n_head);
    visit("n_inner", o.hidden);
    visit("layer_norm_epsilon", o.norm_epsilon, 1e-5);
    visit("tie_word_embeddings", o.tied, true);
    return;
  }
  visit("max_position_embeddings", o.block_size, Index{2048});
  visit("hidden_size", o.n_embd);
  visit("intermediate_size", o.hidden);
  visit("num_hidden_layers", o.n_layer);
  visit("num_attention_heads", o.n_head);
  visit("num_key_value_heads", o.n_head_kv);
  visit("rms_norm_eps", o.norm_epsilon, 1e-6);
  visit("rope_theta", o.rotary_base, 1e4);
  visit("attention_bias", o.bias, false);
  visit("mlp_bias", o.bias, false);
  visit("tie_word_embeddings", o.tied, false);
}

// Their activations of our layers; the first line of a name is the one that is written.
using Name = std::pair<const char*, const char*>;
constexpr Name activations[] = {
    {"gelu", "gelu"},  {"gelu_tanh", "gelu_new"}, {"gelu_tanh", "gelu_pytorch_tanh"},
    {"relu", "relu"},  {"silu", "silu"},          {"silu", "swish"},
    {"relu2", "relu2"}};
constexpr Name gate_activations[] = {{"swiglu", "silu"}, {"swiglu", "swish"},
                                     {"geglu", "gelu"},  {"reglu", "relu"},
                                     {"glu", "sigmoid"}, {"bilinear", "linear"}};

std::span<const Name> activations_of(Layout layout) {
  if (layout == Layout::hf_llama) return gate_activations;
  return activations;
}

// Null: there is none.
const char* theirs_of(Layout layout, const std::string& ffn) {
  for (const auto& [ours, theirs] : activations_of(layout)) {
    if (ffn == ours) return theirs;
  }
  return nullptr;
}

// Empty: there is none.
std::string ours_of(Layout layout, const std::string& activation) {
  for (const auto& [ours, theirs] : activations_of(layout)) {
    if (activation == theirs) return ours;
  }
  return "";
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

}  // namespace

// ---- tensors ----

namespace {

// Adds the gains and biases of GPT-2, and the gains of Llama, that the model does not have.
void add_missing(std::vector<NamedTensor>& tensors, GPTOptions options, Layout layout) {
  const bool biased = options.bias || layout == Layout::hf_gpt2;
  if (options.norm_gain && options.bias == biased) return;
  options.norm_gain = true;
  options.bias = biased;
  PythonRandom random(0);
  const WithoutInit without_init;
  const GPT whole(options, random);  // for its names and shapes
  for (const NamedParameter& parameter : whole.named_parameters()) {
    const std::string name = name_elsewhere(parameter.name, layout);
    const bool there = std::any_of(tensors.begin(), tensors.end(),
                                   [&](const NamedTensor& tensor) { return tensor.name == name; });
    if (there) continue;
    tensors.push_back({name, full(parameter.tensor.shape(), name.ends_with(".bias") ? 0 : 1)});
  }
}

}  // namespace

void check_layout(const GPTOptions& options, Layout layout) {
  if (layout == Layout::pytorch) return;
  const bool llama = layout == Layout::hf_llama;
  const Index kv = options.n_head_kv.value_or(options.n_head);
  Differences found;
  found.add(theirs_of(layout, options.ffn) == nullptr, "ffn " + options.ffn);
  found.add(options.norm != (llama ? Norm::rms : Norm::layer),
            std::string("norm ") + kind_name(options.norm));
  found.add(options.norm_embedding, "a norm before the blocks");
  found.add(!options.norm_final, "no norm after the blocks");
  found.add(options.positions != (llama ? Positions::rotary : Positions::learned),
            std::string("positions ") + kind_name(options.positions));
  found.add(!llama && kv != options.n_head, fmt::format("n_head_kv {}", kv));
  if (found.list().empty()) return;
  throw UsageError(fmt::format("--layout {}", kind_name(layout)), "a model with " + found.list(),
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
  metadata["layout"] = kind_name(layout);
  metadata[checksum_key] = "";
  // As the reference library marks it.
  if (run.model.tied) {
    metadata[name_elsewhere("head.weight", layout)] =
        name_elsewhere("token_embedding.weight", layout);
  }
  return metadata;
}

// ---- config.json, written ----

std::string config_text(GPTOptions options, Layout layout, const TextMarks& marks) {
  const bool llama = layout == Layout::hf_llama;
  if (llama) {
    options.hidden = options.hidden.value_or(8 * options.n_embd / 3);
    options.n_head_kv = options.n_head_kv.value_or(options.n_head);
  }
  std::string text = "{";
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("{}\n  \"{}\": {}", text.size() > 1 ? "," : "", name, value);
  };
  add("architectures", llama ? R"(["LlamaForCausalLM"])" : R"(["GPT2LMHeadModel"])");
  add("model_type", llama ? R"("llama")" : R"("gpt2")");
  add("torch_dtype", sizeof(real) == 4 ? R"("float32")" : R"("float64")");
  for_each_member(std::as_const(options), layout,
                  [&](const char* name, const auto& member, auto...) {
                    if constexpr (requires { member.has_value(); }) {
                      add(name, member ? fmt::format("{}", *member) : "null");
                    } else {
                      add(name, fmt::format("{}", member));
                    }
                  });
  add(llama ? "hidden_act" : "activation_function",
      fmt::format("\"{}\"", theirs_of(layout, options.ffn)));
  for (const char* const name : {"embd_pdrop", "attn_pdrop", "resid_pdrop"}) {
    if (!llama) add(name, "0.0");
  }
  add("bos_token_id", bos_json(marks));
  add("eos_token_id", stops_json(marks));
  return text + "\n}\n";
}

// ---- config.json, read ----

namespace {

struct MemberReader {
  const JsonObject& config;

  void operator()(const char* name, Index& member) const { member = config.size(name); }
  void operator()(const char* name, Index& member, Index otherwise) const {
    member = config.has(name) ? config.size(name) : otherwise;
  }
  void operator()(const char* name, std::optional<Index>& member) const {
    if (config.has(name)) member = config.size(name);
  }
  void operator()(const char* name, double& member, double otherwise) const {
    member = config.number_or(name, otherwise);
  }
  void operator()(const char* name, bool& member, bool otherwise) const {
    member = config.yes_or(name, otherwise);
  }
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
  double rotated = config.number_or("partial_rotary_factor", 1);
  differences.add(config.has("rope_scaling") && config.has("rope_parameters"),
                  "rope_scaling beside rope_parameters");
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

// Sets what each Llama has, and notes what our GPT computes in another way.
void read_llama(const JsonObject& config, GPTOptions& options, Differences& differences) {
  options.norm = Norm::rms;
  options.positions = Positions::rotary;
  options.hidden = config.size("intermediate_size");
  if (options.n_head_kv == options.n_head) options.n_head_kv.reset();
  read_rotary(config, options.rotary_base, differences);
  const Index C = options.n_embd, heads = options.n_head;
  const Index D = config.has("head_dim") ? config.size("head_dim") : C / heads;
  differences.add(config.has("head_dim") && (C % heads != 0 || D != C / heads),
                  fmt::format("head_dim {} of {} heads for hidden_size {}", D, heads, C));
  const bool bias = config.yes_or("attention_bias", false);
  differences.add(
      bias != config.yes_or("mlp_bias", false),
      bias ? "attention_bias true without mlp_bias" : "mlp_bias true without attention_bias");
  for (const char* const name :
       {"sliding_window", "attention_chunk_size", "per_layer_config", "quantization_config"}) {
    differences.add(config.has(name), name);
  }
}

void read_gpt2(const JsonObject& config, Differences& differences) {
  differences.add(!config.yes_or("scale_attn_weights", true), "scale_attn_weights false");
  for (const char* const name : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"}) {
    differences.add(config.yes_or(name, false), fmt::format("{} true", name));
  }
}

}  // namespace

GPTOptions options_of_config(const std::string& text, const std::string& where, Layout layout) {
  const bool llama = layout == Layout::hf_llama;
  const Json tree = parse_json(text, where);
  const JsonObject config(tree, where,
                          llama ? "the config.json of a Llama" : "the config.json of a GPT-2");
  check_type(config, llama ? "llama" : "gpt2");
  GPTOptions options;
  for_each_member(options, layout, MemberReader{config});
  Differences differences;
  llama ? read_llama(config, options, differences) : read_gpt2(config, differences);
  differences.add(!config.yes_or("is_causal", true), "is_causal false");
  const char* const name = llama ? "hidden_act" : "activation_function";
  const std::string activation = config.text_or(name, llama ? "silu" : "gelu_new");
  options.ffn = ours_of(layout, activation);
  differences.add(options.ffn.empty(), fmt::format("{} \"{}\"", name, activation));
  if (!differences.list().empty()) {
    throw Error(where, differences.list(),
                llama ? "what our GPT computes: plain rotary positions of all channels, heads of "
                        "hidden_size / num_attention_heads channels, biases everywhere or nowhere, "
                        "silu, gelu, relu, sigmoid or linear, real numbers"
                      : "what our GPT computes: attention scaled by its channels alone, and gelu, "
                        "gelu_new, gelu_pytorch_tanh, relu, silu or relu2");
  }
  try {
    check_gpt_options(options);
  } catch (const UsageError& error) {  // of the file
    throw Error(where, error.found(), error.expected(), error.hint());
  }
  return options;
}

}  // namespace holo
