// metadata.cpp: the metadata of a checkpoint, of anyone, as train_gpt --resume takes them: whatever
// they say, files and threads are those of the command line, and the texts of its tokenizer end.
#include "fuzz/targets.h"
#include "gpt/sampled_text.h"
#include "gpt/saved_run.h"
#include "gpt/train_settings.h"
#include "holo/check.h"
#include "holo/device.h"

namespace fuzz {
namespace {

using holo::SavedRun;
using Words = std::vector<std::string>;

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

SavedRun given;  // what the checkpoint of --resume says

holo::TrainSettings resumed(Words words) {
  words.insert(words.begin(), {"train_gpt", "--resume", "fuzz"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return holo::read_train_settings(static_cast<int>(argv.size()), argv.data(),
                                   [](const std::string&) { return given; });
}

void check_resume(const Words& words, const Words& data) {
  const holo::Device device = holo::default_device();
  try {
    const holo::TrainSettings s = resumed(words);
    require(s.data.files == data, "the text is that of the command line");
    require(s.out == "fuzz" && s.resume == "fuzz", "the checkpoint is written where it was read");
    require(s.log.empty() && s.plot.empty() && s.save_tokenizer.empty(), "no file is named");
    require(s.config.empty() && s.tokenizer_file.empty(), "no file is read");
    require(s.threads == 0 && s.stop_after == 0, "threads and limits are the usual ones");
  } catch (const holo::Error&) {
  }
  require(holo::default_device() == device, "the device is the usual one");
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
  require(holo::sampled_text(*tokenizer, last, most).size() <= most + mark, "a text ends");
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
  given = {};
  for (const auto& [name, value] : entries) {
    constexpr std::string_view prefix = "train.";
    if (name.rfind(prefix, 0) == 0) given.settings[name.substr(prefix.size())] = value;
    if (name == "tokenizer") given.tokenizer = value;
  }
  check_resume({}, {});
  check_resume({"--data", "text"}, {"text"});
  check_tokenizer(given.tokenizer);
}

}  // namespace fuzz
