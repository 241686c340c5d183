// own_model.cpp: what a file of ours says of its model, then its numbers, then its tokenizer.
#include "gpt/layouts/own_model.h"

#include <fmt/format.h>

#include <optional>

#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/nn/layers.h"
#include "holo/random.h"
#include "support/command_line.h"

namespace holo {
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
