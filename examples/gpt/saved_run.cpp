// saved_run.cpp: a run as text by name, and back; first what a file says of its model, then its
// numbers, then the model with its tokenizer.
#include "gpt/saved_run.h"

#include <fmt/format.h>

#include <optional>

#include "base/parse_number.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/nn/layers.h"
#include "holo/random.h"
#include "support/command_line.h"

namespace holo {
namespace {

constexpr std::string_view setting_prefix = "train.";

Index step_of(const std::string& text, const std::string& where) {
  constexpr std::int64_t most_steps = 1'000'000'000;  // of train_gpt
  const std::optional<std::int64_t> step = parse_integer(text);
  if (step && *step >= 0 && *step <= most_steps) return static_cast<Index>(*step);
  throw Error(where, fmt::format("\"step\" is {}", in_quotes(text)), "a number of steps");
}

// Of a list of files, a line for each, the names without their folders.
std::string without_folders(std::string lines) {
  for (std::size_t slash; (slash = lines.find('/')) != lines.npos;) {
    const std::size_t start = lines.rfind('\n', slash) + 1;  // 0 on the first line
    lines.erase(start, slash + 1 - start);
  }
  return lines;
}

}  // namespace

SafetensorsMetadata metadata_of(const SavedRun& run) {
  SafetensorsMetadata metadata = gpt_options_to_text(run.model);
  if (!run.tokenizer.empty()) metadata["tokenizer"] = run.tokenizer;
  for (const auto& [name, value] : run.settings) {
    metadata[std::string(setting_prefix).append(name)] =
        name == "data" ? without_folders(value) : value;
  }
  metadata["step"] = std::to_string(run.step);
  metadata["data"] = run.data_hash;
  return metadata;
}

SavedRun saved_run_of(const SafetensorsMetadata& metadata, const std::string& where) {
  SavedRun run;
  run.model = gpt_options_from_text(metadata, where);
  for (const auto& [name, value] : metadata) {
    if (name == "tokenizer") run.tokenizer = value;
    if (name == "step") run.step = step_of(value, where);
    if (name == "data") run.data_hash = value;
    if (name.rfind(setting_prefix, 0) == 0) {
      run.settings[name.substr(setting_prefix.size())] = value;
    }
  }
  return run;
}

SavedRun saved_run_in(const std::string& path) {
  const SafetensorsFile file(path);
  SavedRun run = saved_run_of(CheckpointFile(file).metadata(), path);
  check_size(run.model, {&file, 1});
  if (!run.settings.empty() && !run.tokenizer.empty()) return run;
  throw Error(path, "no settings of a training", "a checkpoint that train_gpt wrote");
}

void check_size(const GPTOptions& model, std::span<const SafetensorsFile> files) {
  constexpr double slack = 4, small = 1 << 16;
  double numbers = 0;
  for (const SafetensorsFile& file : files) {
    for (const std::string& name : file.names()) {
      double count = 1;
      for (const Index size : file.sizes(name)) count *= static_cast<double>(size);
      numbers += count;
    }
  }
  const Index wanted = gpt_parameter_count(model);
  if (static_cast<double>(wanted) <= slack * numbers + small) return;
  throw Error(files[0].where(), fmt::format("{:.0f} numbers", numbers),
              fmt::format("the {} of a model with these settings", wanted));
}

namespace {

void check_is_ours(const SafetensorsFile& file) {
  const auto layout = file.metadata().find("layout");
  if (layout == file.metadata().end()) return;
  throw Error(
      file.where(), fmt::format("is written for other programs, in the layout {}", layout->second),
      "a checkpoint, or weights that import_gpt wrote",
      fmt::format("import_gpt --layout {} --from {}", layout->second, shell_word(file.where())));
}

// A file of ours: a checkpoint, or weights alone.
class OwnFile {
 public:
  explicit OwnFile(const std::string& path) : file_(path) {
    check_is_ours(file_);
    if (CheckpointFile::is_checkpoint(file_)) checkpoint_.emplace(file_);
  }
  SavedRun run() const {
    SavedRun run =
        saved_run_of(checkpoint_ ? checkpoint_->metadata() : file_.metadata(), file_.where());
    check_size(run.model, {&file_, 1});
    return run;
  }
  void load_into(GPT& gpt) const {
    if (checkpoint_) return checkpoint_->load_into(gpt);
    holo::load_into(gpt, file_);
  }

 private:
  SafetensorsFile file_;
  std::optional<CheckpointFile> checkpoint_;
};

}  // namespace

SavedRun saved_model_in(const std::string& path) { return OwnFile(path).run(); }

void load_weights(const std::string& path, GPT& gpt) { OwnFile(path).load_into(gpt); }

void check_tokenizer(const Tokenizer& tokenizer, const GPTOptions& model,
                     const std::string& where) {
  const bool pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer) != nullptr;
  if (tokenizer.vocab_size() == model.vocab_size) return;
  if (pretrained && tokenizer.vocab_size() < model.vocab_size) return;
  throw Error(where,
              fmt::format("a tokenizer of {} tokens and a model of {}", tokenizer.vocab_size(),
                          model.vocab_size),
              pretrained ? "as many or fewer" : "as many", "another --tokenizer-file");
}

LoadedModel load_model(const std::string& path, const std::string& tokenizer_file) {
  LoadedModel loaded;
  // First of all, since the weights may be large.
  if (!tokenizer_file.empty()) loaded.tokenizer = load_stored_tokenizer(tokenizer_file);
  const OwnFile file(path);
  loaded.run = file.run();
  if (!loaded.tokenizer && !loaded.run.tokenizer.empty()) {
    loaded.tokenizer = stored_tokenizer(loaded.run.tokenizer, path + ": tokenizer");
  }
  if (loaded.tokenizer) {
    check_tokenizer(*loaded.tokenizer, loaded.run.model,
                    tokenizer_file.empty() ? path : tokenizer_file);
  }
  PythonRandom random(0);
  const WithoutInit without_init;
  loaded.gpt = std::make_unique<GPT>(loaded.run.model, random);
  file.load_into(*loaded.gpt);
  loaded.gpt->eval();
  return loaded;
}

}  // namespace holo
