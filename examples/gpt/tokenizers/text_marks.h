// text_marks.h: the tokens before and after the texts of a model.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holo/shape.h"
#include "holo/tokenizer.h"

namespace holo {

struct TextMarks {
  std::optional<int> bos;       ///< begins a text where nothing else does
  std::vector<int> stops = {};  ///< each ends a text
};

/// Those of a tokenizer of ours with so many tokens: BOS, the last one, is both.
inline TextMarks own_marks(Index vocab_size) {
  const int bos = static_cast<int>(vocab_size) - 1;
  return {.bos = bos, .stops = {bos}};
}

/// "bos_token_id", a number, and "eos_token_id", a number or an array, of a config.json. A number
/// from vocab_size on, as a small model may have kept of its large one, marks nothing. Throws
/// Error, with `where` in front, for any other value but null.
TextMarks text_marks_of_config(const std::string& text, const std::string& where, Index vocab_size);
/// The values of these two, in JSON: null for none.
std::string bos_json(const TextMarks& marks);
std::string stops_json(const TextMarks& marks);

/// BOS and BOS of a tokenizer of ours; what came with a PretrainedTokenizer; of null, none.
TextMarks text_marks_of(const Tokenizer* tokenizer);

/// The tokens of a text that goes on: BOS, or what a PretrainedTokenizer puts before a text, and
/// then those of the text. Before an empty one a PretrainedTokenizer that puts nothing there has
/// its BOS. Throws Error as encode(), and when there is no token at all.
std::vector<Index> prompt_tokens(const Tokenizer& tokenizer, std::string_view text);

/// The prompt and the text after it. A text from its beginning is without the space that some
/// PretrainedTokenizers put before it.
std::string whole_text(const Tokenizer& tokenizer, const std::string& prompt, std::string text);

/// The tokens before the first stop.
std::vector<Index> before_stop(std::vector<Index> tokens, const TextMarks& marks);

}  // namespace holo
