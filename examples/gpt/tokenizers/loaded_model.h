// loaded_model.h: the model of a file with the tokenizer that the file, or another one, has.
#pragma once

#include <memory>
#include <string>

#include "gpt/saved_run.h"
#include "holo/nn/gpt.h"
#include "holo/tokenizer.h"

namespace holo {

/// Throws Error unless they have as many tokens; a PretrainedTokenizer may have fewer than the
/// model.
void check_tokenizer(const Tokenizer& tokenizer, const GPTOptions& model, const std::string& where);

/// A model to sample from or to export, in evaluation: of a checkpoint or of weights alone.
struct LoadedModel {
  SavedRun run;
  std::shared_ptr<const Tokenizer> tokenizer;  ///< null when the file has none
  std::unique_ptr<GPT> gpt;
};
/// With `tokenizer_file`, unless it is empty, the tokenizer is that of this file.
LoadedModel load_model(const std::string& path, const std::string& tokenizer_file = "");

}  // namespace holo
