// layout_file.cpp: finds the files of a model; names without their ornaments, one list of all that
// does not fit, and copies.
#include "gpt/layouts/layout_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <string_view>

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
