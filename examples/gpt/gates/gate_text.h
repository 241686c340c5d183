// gate_text.h: a text for a model to read while its gates are measured.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/gates/gate_positions.h"
#include "gpt/saved_run.h"

namespace holo {

struct GateText {
  TokenRows rows;
  std::string about;  ///< "the validation part of the built-in names"
};

struct GateTextSettings {
  std::string model;                    ///< the file of the model, for messages
  std::vector<std::string> files = {};  ///< of --data; none: the built-in names
  TextForm form = TextForm::documents;
  Index block_size = 0;       ///< the longest row
  std::size_t positions = 0;  ///< about how many are wanted
};

/// Rows of the text, evenly spread. The text that `run` was trained on gives those of its
/// validation part, if it has one; any other text those of all of it. Throws UsageError when files
/// are needed and none are given; Error as Dataset does.
GateText gate_text(const SavedRun& run, std::shared_ptr<const Tokenizer> tokenizer,
                   const GateTextSettings& settings);

/// Rows of the numbers of tokens in a file, evenly spread. Throws as read_tokens().
GateText gate_tokens(const std::string& path, Index vocab_size, Index block_size,
                     std::size_t positions);

/// Of a checkpoint on running text it is that; without settings of a training, too.
TextForm form_of(const SavedRun& run);

}  // namespace holo
