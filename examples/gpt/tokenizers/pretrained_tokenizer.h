// pretrained_tokenizer.h: the byte-pair tokenizers of GPT-2, Llama 3, Llama 2 and their like, which
// came with a model. Its tokens are those of Hugging Face's package tokenizers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpt/tokenizers/text_pieces.h"
#include "holo/shape.h"
#include "holo/tokenizer.h"
#include "text/byte_pair.h"

namespace holo {

struct AddedToken {
  int id;
  std::string content;
  bool normalized = false;  ///< looked for after all that are not
};

/// A set of texts, to find the longest one that begins at a place.
class TextSet {
 public:
  /// REQUIRES: not empty, and not added before.
  void add(std::string_view text, int id);

  struct Match {
    int id = -1;  ///< -1: none
    std::size_t length = 0;
  };
  Match longest_at(std::string_view text, std::size_t at) const;

 private:
  // By the first byte: the lengths of those that begin with it, the largest first.
  std::array<std::set<std::size_t, std::greater<>>, 256> lengths_;
  std::unordered_map<std::string, int> ids_;
};

/// A part of a text: an added token, or text without any, whose id is -1.
struct TextPart {
  int id;
  std::string_view text;
};

/// Cuts a text at these tokens, the leftmost first, of those at one place the longest.
std::vector<TextPart> split_at(const TextSet& tokens, std::string_view text);

struct TextMarks {
  std::optional<int> bos;       ///< begins a text where nothing else does
  std::vector<int> stops = {};  ///< each ends a text
};

/// "bos_token_id", a number, and "eos_token_id", a number or an array, of a config.json. A number
/// from vocab_size on, as a small model may have kept of its large one, marks nothing. Throws
/// Error, with `where` in front, for any other value but null.
TextMarks text_marks_of_config(const std::string& text, const std::string& where, Index vocab_size);
/// BOS and BOS of a tokenizer of ours; what came with a PretrainedTokenizer.
TextMarks text_marks_of(const Tokenizer& tokenizer);

/// The tokens of a text that goes on: BOS, or what a PretrainedTokenizer puts before a text, and
/// then those of the text. Before an empty one a PretrainedTokenizer that puts nothing there has
/// its BOS. Throws Error as encode(), and when there is no token at all.
std::vector<Index> prompt_tokens(const Tokenizer& tokenizer, std::string_view text);

/// The prompt and the text after it. A text from its beginning is without the space that a
/// PretrainedTokenizer of SentencePiece's kind puts before it.
std::string whole_text(const Tokenizer& tokenizer, const std::string& prompt, std::string text);

/// The tokens before the first stop.
std::vector<Index> before_stop(std::vector<Index> tokens, const TextMarks& marks);

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
  SpaceBefore space_before = SpaceBefore::first;

  std::vector<int> before;  ///< the tokens that are put before each text
  TextMarks marks;

  std::string json;  ///< the tokenizer.json that says all but the marks, to be written again

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

/// A text is cut at the added tokens; what is between them into pieces, by the split pattern; the
/// bytes of a piece are tokens, and then its merges are done. With byte_fallback what is between
/// added tokens is one piece, in which "▁" stands for spaces, and its characters are tokens; those
/// that are none in the vocabulary are their bytes. Takes any bytes. What a byte that is
/// not UTF-8 becomes, no reference says: it is a character by itself, neither letter nor number.
class PretrainedTokenizer final : public Tokenizer {
 public:
  /// `where`, for example the path, appears in errors. Throws Error when one of the 256 bytes is no
  /// token.
  PretrainedTokenizer(TokenizerParts parts, const std::string& where);

  const TokenizerParts& parts() const { return parts_; }

  const char* kind() const override { return "pretrained"; }
  int vocab_size() const override { return parts_.vocab_size(); }
  /// -1 for a model that has none.
  int bos() const override { return parts_.marks.bos.value_or(-1); }
  /// Where a text without added tokens is cut; each piece becomes tokens by itself. REQUIRES: no
  /// byte_fallback.
  std::vector<std::string_view> pieces(std::string_view text) const;
  /// The ids of a text, without parts().before; added tokens in the text are found.
  std::vector<int> encode(std::string_view text) const override;
  /// The bytes of all tokens, one after the other, added ones too, so that the texts of parts are
  /// parts of the text; with byte_fallback it begins with the space before it. An id from
  /// vocab_size() on is nothing: the tables of models are often larger than their tokenizers.
  /// Throws Error for one below 0.
  std::string decode(const std::vector<int>& ids) const override;
  /// As BytePairTokenizer's; "<unused 7>" for an id from vocab_size() on.
  std::string token_text(int id) const override;
  /// The line "holo tokenizer.json v1"; "bos", and its id if there is one; "stops" and their ids;
  /// then tokenizer.json. UTF-8. stored_tokenizer() of stored_tokenizer.h reads it.
  std::string to_text() const override;

 private:
  void read_tokens();
  void find_bytes(const std::string& where);
  std::string text_of(const std::string& token) const;
  void encode_part(std::string_view part, std::vector<int>& ids) const;
  void encode_piece(std::string_view piece, std::vector<int>& ids) const;

  TokenizerParts parts_;
  TextSet added_, normalized_;  // the tokens that are looked for first, and then
  std::unordered_map<std::uint64_t, PairMerge> merges_;  // of pair_key()
  std::vector<std::string> texts_;                       // of each token, as bytes: index = id
  // The tokens that text can become, by their bytes; with byte_fallback by their text in the file.
  std::unordered_map<std::string, int> pieces_;
  std::vector<int> byte_ids_;  // of each byte
};

/// The first line of to_text().
inline constexpr std::string_view pretrained_title = "holo tokenizer.json v1";

}  // namespace holo
