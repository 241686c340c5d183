// metadata.cpp: the metadata of a checkpoint, of anyone, as train_gpt --resume takes them: whatever
// they say, files and threads are those of the command line, and the text of a token is short.
#include "fuzz/targets.h"
#include "gpt/saved_run.h"
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
  require(tokenizer->token_text(tokenizer->bos() - 1).size() <= 4096, "a token is shown in short");
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
