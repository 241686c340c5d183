// metadata.cpp: the metadata of a checkpoint, of anyone, as train_gpt --resume takes them: whatever
// they say, files and threads are those of the command line, and the texts of its tokenizer end.
#include "fuzz/targets.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "holo/check.h"

namespace fuzz {
namespace {

using holo::SavedRun;

// Entries "name=value" with a line "--" between them.
holo::SafetensorsMetadata entries_of(std::string_view bytes) {
  holo::SafetensorsMetadata metadata;
  while (!bytes.empty()) {
    const auto [entry, rest] = parts_of(bytes, "\n--\n");
    const auto [name, value] = parts_of(entry, "=");
    metadata.emplace(name, value);
    bytes = rest;
  }
  return metadata;
}

void check_tokenizer(const std::string& text) {
  std::unique_ptr<holo::Tokenizer> tokenizer;
  try {
    tokenizer = holo::tokenizer_from_text(text, "fuzz");
  } catch (const holo::Error&) {
    return;
  }
  if (tokenizer->bos() == 0) return;
  constexpr std::size_t most = 4096, mark = 80;
  const std::vector<holo::Index> last(50, tokenizer->bos() - 1);
  require(holo::sampled_text(*tokenizer, last, 50).size() <= most + mark, "a text ends");
  require(tokenizer->token_text(tokenizer->bos() - 1).size() <= most, "so does a token");
}

void check_model(const holo::SafetensorsMetadata& metadata) {
  try {
    const SavedRun run = holo::saved_run_of(metadata, "fuzz");
    require(holo::metadata_of(holo::saved_run_of(holo::metadata_of(run), "fuzz")) ==
                holo::metadata_of(run),
            "a saved run survives");
  } catch (const holo::Error&) {
  }
}

}  // namespace

void metadata(std::string_view bytes) {
  const holo::SafetensorsMetadata entries = entries_of(bytes);
  check_model(entries);
  SavedRun run;
  for (const auto& [name, value] : entries) {
    constexpr std::string_view prefix = "train.";
    if (name.rfind(prefix, 0) == 0) run.settings[name.substr(prefix.size())] = value;
    if (name == "tokenizer") run.tokenizer = value;
  }
  try_kept(run);
  check_tokenizer(run.tokenizer);
}

}  // namespace fuzz
