// pretrained_tokenizer.h: the byte-pair tokenizers of GPT-2, Llama 3, Llama 2 and their like, which
// came with a model. Its tokens are those of Hugging Face's package tokenizers.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpt/tokenizers/merge_table.h"
#include "gpt/tokenizers/tokenizer_parts.h"
#include "holo/byte_pair.h"

namespace holo {

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
  void encode_characters(std::string_view part, std::vector<int>& ids) const;

  TokenizerParts parts_;
  TextSet added_, normalized_;  // the tokens that are looked for first, and then
  MergeTable merges_;
  std::vector<std::string> texts_;  // of each token, as bytes: index = id
  // The tokens that text can become, by their bytes; with byte_fallback by their text in the file.
  std::unordered_map<std::string, int> pieces_;
  std::vector<int> byte_ids_;  // of each byte
};

/// The first line of to_text().
inline constexpr std::string_view pretrained_title = "holo tokenizer.json v1";

}  // namespace holo
