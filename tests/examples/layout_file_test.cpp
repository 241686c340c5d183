// layout_file_test.cpp: the files of a model, one or several with an index; what does not fit a GPT
// is listed in one message.
#include "gpt/layouts/layout.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "examples/layout_models.h"
#include "helpers.h"
#include "text/texts.h"

namespace layout_file_test {
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
    for (const NamedTensor& one : theirs(model, Layout::hf_llama)) {
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

// What LayoutFile says to a model whose tensors were changed before they were written.
std::string refused(Layout layout, const std::function<void(std::vector<NamedTensor>&)>& change) {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = theirs(*model, layout);
  change(tensors);
  return message_of([&] { LayoutFile(file_of(tensors), layout).tensors(tiny()); });
}

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
  save_safetensors(sharded.path("model.safetensors"), theirs(*model, Layout::hf_llama));
  CHECK(open_model_files(sharded.folder.name("")).files.size() == 1);
  CHECK(open_model_files(sharded.path("model.safetensors")).folder + "/" ==
        sharded.folder.name(""));
}

TEST_CASE("model_files: an index that lies is refused") {
  const Sharded sharded(*model_of(llama()));
  const std::string first = std::string("\"") + shard_names[0] + "\"";
  CHECK(contains(sharded.refusal_with(first, "\"../model.safetensors\""),
                 "expected a .safetensors file of the same folder"));  // tests/fuzz has other names
  CHECK(contains(sharded.refusal_with(first, "\"gone.safetensors\""), "gone.safetensors: "));
  CHECK(contains(sharded.refusal_with(first, "7"), "is in the file 7; expected a .safetensors"));
  const std::string entry = "\"model.embed_tokens.weight\": " + first + ", ";
  CHECK(contains(sharded.refusal_with(entry, entry + entry), "twice"));
  CHECK(contains(sharded.refusal_with("weight_map", "weights"), "no \"weight_map\""));
  sharded.write_index(R"({"weight_map": {}})");
  CHECK(contains(sharded.refusal(), "no files in \"weight_map\""));
  sharded.write_index("{");
  CHECK(contains(sharded.refusal(), "model.safetensors.index.json: "));
  sharded.write_index(std::string(100000, '['));
  CHECK(contains(sharded.refusal(), "at most 64 brackets inside each other"));
  std::filesystem::remove(sharded.path("model.safetensors.index.json"));
  CHECK(contains(sharded.refusal(), "no model.safetensors"));
}

TEST_CASE("layout: a hub file of GPT-2 has no transformer. and has masks") {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = theirs(*model, Layout::hf_gpt2);
  for (NamedTensor& one : tensors) one.name = one.name.substr(one.name.find('.') + 1);
  tensors.push_back({"h.0.attn.bias", ones({1, 1, 5, 5})});
  tensors.push_back({"h.1.attn.masked_bias", full({}, -1e4F)});
  check_same(*model, LayoutFile(file_of(tensors), Layout::hf_gpt2).tensors(tiny()));
  tensors.push_back({"transformer.ln_f.bias", zeros({8})});
  CHECK(
      message_of([&] { LayoutFile(file_of(tensors), Layout::hf_gpt2); }) ==
      "theirs: \"ln_f.bias\" and \"transformer.ln_f.bias\"; expected one of the two: they are the "
      "same parameter");
}

TEST_CASE("layout: all that does not fit is in one message") {
  CHECK(refused(Layout::pytorch, [](auto&) {}) == "");
  CHECK(
      refused(Layout::pytorch,
              [](std::vector<NamedTensor>& tensors) {
                named(tensors, "transformer.wpe.weight").tensor = zeros({6, 8});
                named(tensors, "transformer.ln_f.bias").name = "transformer.ln_f.beta";
                tensors.push_back({"more", zeros({})});
              }) ==
      "theirs: missing: \"transformer.ln_f.bias\"; left over: \"transformer.ln_f.beta\", \"more\"; "
      "of another shape: \"transformer.wpe.weight\" [6,8] for [5,8]; expected the 28 parameters "
      "of such a GPT, as real numbers. Try: --layout hf-gpt2, when Hugging Face wrote it");
  // Names of others stay on the line of the message.
  const auto line_break = [](std::vector<NamedTensor>& tensors) {
    tensors.push_back({"more\nthan one line", zeros({})});
  };
  CHECK(refused(Layout::pytorch, line_break).find('\n') == std::string::npos);
  CHECK(contains(refused(Layout::pytorch, line_break), "left over: \"more"));
  CHECK(contains(refused(Layout::hf_gpt2,
                         [](std::vector<NamedTensor>& tensors) {
                           for (int i = 0; i < 23; ++i) {
                             tensors.push_back({fmt::format("x{}", i), zeros({})});
                           }
                         }),
                 "\"x6\" and 3 more; expected"));
  CHECK(refused(Layout::hf_gpt2,
                [](std::vector<NamedTensor>& tensors) {
                  tensors.push_back({"lm_head.weight", zeros({11, 8})});
                }) ==
        "theirs: \"lm_head.weight\" differs from \"transformer.wte.weight\"; expected the same "
        "numbers in a tied model. Try: \"tie_word_embeddings\": false in config.json");
  // The other layout: no map but the square one fits.
  const auto model = model_of(tiny());
  const LayoutFile file(file_of(theirs(*model, Layout::hf_gpt2)), Layout::pytorch);
  CHECK(contains(message_of([&] { file.tensors(tiny()); }),
                 "\"transformer.h.0.attn.c_attn.weight\" [8,24] for [24,8]"));

  const std::vector<NamedTensor> none;
  const std::vector<NamedIndices> indices = {{"wte.weight", {1, 2}}};
  const auto integers = SafetensorsFile::from_bytes(safetensors_bytes(none, {}, indices), "theirs");
  CHECK(contains(message_of([&] { LayoutFile(integers, Layout::pytorch).tensors(tiny()); }),
                 "of another type: \"transformer.wte.weight\" I64"));
}

}  // namespace layout_file_test
