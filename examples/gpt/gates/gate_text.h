// gate_text.h: a text for a model to read while its gates are measured, and what the gates then
// get.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "holo/shape.h"
#include "kernel_view/trained_gate.h"

namespace holo {

/// Texts as tokens, each as a model sees it at once.
using TokenRows = std::vector<std::vector<Index>>;

struct Position {
  std::size_t row, place;
};

/// Up to `most` positions: those with an even index are from rows with an even number, the others
/// from the rows between. As many of the one as of the other, from the first rows on.
std::vector<Position> positions_of(const TokenRows& rows, std::size_t most);

struct GateText {
  TokenRows rows;
  std::string about;  ///< "the validation part of the built-in names"
};

struct GateTextSettings {
  std::string model;                    ///< the file of the model, for messages
  std::vector<std::string> files = {};  ///< of --data; none: the built-in names
  Index block_size = 0;                 ///< the longest row
  std::size_t positions = 0;            ///< about how many are wanted
};

/// Rows of the text, evenly spread. The text that `run` was trained on gives those of its
/// validation part, if it has one; any other text those of all of it. They are documents when `run`
/// has learned documents, else windows of running text. Throws UsageError when files are needed and
/// none are given; Error as Dataset does.
GateText gate_text(const SavedRun& run, std::shared_ptr<const Tokenizer> tokenizer,
                   const GateTextSettings& settings);

/// What the feed-forward layer of this block gets at these positions: [N, C]. `walks` are those of
/// all rows, [1, T] each.
Tensor inputs_at(const std::vector<Walk>& walks, std::size_t block,
                 const std::vector<Position>& positions);

}  // namespace holo
