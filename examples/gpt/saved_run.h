// saved_run.h: what a file of train_gpt says of the run that wrote it, besides the numbers: the
// model, its tokenizer, the settings, the step, and which data it was. All of it is metadata of a
// .safetensors file, so that one file is enough to sample, to export and to go on.
#pragma once

#include <map>
#include <span>
#include <string>

#include "holo/nn/gpt.h"
#include "holo/safetensors.h"
#include "holo/shape.h"

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

/// Before the model is made, since a file of a few bytes may speak of billions of numbers: throws
/// Error unless its files have about as many.
void check_size(const GPTOptions& model, std::span<const SafetensorsFile> files);

}  // namespace holo
