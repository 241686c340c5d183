// own_model.h: the model of a file of ours, with its tokenizer: of a checkpoint that train_gpt
// wrote, or of the weights alone that import_gpt wrote.
#pragma once

#include <memory>
#include <string>

#include "gpt/saved_run.h"
#include "holo/nn/gpt.h"
#include "holo/tokenizer.h"

namespace holo {

/// Of a checkpoint, or of weights alone. Throws Error when it is neither, or in the layout of
/// another program.
SavedRun saved_model_in(const std::string& path);

/// The numbers of a checkpoint, or of weights alone, into a model. Throws as saved_model_in(), and
/// for numbers that do not fit; then nothing has changed.
void load_weights(const std::string& path, GPT& gpt);

/// Throws Error unless they have as many tokens; a PretrainedTokenizer may have fewer than the
/// model.
void check_tokenizer(const Tokenizer& tokenizer, const GPTOptions& model, const std::string& where);

/// A model to sample from or to export, in evaluation: of a checkpoint or of weights alone.
struct LoadedModel {
  SavedRun run;
  std::shared_ptr<const Tokenizer> tokenizer;  ///< null when the file has none
  std::unique_ptr<GPT> gpt;
};
/// Unless `tokenizer_file` is empty, this file has the tokenizer.
LoadedModel load_model(const std::string& path, const std::string& tokenizer_file = "");

}  // namespace holo
