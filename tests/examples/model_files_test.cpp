// model_files_test.cpp: a model in one file, or in several that an index names; an index that is
// wrong or hostile is refused in one line.
#include "gpt/layouts/layout_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "examples/layout_models.h"
#include "temporary_folder.h"
#include "text/texts.h"

namespace model_files_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

constexpr const char* shard_names[] = {"model-00001-of-00002.safetensors",
                                       "model-00002-of-00002.safetensors"};

// A model whose tensors are in two files by turns, and its index.
struct Sharded {
  TemporaryFolder folder;
  std::string index;

  std::string path(const std::string& name) const { return folder.name(name); }
  void write_index(const std::string& text) const {
    std::ofstream(path("model.safetensors.index.json")) << text;
  }
  explicit Sharded(const GPT& model) {
    std::vector<NamedTensor> parts[2];
    std::size_t count = 0;
    for (const NamedTensor& one : tensors_elsewhere(model, Layout::hf_llama)) {
      const std::size_t shard = count++ % 2;
      parts[shard].push_back(one);
      index += (index.empty() ? "\"" : ", \"") + one.name + "\": \"" + shard_names[shard] + "\"";
    }
    for (const std::size_t shard : {0u, 1u}) {
      save_safetensors(path(shard_names[shard]), parts[shard]);
    }
    index = R"({"metadata": {"total_size": 1}, "weight_map": {)" + index + "}}";
    write_index(index);
  }
  std::string refusal() const {
    return message_of([&] { open_model_files(folder.name("")); });
  }
  // The index with another text in the place of the first one.
  std::string refusal_with(const std::string& old_part, const std::string& new_part) const {
    std::string text = index;
    const std::size_t at = text.find(old_part);
    REQUIRE(at != std::string::npos);
    write_index(text.replace(at, old_part.size(), new_part));
    return refusal();
  }
};

}  // namespace

TEST_CASE("model_files: a model in two files is the model in one") {
  const auto model = model_of(llama());
  const Sharded sharded(*model);
  const ModelFiles files = open_model_files(sharded.folder.name(""));
  CHECK(files.files.size() == 2);
  CHECK(files.folder == sharded.folder.name(""));
  CHECK(contains(files.where, "/model.safetensors.index.json"));
  check_same(*model, LayoutFile(files, Layout::hf_llama).tensors(llama()));
  // A whole file beside it comes first.
  save_safetensors(sharded.path("model.safetensors"), tensors_elsewhere(*model, Layout::hf_llama));
  CHECK(open_model_files(sharded.folder.name("")).files.size() == 1);
  CHECK(open_model_files(sharded.path("model.safetensors")).folder + "/" ==
        sharded.folder.name(""));
}

TEST_CASE("model_files: an index that lies is refused") {
  const Sharded sharded(*model_of(llama()));
  const std::string first = std::string("\"") + shard_names[0] + "\"";
  for (const char* const name :
       {"../model.safetensors", "/etc/passwd", "a/b.safetensors", "", ".safetensors",
        "C:\\\\model.safetensors", "model.bin", "a\\u0000.safetensors"}) {
    CHECK(contains(sharded.refusal_with(first, std::string("\"") + name + "\""),
                   "expected a .safetensors file of the same folder"));
  }
  CHECK(contains(sharded.refusal_with(first, "\"gone.safetensors\""), "gone.safetensors: "));
  CHECK(contains(sharded.refusal_with(first, "7"), "is no text; expected the name of a file"));
  const std::string entry = "\"model.embed_tokens.weight\": " + first + ", ";
  CHECK(contains(sharded.refusal_with(entry, entry + "\"gone\": " + first + ", "),
                 "\"gone\" is not in "));
  CHECK(
      contains(sharded.refusal_with(entry, ""), "is not named; expected all tensors of this file"));
  CHECK(contains(sharded.refusal_with(entry, entry + entry), "twice"));
  CHECK(contains(sharded.refusal_with("weight_map", "weights"), "no \"weight_map\""));
  for (const char* const text : {"[]", "{}", R"({"weight_map": {}})", R"({"weight_map": 5})"}) {
    sharded.write_index(text);
    CHECK(contains(sharded.refusal(), "no \"weight_map\""));
  }
  sharded.write_index("{");
  CHECK(contains(sharded.refusal(), "model.safetensors.index.json: "));
  sharded.write_index(std::string(100000, '['));
  CHECK(contains(sharded.refusal(), "at most 64 brackets inside each other"));
  std::filesystem::remove(sharded.path("model.safetensors.index.json"));
  CHECK(contains(sharded.refusal(), "no model.safetensors"));
}

}  // namespace model_files_test
