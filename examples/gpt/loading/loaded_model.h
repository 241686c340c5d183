// loaded_model.h: a model and its tokenizer of a file, to sample from or to export.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "gpt/saved_run.h"
#include "holo/nn/gpt.h"
#include "holo/shape.h"
#include "holo/tokenizer.h"
#include "support/progress.h"

namespace holo {

/// The size of a file; 0 where the system does not say it.
std::uint64_t bytes_of_file(const std::string& path);

/// Of files from 64 MB on: on a terminal a line that is rewritten, "gpt.safetensors: 120 of 412 MB
/// read"; elsewhere one line before they are read. Nothing with HOLO_PROGRESS=off.
class LoadProgress {
 public:
  LoadProgress(const std::string& path, std::uint64_t bytes,
               ProgressMode mode = progress_mode_from_environment(), std::FILE* out = stderr);
  ~LoadProgress();
  LoadProgress(const LoadProgress&) = delete;
  LoadProgress& operator=(const LoadProgress&) = delete;

  /// `done` of `all` numbers have been read.
  void operator()(Index done, Index all);

 private:
  std::string path_;
  std::uint64_t megabytes_;
  std::FILE* out_;
  bool rewrites_ = false, line_open_ = false;
};

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
