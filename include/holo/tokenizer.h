// tokenizer.h: converts text to token ids and back, with one token for each character or byte. In
// byte_pair.h a token is a frequent piece of text.
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

/// The base class of all tokenizers. Tokens are ids 0, 1, ..., vocab_size() - 1. The last id is
/// BOS, the mark between documents; encode never returns it. (The tokenizers in
/// examples/gpt/tokenizers/ may put BOS elsewhere.)
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// "char", "byte" or "bpe".
  virtual const char* kind() const = 0;
  /// The number of tokens, including BOS.
  virtual int vocab_size() const = 0;
  virtual int bos() const { return vocab_size() - 1; }

  /// The ids of a text, without BOS; decode turns them back into the same bytes. Throws holo::Error
  /// for a text that it cannot encode, which only happens with CharTokenizer.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  /// The text of ids in [0, bos()). Throws holo::Error for any other id, including BOS.
  virtual std::string decode(const std::vector<int>& ids) const = 0;
  /// A token in readable form, "<BOS>" for BOS. Throws holo::Error unless 0 <= id < vocab_size().
  virtual std::string token_text(int id) const = 0;
  /// The whole tokenizer as ASCII text, for files and checkpoints; tokenizer_from_text reads it.
  virtual std::string to_text() const = 0;
};

/// The tokenizer whose to_text() wrote this text. `name`, for example the path, appears in errors.
///
/// The first line names the kind of tokenizer. Lines end with "\n":
///   holo char v1    then the number of characters, then each as U+0061, ascending
///   holo byte v1    the only line
///   minbpe v1       see byte_pair.h. minbpe's own files, with "\n" or "\r\n", must be from its
///                   BasicTokenizer or have our pattern
/// For any other text it throws holo::Error, which names the line, counted from 1.
std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view text, const std::string& name);

/// Writes to_text() to a file in one step, or reads such a file. Saving throws holo::Error if it
/// cannot write the file; loading throws the same errors as read_file and tokenizer_from_text.
void save_tokenizer(const std::string& path, const Tokenizer& tokenizer);
std::unique_ptr<Tokenizer> load_tokenizer(const std::string& path);

/// One token for each character (Unicode code point). The documents' distinct code points, sorted,
/// get ids 0, 1, 2 and so on, as in microgpt.py. A letter and its combining mark are two tokens.
class CharTokenizer final : public Tokenizer {
 public:
  /// Makes the vocabulary from these documents; without documents it has only BOS. Throws
  /// holo::Error if they are not UTF-8.
  explicit CharTokenizer(const std::vector<std::string>& documents);
  /// A tokenizer with this vocabulary. Throws holo::Error if it is not in ascending order or a code
  /// point is not a character.
  static CharTokenizer of_characters(std::vector<char32_t> characters);

  const char* kind() const override { return "char"; }
  int vocab_size() const override { return static_cast<int>(characters_.size()) + 1; }
  /// Throws holo::Error for text that is not UTF-8, and for a character outside the vocabulary,
  /// which the message names.
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character, or "U+0009" for an invisible one (white space, controls, byte order mark).
  std::string token_text(int id) const override;
  std::string to_text() const override;

 private:
  CharTokenizer() = default;
  std::vector<char32_t> characters_;  // sorted; characters_[id]
};

/// One token for each byte, with its value as id; BOS is 256. It accepts any bytes, UTF-8 or not.
class ByteTokenizer final : public Tokenizer {
 public:
  const char* kind() const override { return "byte"; }
  int vocab_size() const override { return 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// Visible ASCII as it is, a space as "␣", and every other byte as an escape such as "\x0A".
  std::string token_text(int id) const override;
  std::string to_text() const override;
};

}  // namespace holo
