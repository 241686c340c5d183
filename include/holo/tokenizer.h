// tokenizer.h: converts text to token ids and back, with one token for each character or byte.
// A tokenizer whose tokens are frequent pieces of text is in byte_pair.h.
//
//   const CharTokenizer tokenizer({"emma", "ava"});
//   tokenizer.encode("eva");  // {1, 3, 0}
//   tokenizer.bos();          // 4
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holo/version.h"

namespace holo {

/// The base class of all tokenizers. Token ids are 0, 1, ..., vocab_size() - 1. The last id is BOS,
/// which separates documents; encode() never returns it. (The tokenizers in
/// examples/gpt/tokenizers/ may give BOS a different id.)
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// "char", "byte" or "bpe".
  virtual const char* kind() const = 0;
  /// The number of tokens, including BOS.
  virtual int vocab_size() const = 0;
  virtual int bos() const { return vocab_size() - 1; }

  /// The ids of a text, without BOS; decode() turns them back into the original bytes. Throws
  /// holo::Error if the tokenizer cannot encode the text. Only CharTokenizer may throw it.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  /// The text that `ids` stand for. Throws holo::Error unless all ids are in [0, bos()).
  virtual std::string decode(const std::vector<int>& ids) const = 0;
  /// A readable form of a token: "<BOS>" for BOS. Throws holo::Error unless 0 <= id < vocab_size().
  virtual std::string token_text(int id) const = 0;
  /// The whole tokenizer as ASCII text, for files and checkpoints; tokenizer_from_text() reads it.
  virtual std::string to_text() const = 0;
};

/// The tokenizer whose to_text() is `text`. Error messages contain `name`, for example the path of
/// the file.
///
/// The first line names the kind of tokenizer. Lines end with "\n":
///   holo char v1    then the number of characters, then each like U+0061, ascending
///   holo byte v1    the only line
///   minbpe v1       see byte_pair.h. minbpe's own files, with "\n" or "\r\n", must come from
///                   its BasicTokenizer or use our pattern
/// Throws holo::Error for any other text; the message contains the line number, counted from 1.
std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view text, const std::string& name);

/// Writes to_text() to a file in one step; tokenizer_from_text(read_text(path), path) reads it.
/// Throws holo::Error if the file cannot be written.
void save_tokenizer(const std::string& path, const Tokenizer& tokenizer);

/// One token for each character (Unicode code point). As in microgpt.py, the documents' code points
/// are numbered 0, 1, 2, ... in ascending order. A letter and its combining mark are two tokens.
class CharTokenizer final : public Tokenizer {
 public:
  /// The vocabulary is the set of characters in `documents`, plus BOS. Throws holo::Error if a
  /// document is not UTF-8.
  explicit CharTokenizer(const std::vector<std::string>& documents);
  /// A tokenizer with these characters. Throws holo::Error if they are not in ascending order or a
  /// code point is not a character.
  static CharTokenizer of_characters(std::vector<char32_t> characters);

  const char* kind() const override { return "char"; }
  int vocab_size() const override { return static_cast<int>(characters_.size()) + 1; }
  /// Throws holo::Error for text that is not UTF-8, and for a character outside the vocabulary; the
  /// message shows the character.
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character, or "U+0009" if it is invisible (white space, control, byte order mark).
  std::string token_text(int id) const override;
  std::string to_text() const override;

 private:
  CharTokenizer() = default;
  std::vector<char32_t> characters_;  // in ascending order: characters_[id]
};

/// One token for each byte; a token's id is the byte's value. BOS is 256. Accepts any bytes.
class ByteTokenizer final : public Tokenizer {
 public:
  const char* kind() const override { return "byte"; }
  int vocab_size() const override { return 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// Shows visible ASCII unchanged, a space as "␣", every other byte as an escape such as "\x0A".
  std::string token_text(int id) const override;
  std::string to_text() const override;
};

}  // namespace holo
