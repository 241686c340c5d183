// saved_run.h: what a file of train_gpt says of the run that wrote it, besides the numbers: the
// model, its tokenizer, the settings, the step, and which data it was. All of it is metadata of a
// .safetensors file, so that one file is enough to sample, to export and to go on. And the model of
// such a file, with its tokenizer.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "holo/nn/gpt.h"
#include "holo/safetensors.h"
#include "holo/shape.h"
#include "holo/tokenizer.h"

namespace holo {

struct SavedRun {
  GPTOptions model;
  std::string tokenizer;  ///< its to_text(); empty in a file that was imported without one
  std::map<std::string, std::string> settings;  ///< of train_gpt, by flag; empty when imported
  Index step = 0;                               ///< how many were done
  std::string data_hash;                        ///< of the text, see dataset.h
};

/// Of the files of the text it has the names alone: a folder says more of a person than of a run.
SafetensorsMetadata metadata_of(const SavedRun& run);
/// The run from that metadata. Throws Error, with `where` in front, for metadata that train_gpt did
/// not write.
SavedRun saved_run_of(const SafetensorsMetadata& metadata, const std::string& where);

/// Of a checkpoint. Throws Error when it is none, or of another program.
SavedRun saved_run_in(const std::string& path);

/// Of a checkpoint, or of weights alone. Throws Error when it is neither, or in the layout of
/// another program.
SavedRun saved_model_in(const std::string& path);

/// The numbers of a checkpoint, or of weights alone, into a model. Throws as saved_model_in(), and
/// for numbers that do not fit; then nothing has changed.
void load_weights(const std::string& path, GPT& gpt);

/// Before the model is made, since a file of a few bytes may speak of billions of numbers: throws
/// Error unless its files have about as many.
void check_size(const GPTOptions& model, std::span<const SafetensorsFile> files);

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
