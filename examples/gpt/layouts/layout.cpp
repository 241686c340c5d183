// layout.cpp: the names of others, word by word, and which of their tensors are one of ours; the
// options of GPT2Config and LlamaConfig; then the files of a model: names without their ornaments,
// one list of all that does not fit, and copies.
#include "gpt/layouts/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "base/words.h"
#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/random.h"

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

// ---- files ----

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_index_bytes = std::size_t{16} << 20;

SafetensorsFile open_weights(const std::string& path) {
  try {
    return SafetensorsFile(path);
  } catch (const Error& error) {
    if (error.found().find("torch.save") == std::string::npos) throw;
    throw Error(error.where(), error.found(), "a .safetensors file: data that runs nothing",
                "in Python: safetensors.torch.save_file(state_dict, FILE); docs/pytorch.md");
  }
}

// The name of a file beside the index, and nowhere else.
const std::string& checked_name(const std::string& where, const std::string& tensor,
                                const Json& file) {
  constexpr std::string_view ending = ".safetensors";
  if (file.kind() == Json::Kind::string) {
    const std::string& name = file.text();
    if (name.size() > ending.size() && name.ends_with(ending) &&
        name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos)
      return name;
  }
  throw Error(where,
              fmt::format("{} is in the file {}", quoted_name(tensor),
                          plain_label(file.to_text().substr(0, 200))),
              "a .safetensors file of the same folder");
}

}  // namespace

std::set<std::string> files_of_index(const std::string& text, const std::string& where) {
  const Json index = parse_json(text, where);
  const JsonObject map = JsonObject(index, where).object("weight_map");
  std::set<std::string> files;
  for (const auto& [tensor, file] : map.members()) {
    files.insert(checked_name(where, tensor, file));
  }
  if (files.empty()) throw Error(where, "no files in \"weight_map\"", "the file of each tensor");
  return files;
}

ModelFiles open_model_files(const std::string& from) {
  std::error_code none;
  if (!fs::is_directory(from, none)) {
    return {{open_weights(from)}, from, fs::path(from).parent_path().string()};
  }
  const std::string path = (fs::path(from) / "model.safetensors").string();
  if (fs::exists(path, none)) return {{open_weights(path)}, path, from};
  const std::string index = path + ".index.json";
  if (fs::exists(index, none)) {
    ModelFiles model{{}, index, from};
    for (const std::string& name : files_of_index(read_text(index, most_index_bytes), index)) {
      model.files.push_back(open_weights((fs::path(from) / name).string()));
    }
    return model;
  }
  const bool pickle = fs::exists(fs::path(from) / "pytorch_model.bin", none);
  throw Error(from,
              pickle ? "no model.safetensors, but a pytorch_model.bin, which is a pickle"
                     : "no model.safetensors",
              "a folder with model.safetensors",
              "from_pretrained(FOLDER).save_pretrained(OTHER) in Python");
}

// ---- tensors ----

namespace {

std::string plain_name(std::string_view name, Layout layout) {
  constexpr std::string_view head = "lm_head.";
  const std::string_view body = layout == Layout::hf_llama ? "model." : "transformer.";
  if (name.starts_with(body) || name.starts_with(head)) return std::string(name);
  return std::string(body).append(name);
}

bool is_no_parameter(const std::string& name) {
  return name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias") ||
         name.ends_with(".rotary_emb.inv_freq");
}

std::string token_table(Layout layout) { return name_elsewhere("token_embedding.weight", layout); }
std::string head_table(Layout layout) { return name_elsewhere("head.weight", layout); }

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape()) return false;
  const Tensor one = a.to(Device::cpu), other = b.to(Device::cpu);
  return std::equal(one.data(), one.data() + one.numel(), other.data(),
                    [](real x, real y) { return std::memcmp(&x, &y, sizeof(real)) == 0; });
}

}  // namespace

LayoutFile::LayoutFile(const ModelFiles& model, Layout layout) : model_(model), layout_(layout) {
  for (std::size_t file = 0; file < model_.files.size(); ++file) {
    for (const std::string& name : model_.files[file].names()) {
      const std::string plain = plain_name(name, layout);
      if (is_no_parameter(plain)) continue;
      const auto [entry, is_new] = places_.emplace(plain, Place{name, file});
      if (!is_new) {
        throw Error(where(),
                    fmt::format("{} and {}", quoted_name(entry->second.name), quoted_name(name)),
                    "one of the two: they are the same parameter");
      }
    }
  }
}

bool LayoutFile::has_own_head() const {
  const std::string head = head_table(layout_), tokens = token_table(layout_);
  if (!contains(head)) return false;
  return !contains(tokens) || !same_bits(load(head), load(tokens));
}

Tensor LayoutFile::load(const std::string& name) const {
  const Place& place = places_.at(name);
  Tensor tensor = model_.files[place.file].load(place.name);
  if (!is_transposed(name, layout_)) return tensor;
  const NoGrad no_grad;
  return transpose(tensor, 0, 1);
}

Tensor LayoutFile::load(const Parameter& parameter) const {
  if (parameter.parts.size() == 1) return load(parameter.parts[0].name);
  std::vector<Tensor> parts;
  for (const WantedTensor& part : parameter.parts) parts.push_back(load(part.name));
  const NoGrad no_grad;
  return cat(parts, 0);
}

std::vector<LayoutFile::Parameter> LayoutFile::wanted(const GPTOptions& options) const {
  check_size(options, model_.files);
  PythonRandom random(0);
  const WithoutInit without_init;
  const GPT model(options, random);  // for its names and shapes
  std::vector<Parameter> wanted;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const Shape& shape = parameter.tensor.shape();
    Parameter one{parameter.name, {}};
    for (const LayoutPart& part : parts_elsewhere(parameter.name, shape[0], options, layout_)) {
      std::vector<Index> sizes(shape.begin(), shape.end());
      sizes[0] = part.rows;
      if (is_transposed(part.name, layout_)) std::reverse(sizes.begin(), sizes.end());
      one.parts.push_back({part.name, sizes});
    }
    wanted.push_back(one);
  }
  return wanted;
}

void LayoutFile::check(const std::vector<Parameter>& wanted, bool tied) const {
  std::vector<WantedTensor> all;
  for (const Parameter& parameter : wanted) {
    all.insert(all.end(), parameter.parts.begin(), parameter.parts.end());
  }
  FoundTensors there;
  for (const auto& [plain, place] : places_) {
    if (tied && plain == head_table(layout_)) continue;
    const SafetensorsFile& file = model_.files[place.file];
    const FoundTensor tensor{place.name, &file.sizes(place.name), &file.dtype(place.name)};
    there.emplace(plain, tensor);
  }
  const std::string found = differences(there, all);
  if (found.empty()) return;
  throw Error(where(), found,
              fmt::format("the {} parameters of such a GPT, as real numbers", all.size()),
              layout_ == Layout::pytorch   ? "--layout hf-gpt2, when Hugging Face wrote it"
              : layout_ == Layout::hf_gpt2 ? "--layout pytorch, when nanoGPT wrote it"
                                           : "the folder, for a model in several files; "
                                             "\"tie_word_embeddings\": true without lm_head");
}

std::vector<NamedTensor> LayoutFile::tensors(const GPTOptions& options) const {
  const std::vector<Parameter> all = wanted(options);
  check(all, options.tied);
  for (const SafetensorsFile& file : model_.files) file.verify();
  if (options.tied && has_own_head()) {
    throw Error(
        where(),
        fmt::format("\"{}\" differs from \"{}\"", head_table(layout_), token_table(layout_)),
        "the same numbers in a tied model",
        layout_ == Layout::pytorch ? "" : "\"tie_word_embeddings\": false in config.json");
  }
  std::vector<NamedTensor> tensors;
  tensors.reserve(all.size());
  for (const Parameter& one : all) tensors.push_back({one.ours, load(one)});
  return tensors;
}

}  // namespace holo
