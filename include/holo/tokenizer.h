// tokenizer.h: converts text to token ids and back: one token for each character or for each byte;
// for each frequent piece of text in byte_pair.h. Nothing here shuffles or batches.
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

/// The base class of all tokenizers. Tokens are ids 0, 1, ..., vocab_size() - 1; the last one is
/// BOS, the mark between documents, which encode never gives. (Tokenizers of other programs, which
/// examples/gpt/tokenizers/ reads, may have it elsewhere.)
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// "char", "byte" or "bpe".
  virtual const char* kind() const = 0;
  /// The number of tokens, including BOS.
  virtual int vocab_size() const = 0;
  virtual int bos() const { return vocab_size() - 1; }

  /// The ids of a text, without BOS; decode gives the same bytes back. Throws holo::Error for a
  /// text that it cannot encode, which only CharTokenizer has.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  /// The text of ids in [0, bos()). Throws holo::Error for any other id, also for BOS.
  virtual std::string decode(const std::vector<int>& ids) const = 0;
  /// A token in readable form; "<BOS>" for BOS. Throws holo::Error for an id outside [0,
  /// vocab_size()).
  virtual std::string token_text(int id) const = 0;
  /// The whole tokenizer as ASCII, which tokenizer_from_text reads: for files and checkpoints.
  virtual std::string to_text() const = 0;
};

/// The tokenizer whose to_text() gave this text. `name`, for example the path, appears in errors.
///
/// Three kinds of text, distinguished by the first line; lines end with "\n":
///   holo char v1    then the number of characters, then each as U+0061, ascending
///   holo byte v1    and nothing else
///   minbpe v1       see byte_pair.h; of minbpe's own files those of its BasicTokenizer, or
///                   with our pattern; also with "\r\n"
/// Throws only holo::Error, for any other text, with the line, from 1.
std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view text, const std::string& name);

/// Writes to_text() to a file, whole or not at all; reads such a file. Throws as read_file and
/// tokenizer_from_text, and holo::Error for a file that cannot be written.
void save_tokenizer(const std::string& path, const Tokenizer& tokenizer);
std::unique_ptr<Tokenizer> load_tokenizer(const std::string& path);

/// One token for each character (Unicode code point): the sorted distinct code points of the
/// documents are ids 0, 1, 2, .... A letter with a combining mark is two tokens. Source of the
/// numbering: microgpt.py.
class CharTokenizer final : public Tokenizer {
 public:
  /// The vocabulary of these documents; without any it is BOS alone. Throws holo::Error when they
  /// are not UTF-8.
  explicit CharTokenizer(const std::vector<std::string>& documents);
  /// This vocabulary. Throws holo::Error when it is not ascending, or has a code point of no
  /// character.
  static CharTokenizer of_characters(std::vector<char32_t> characters);

  const char* kind() const override { return "char"; }
  int vocab_size() const override { return static_cast<int>(characters_.size()) + 1; }
  /// Throws holo::Error when it is not UTF-8, or for a character outside the vocabulary, which the
  /// message names.
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character; "U+0009" for one that cannot be seen (white space, controls, byte order mark).
  std::string token_text(int id) const override;
  std::string to_text() const override;

 private:
  CharTokenizer() = default;
  std::vector<char32_t> characters_;  // sorted: index = id
};

/// One token for each byte: id = byte, BOS is 256. Takes any bytes, UTF-8 or not.
class ByteTokenizer final : public Tokenizer {
 public:
  const char* kind() const override { return "byte"; }
  int vocab_size() const override { return 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character for visible ASCII, "␣" for a space, "\x0A" for the others.
  std::string token_text(int id) const override;
  std::string to_text() const override;
};

}  // namespace holo
