// tokenizer_parts.h: what a tokenizer of another program consists of. How its files say it:
// tokenizer_json.h, vocab_merges.h; what it does: pretrained_tokenizer.h.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gpt/tokenizers/added_tokens.h"
#include "gpt/tokenizers/byte_fallback.h"
#include "gpt/tokenizers/split_pattern.h"
#include "gpt/tokenizers/text_marks.h"

namespace holo {

struct TokenizerParts {
  struct Merge {
    int left, right, result;
  };
  std::vector<std::string> vocab;  ///< the tokens of the model as its file has them: index = id
  std::vector<Merge> merges;       ///< the earliest first
  bool ignore_merges = false;      ///< a piece that is a token is that one, whatever its merges are
  std::vector<AddedToken> added;   ///< by id; those that are not in `vocab` come after it

  // Of byte-level tokenizers, GPT-2's and Llama 3's.
  SplitPattern pattern = SplitPattern::gpt2;
  bool single_digits = false;  ///< each digit is cut off before the pattern looks at the text

  // Of SentencePiece's, Llama 2's: no pattern cuts, spaces are "▁", and tokens are characters, or
  // bytes for those that are no token.
  bool byte_fallback = false;
  SpaceBefore space_before = SpaceBefore::never;
  bool strips_space = false;  ///< a text does not begin with the space before it

  std::vector<int> before;  ///< the tokens that are put before each text
  TextMarks marks;

  // The members of tokenizer.json that say the same, in JSON: they are written as they were read.
  // An empty one is none.
  std::string normalizer, pre_tokenizer, post_processor, decoder, unk_token, fuse_unk;

  /// Of both.
  int vocab_size() const {
    const auto size = static_cast<int>(vocab.size());
    return added.empty() ? size : std::max(size, added.back().id + 1);
  }
};

/// The token between texts of GPT-2.
inline constexpr std::string_view end_of_text = "<|endoftext|>";

/// The most tokens, bytes of an added one, and tokens that end a text.
inline constexpr int most_pretrained_tokens = 1 << 20;
inline constexpr std::size_t most_added_bytes = 1024, most_stops = 64;

}  // namespace holo
