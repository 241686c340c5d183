// model_files.cpp: finds the files of a model, and compares the index with what is in them.
#include "gpt/layouts/model_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "files/text.h"
#include "gpt/layouts/json.h"
#include "holo/check.h"
#include "holo/data.h"

namespace holo {
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

// A file beside the index, and nowhere else.
void check_name(const std::string& where, const std::string& tensor, const std::string& name) {
  constexpr std::string_view ending = ".safetensors";
  const bool ends = name.size() > ending.size() &&
                    name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
  if (ends && name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos) return;
  throw Error(where, fmt::format("{} is in the file {}", quoted_name(tensor), quoted_name(name)),
              "a .safetensors file of the same folder");
}

void check_shard(const std::string& where, const std::set<std::string>& wanted,
                 const SafetensorsFile& file) {
  for (const std::string& name : wanted) {
    if (file.contains(name)) continue;
    throw Error(where, fmt::format("{} is not in {}", quoted_name(name), file.where()),
                "the file in which it is");
  }
  for (const std::string& name : file.names()) {
    if (wanted.count(name) > 0) continue;
    throw Error(where, fmt::format("{} of {} is not named", quoted_name(name), file.where()),
                "all tensors of this file");
  }
}

}  // namespace

Shards shards_of_index(const std::string& text, const std::string& where) {
  const Json index = parse_json(text, where);
  const Json* const map = index.kind() == Json::Kind::object ? index.find("weight_map") : nullptr;
  if (map == nullptr || map->kind() != Json::Kind::object || map->members().empty()) {
    throw Error(where, "no \"weight_map\"", "an object with the file of each tensor");
  }
  Shards shards;
  for (const auto& [tensor, file] : map->members()) {
    if (file.kind() != Json::Kind::string) {
      throw Error(where, fmt::format("the file of {} is no text", quoted_name(tensor)),
                  "the name of a file");
    }
    check_name(where, tensor, file.text());
    shards[file.text()].insert(tensor);
  }
  return shards;
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
    for (const auto& [name, tensors] : shards_of_index(read_text(index, most_index_bytes), index)) {
      model.files.push_back(open_weights((fs::path(from) / name).string()));
      check_shard(index, tensors, model.files.back());
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

}  // namespace holo
