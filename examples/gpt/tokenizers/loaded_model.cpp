// loaded_model.cpp: a model and its tokenizer from a file.
#include "gpt/tokenizers/loaded_model.h"

#include <fmt/format.h>

#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/nn/layers.h"
#include "holo/random.h"

namespace holo {

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
  LoadedModel loaded{.run = saved_model_in(path), .tokenizer = nullptr, .gpt = nullptr};
  if (!loaded.run.tokenizer.empty()) {
    loaded.tokenizer = stored_tokenizer(loaded.run.tokenizer, path + ": tokenizer");
    check_tokenizer(*loaded.tokenizer, loaded.run.model, path);
  }
  PythonRandom random(0);
  const WithoutInit without_init;
  loaded.gpt = std::make_unique<GPT>(loaded.run.model, random);
  load_weights(path, *loaded.gpt);
  if (!tokenizer_file.empty()) {
    loaded.tokenizer = load_stored_tokenizer(tokenizer_file);
    check_tokenizer(*loaded.tokenizer, loaded.run.model, tokenizer_file);
  }
  loaded.gpt->eval();
  return loaded;
}

}  // namespace holo
