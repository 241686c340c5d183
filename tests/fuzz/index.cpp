// index.cpp: a model.safetensors.index.json of anyone: whatever it says, no file outside of its
// folder is named. tests/examples/layout_file_test.cpp has indexes that do not fit their files.
#include "fuzz/targets.h"
#include "gpt/layouts/layout_file.h"

namespace fuzz {

void index(std::string_view bytes) {
  holo::Shards shards;
  if (!is_read([&] { shards = holo::shards_of_index(std::string(bytes), "fuzz"); })) return;
  require(!shards.empty(), "a model has a file");
  for (const auto& [file, tensors] : shards) {
    require(file.size() > 12 && file.substr(file.size() - 12) == ".safetensors", "what it is");
    require(file.find('/') == file.npos && file.find('\\') == file.npos, "and where");
    require(file.find('\0') == file.npos, "the whole name");
    require(!tensors.empty(), "a file has a tensor");
  }
}

}  // namespace fuzz
