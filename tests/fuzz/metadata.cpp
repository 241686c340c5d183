// metadata.cpp: the metadata of a checkpoint, of anyone, as train_gpt --resume takes them: whatever
// they say, files and threads are those of the command line, and the texts of its tokenizer end.
#include "fuzz/targets.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/training/train_settings.h"
#include "holo/check.h"
#include "holo/device.h"

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
  if (!is_read([&] { tokenizer = holo::tokenizer_from_text(text, "fuzz"); })) return;
  if (tokenizer->bos() == 0) return;
  constexpr std::size_t most = 4096, mark = 80;
  const std::vector<holo::Index> last(50, tokenizer->bos() - 1);
  require(holo::sampled_text(*tokenizer, last, 50).size() <= most + mark, "a text ends");
  require(tokenizer->token_text(tokenizer->bos() - 1).size() <= most, "so does a token");
}

// A resumed run writes and opens what its command line says, whatever the checkpoint holds.
void try_kept(const SavedRun& run) {
  static SavedRun kept;  // what the checkpoint of --resume holds
  kept = run;
  char words[][14] = {"train_gpt", "--resume=fuzz", "--data=ours"};
  char* argv[] = {words[0], words[1], words[2], nullptr};
  const holo::Device usual_device = holo::default_device();
  try {
    const holo::TrainSettings s =
        holo::read_train_settings(3, argv, [](const std::string&) { return kept; });
    require(s.out == "fuzz" && s.resume == "fuzz", "a checkpoint does not say where to write");
    require((s.log + s.plot + s.tokenizer_file).empty(), "a checkpoint names no files");
    require(s.data.files == std::vector<std::string>{"ours"},
            "a checkpoint does not say which text to open");
    require(s.threads == 0 && s.stop_after == 0, "a checkpoint does not say how long to run");
  } catch (const holo::Error&) {
  }
  require(holo::default_device() == usual_device, "a checkpoint does not choose the device");
}

void check_survives(const SavedRun& run) {
  const holo::SafetensorsMetadata written = holo::metadata_of(run);
  SavedRun again;
  require(is_read([&] { again = holo::saved_run_of(written, "fuzz"); }) &&
              holo::metadata_of(again) == written,
          "a saved run survives");
}

}  // namespace

void metadata(std::string_view bytes) {
  const holo::SafetensorsMetadata entries = entries_of(bytes);
  SavedRun run;
  if (is_read([&] { run = holo::saved_run_of(entries, "fuzz"); })) check_survives(run);
  for (const auto& [name, value] : entries) {
    constexpr std::string_view prefix = "train.";
    if (name.rfind(prefix, 0) == 0) run.settings[name.substr(prefix.size())] = value;
    if (name == "tokenizer") run.tokenizer = value;
  }
  try_kept(run);
  check_tokenizer(run.tokenizer);
}

}  // namespace fuzz
