// loaded_model.cpp: first what a file says of its model, then the model, then its numbers.
#include "gpt/loading/loaded_model.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/terminal.h"
#include "gpt/printable.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/nn/init.h"

namespace holo {

std::uint64_t bytes_of_file(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : bytes;
}

LoadProgress::LoadProgress(const std::string& path, std::uint64_t bytes, ProgressMode mode,
                           std::FILE* out)
    : path_(printable(path)), megabytes_(bytes / 1'000'000), out_(out) {
  constexpr std::uint64_t large = 64;
  if (megabytes_ < large || mode == ProgressMode::off) return;
  rewrites_ = mode == ProgressMode::bar || (mode == ProgressMode::automatic && is_terminal(out));
  if (!rewrites_) fmt::print(out, "{}: reading {} MB\n", path_, megabytes_);
}

LoadProgress::~LoadProgress() {
  if (line_open_) std::fputc('\n', out_);
}

void LoadProgress::operator()(Index done, Index all) {
  if (!rewrites_ || all == 0) return;
  const double share = static_cast<double>(done) / static_cast<double>(all);
  fmt::print(out_, "\r{}: {:.0f} of {} MB read", path_, share * static_cast<double>(megabytes_),
             megabytes_);
  std::fflush(out_);
  line_open_ = true;
}

void check_tokenizer(const Tokenizer& tokenizer, const GPTOptions& model,
                     const std::string& where) {
  const bool pretrained = dynamic_cast<const PretrainedTokenizer*>(&tokenizer) != nullptr;
  if (tokenizer.vocab_size() == model.vocab_size) return;
  if (pretrained && tokenizer.vocab_size() < model.vocab_size) return;
  throw Error(where,
              fmt::format("a tokenizer of {} tokens and a model of {}", tokenizer.vocab_size(),
                          model.vocab_size),
              pretrained ? "as many or fewer" : "as many");
}

LoadedModel load_model(const std::string& path, const std::string& tokenizer_file) {
  const SafetensorsFile file(path);
  check_is_ours(file);
  LoadedModel loaded;
  LoadProgress shown(path, bytes_of_file(path));
  const ReadProgress progress = [&](Index done, Index all) { shown(done, all); };
  PythonRandom random(0);
  const auto make = [&](const SafetensorsMetadata& metadata) {
    loaded.run = saved_run_of(metadata, path);
    check_size(loaded.run.model, {&file, 1});
    if (!loaded.run.tokenizer.empty()) {
      loaded.tokenizer = stored_tokenizer(loaded.run.tokenizer, path + ": tokenizer");
      check_tokenizer(*loaded.tokenizer, loaded.run.model, path);
    }
    const WithoutInit without_init;
    loaded.gpt = std::make_unique<GPT>(loaded.run.model, random);
  };
  if (CheckpointFile::is_checkpoint(file)) {
    const CheckpointFile checkpoint(path);
    make(checkpoint.metadata());
    checkpoint.read_into(*loaded.gpt, progress);
  } else {
    make(file.metadata());
    read_into(*loaded.gpt, file, progress);
  }
  if (!tokenizer_file.empty()) {
    loaded.tokenizer = load_stored_tokenizer(tokenizer_file);
    check_tokenizer(*loaded.tokenizer, loaded.run.model, tokenizer_file);
  }
  loaded.gpt->eval();
  return loaded;
}

}  // namespace holo
